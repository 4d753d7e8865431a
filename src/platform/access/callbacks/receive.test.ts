import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../../../../tests/database.ts'
import { httpContext } from '../../../../tests/make/http-context.ts'
import { startHttp } from '../../../../tests/make/http-server.ts'
import {
  type Bell,
  bellEndpoint,
  bellPath,
  hastyClock,
  inboxOf,
  makeBell,
  makeNode,
  type Rung,
  raiseEpoch,
  ringing,
} from '../../../../tests/make/inbox-node.ts'
import { noticesIn } from '../../../../tests/make/notices.ts'
import type { Context } from '../../../context.ts'
import { isTransient } from '../../../core/database/database.ts'
import { bytesOf, findEvent } from '../../../core/inbox/inbox.sql.ts'
import { receives, receivesSeveral } from './receive.ts'

type Receive = ReturnType<typeof receives<Bell['callback']['body']>>

const ring = (receive: Receive, ctx: Context, rung: Rung) => receive(ctx, rung, null, ringing(rung))

const many = (count: number, says = 'ding'): readonly Rung[] =>
  Array.from({ length: count }, (_, index) => ({ id: `event-${index}`, says }))

test('one delivery 200 times at once is stored once and takes effect once', async (t) => {
  const database = await testDatabase(t)
  const bell = await makeBell(database)
  const { ctx, lead } = makeNode(t, database)
  await lead()
  const receive = receives(bell.callback)
  const one = { id: 'same', says: 'ding' }
  await Promise.all(Array.from({ length: 200 }, () => ring(receive, ctx, one)))
  await ring(receive, ctx, one)
  assert.deepEqual(await bell.rings(), ['same ding'])
  assert.deepEqual(await inboxOf(database.db), [
    { key: 'same', state: 'done', outcome: 'rang ding' },
  ])
})

test('two leaders at once, or two groups of one, apply an event once', async (t) => {
  const database = await testDatabase(t)
  const bell = await makeBell(database)
  const nodes = [makeNode(t, database), makeNode(t, database)]
  const receive = receives(bell.callback)
  const epoch = await raiseEpoch(database.db)
  for (const { leadAs } of nodes) leadAs(epoch)
  const calls = many(30).flatMap((event) => nodes.map(({ ctx }) => ring(receive, ctx, event)))
  await Promise.all(calls)
  assert.equal((await bell.rings()).length, 30)
  assert.equal(new Set(await bell.rings()).size, 30)
})

test('an event is stored and applied in one transaction before the response', async (t) => {
  const database = await testDatabase(t)
  const bell = await makeBell(database)
  const { ctx, lead } = makeNode(t, database)
  await lead()
  await ring(receives(bell.callback), ctx, { id: 'one', says: 'ding' })
  assert.deepEqual(await bell.rings(), ['one ding'])
  const row = await database.db.read.selectFrom('inbox').selectAll().executeTakeFirstOrThrow()
  assert.equal(row.body, '{"id":"one","says":"ding"}')
  assert.equal(row.source, 'test.bell')
  assert.equal(row.attempts, 1)
  assert.ok(row.applied_at)
})

test('events that come together are applied together, in the order they came', async (t) => {
  const database = await testDatabase(t)
  const bell = await makeBell(database)
  const { ctx, lead } = makeNode(t, database)
  await lead()
  const receive = receives(bell.callback)
  const events = many(150)
  await Promise.all(events.map((event) => ring(receive, ctx, event)))
  assert.deepEqual(bell.calls, [150])
  assert.deepEqual(
    await bell.rings(),
    events.map(({ id }) => `${id} ding`),
  )
})

test('each body of a batch is kept as it came, whatever it contains', async (t) => {
  const database = await testDatabase(t)
  const bell = await makeBell(database)
  const { ctx, lead } = makeNode(t, database)
  await lead()
  const receive = receives(bell.callback)
  const plain = ['ding', 'two\nlines', 'café 🔔', '"quoted" \\x1e'].flatMap((says) =>
    many(30, says),
  )
  // This body contains the separator of the stored bodies.
  const odd = [...many(5), { id: 'odd', says: 'ding\u{1e}dong' }]
  for (const [name, rungs] of Object.entries({ plain, odd })) {
    const batch = rungs.map((rung, at) => ({ ...rung, id: `${name}-${at}` }))
    await Promise.all(
      batch.map((rung) => receive(ctx, rung, null, { ...ringing(rung), raw: rawOf(rung) })),
    )
    const rows = await database.db.read.selectFrom('inbox').select(['id', 'event_key']).execute()
    for (const rung of batch) {
      const id = rows.find(({ event_key }) => event_key === rung.id)?.id
      assert.ok(id !== undefined)
      assert.equal((await findEvent(database.db, id))?.body, rawOf(rung).toString())
    }
  }
  const shared = await database.db.read.selectFrom('inbox_bodies').select('bodies').execute()
  assert.ok(shared.length > 0, 'bodies that came together are stored together')
})

/** A body as a provider may send it, with unescaped control characters. */
const rawOf = (rung: Rung): Buffer =>
  Buffer.from(JSON.stringify(rung).replaceAll('\\u001e', '\u{1e}'))

test('the same key with another body is another row, and its callback decides', async (t) => {
  const database = await testDatabase(t)
  const bell = await makeBell(database)
  const { ctx, lead } = makeNode(t, database)
  await lead()
  const receive = receives(bell.callback)
  for (const says of ['ding', 'dong', 'ding', 'dong']) await ring(receive, ctx, { id: 'one', says })
  assert.deepEqual(await inboxOf(database.db), [
    { key: 'one', state: 'done', outcome: 'rang ding' },
    { key: 'one', state: 'done', outcome: 'rang dong' },
  ])
})

test('two kinds of events may have the same key', async (t) => {
  const database = await testDatabase(t)
  const [bell, gong] = [await makeBell(database), await makeBell(database, 'test.gong')]
  const { ctx, lead } = makeNode(t, database)
  await lead()
  const one = { id: 'one', says: 'ding' }
  await Promise.all([bell, gong].map(({ callback }) => ring(receives(callback), ctx, one)))
  assert.equal((await bell.rings()).length, 2)
})

test('one bad event in a burst is set aside, and the 50 good ones are applied', async (t) => {
  const database = await testDatabase(t)
  const bell = await makeBell(database)
  const { ctx, lead } = makeNode(t, database)
  await lead()
  bell.failOn((rung) => (rung.some(({ says }) => says === 'crack') ? new Error('broken') : null))
  const receive = receives(bell.callback)
  const burst = [...many(25), { id: 'bad', says: 'crack' }, ...many(50).slice(25)]
  await Promise.all(burst.map((event) => ring(receive, ctx, event)))
  assert.equal((await bell.rings()).length, 50)
  const rows = await inboxOf(database.db)
  assert.equal(rows.filter(({ state }) => state === 'done').length, 50)
  assert.deepEqual(
    rows.filter(({ state }) => state !== 'done'),
    [{ key: 'bad', state: 'pending', outcome: null }],
  )
})

test('an event with failing work is stored with its error, and gets a success', async (t) => {
  const database = await testDatabase(t)
  const bell = await makeBell(database)
  const { ctx, lead } = makeNode(t, database)
  await lead()
  bell.failOn(() => new Error('the clapper is broken'))
  await ring(receives(bell.callback), ctx, { id: 'one', says: 'ding' })
  assert.deepEqual(await bell.rings(), [])
  const row = await database.db.read.selectFrom('inbox').selectAll().executeTakeFirstOrThrow()
  assert.equal(row.state, 'pending')
  assert.equal(row.error, 'the clapper is broken')
  assert.equal(row.attempts, 1)
  bell.failOn(() => null)
  await ring(receives(bell.callback), ctx, { id: 'one', says: 'ding' })
  assert.deepEqual(await bell.rings(), [], 'a repeat of what waits is left to the sweep')
})

test('without a leader an event is stored, without effect, and gets a response', async (t) => {
  const database = await testDatabase(t)
  const bell = await makeBell(database)
  const { ctx } = makeNode(t, database)
  const receive = receives(bell.callback)
  const one = { id: 'one', says: 'ding' }
  await Promise.all([ring(receive, ctx, one), ring(receive, ctx, one)])
  assert.deepEqual(await bell.rings(), [])
  assert.deepEqual(await inboxOf(database.db), [{ key: 'one', state: 'pending', outcome: null }])
})

test('without a leader each event of a request is stored', async (t) => {
  const database = await testDatabase(t)
  const bell = await makeBell(database)
  const { ctx, lead } = makeNode(t, database)
  const receive = receivesSeveral(bell.callback)
  const rungs = many(3)
  const items = rungs.map((notice) => ({ notice, raw: Buffer.from(JSON.stringify(notice)) }))
  const request = { ...ringing({ id: 'all', says: '' }), raw: Buffer.from(JSON.stringify(rungs)) }
  await receive(ctx, items, request)
  await receive(ctx, items, request)
  const pending = { state: 'pending', outcome: null }
  assert.deepEqual(
    await inboxOf(database.db),
    rungs.map(({ id }) => ({ key: id, ...pending })),
  )
  await lead()
  await receive(
    ctx,
    [...items, { notice: { id: 'new', says: 'ding' }, raw: Buffer.from('{}') }],
    request,
  )
  assert.deepEqual(await bell.rings(), ['new ding'], 'those that wait are left to the sweep')
})

test('a leader that was replaced without noticing applies nothing, and stores', async (t) => {
  const database = await testDatabase(t)
  const bell = await makeBell(database)
  const { ctx, lead } = makeNode(t, database)
  await lead()
  await raiseEpoch(database.db)
  const receive = receives(bell.callback)
  await Promise.all(many(20).map((event) => ring(receive, ctx, event)))
  assert.deepEqual(await bell.rings(), [])
  const states = new Set((await inboxOf(database.db)).map(({ state }) => state))
  assert.deepEqual([...states], ['pending'])
})

test('an unavailable database is reported as unavailable, whichever node leads', async (t) => {
  const database = await testDatabase(t)
  const bell = await makeBell(database)
  const receive = receives(bell.callback)
  for (const leads of [true, false]) {
    const away = httpContext(t, { leads, clock: hastyClock() })
    const calls = many(5).map((event) => ring(receive, away, event))
    for (const call of calls) await assert.rejects(call, isTransient)
  }
})

test('while the database is away the response is 503 with Retry-After', async (t) => {
  const database = await testDatabase(t)
  const bell = await makeBell(database)
  const http = await startHttp(t, httpContext(t, { leads: true }), [bellEndpoint(bell)])
  for (const body of [{ id: 'one', says: 'ding' }, { id: 'unreadable' }]) {
    const answer = await http.post(bellPath, body)
    assert.equal(answer.status, 503)
    assert.ok(Number(answer.headers.get('retry-after')) <= 5)
  }
})

test('an unreadable body is stored once, with one alert, and refused', async (t) => {
  const database = await testDatabase(t)
  const bell = await makeBell(database)
  const { ctx, lead } = makeNode(t, database)
  await lead()
  const http = await startHttp(t, ctx, [bellEndpoint(bell)])
  const bodies = ['{"id":"a"}', '{"id":"a","id":"b","says":"x"}', 'not json', '[]', '\u{feff}{}']
  for (const body of [...bodies, ...bodies]) {
    assert.equal((await http.post(bellPath, body)).status, 400)
  }
  const rows = await database.db.read.selectFrom('inbox').selectAll().orderBy('id').execute()
  assert.deepEqual(
    rows.map(({ body, encoding, state }) => [body, encoding, state]),
    bodies.map((body) => [body, 'utf8', 'parked']),
  )
  const alerts = await noticesIn(database.db)
  assert.equal(alerts.length, bodies.length)
  assert.ok(alerts.every(({ kind }) => kind === 'event-parked'))
  assert.deepEqual(bell.calls, [])
})

test('an unreadable body is stored whole, byte for byte', async (t) => {
  const database = await testDatabase(t)
  const bell = await makeBell(database)
  const { ctx, lead } = makeNode(t, database)
  await lead()
  const http = await startHttp(t, ctx, [bellEndpoint(bell)])
  const body = Buffer.concat([Buffer.from([0xff, 0x00]), Buffer.alloc(200_000, 'x')])
  assert.equal((await http.post(bellPath, body)).status, 400)
  const { id } = await database.db.read.selectFrom('inbox').select('id').executeTakeFirstOrThrow()
  const event = await findEvent(database.db, id)
  assert.ok(event !== null && bytesOf(event).equals(body))
})

test('odd characters of a text that is stored anyway come back as they came', async (t) => {
  const database = await testDatabase(t)
  const bell = await makeBell(database)
  const { ctx, lead } = makeNode(t, database)
  await lead()
  const http = await startHttp(t, ctx, [bellEndpoint(bell)])
  const body = Buffer.from('{"id":"odd","says":"caf\u00e9","note":"\0"}', 'latin1')
  assert.equal((await http.post(bellPath, body)).status, 200)
  assert.deepEqual(await bell.rings(), ['odd caf\u{fffd}'])
  const { id } = await database.db.read.selectFrom('inbox').select('id').executeTakeFirstOrThrow()
  const event = await findEvent(database.db, id)
  assert.ok(event !== null && bytesOf(event).equals(body))
})
