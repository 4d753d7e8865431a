import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../tests/database.ts'
import {
  type Bell,
  inboxOf,
  makeBell,
  makeEventsDue,
  makeNode,
  type Rung,
  raiseEpoch,
  ringing,
} from '../../../tests/make/inbox-node.ts'
import { alertsIn, noticesIn } from '../../../tests/make/notices.ts'
import { type EventId, eventId } from '../../base/values/ids.ts'
import { receives } from '../../platform/access/callbacks/receive.ts'
import { LeadershipLost } from '../database/cluster/leader.ts'
import type { Database } from '../database/database.ts'
import { TransientError } from '../database/driver/errors.ts'
import { anyCallback } from './callback.ts'
import { eventOf, findEvent, insertPending, insertUnreadable, unpark } from './inbox.sql.ts'
import { inboxLimits } from './inbox-limits.ts'
import { sweepInbox } from './sweep.ts'

const callbacksOf = (...bells: readonly Bell[]) =>
  new Map(bells.map(({ callback }) => [callback.source, anyCallback(callback)]))

/** Stores an event as a node does that finds no leader. */
const store = (db: Database, { id, says }: Rung, source = 'test.bell') =>
  db.inTransaction((tx) => {
    const event = eventOf({ source, key: id, raw: ringing({ id, says }).raw })
    return insertPending(tx, event, { attempts: 0, error: null })
  })

const crack = (rung: readonly Rung[]): Error | null =>
  rung.some(({ says }) => says === 'crack') ? new Error('cracked') : null

const replay = ({ db }: Readonly<{ db: Database }>, id: EventId) =>
  db.inTransaction((tx) => unpark(tx, id))

test('stored events are applied once, oldest first, with their outcome', async (t) => {
  const database = await testDatabase(t)
  const [bell, gong] = [await makeBell(database), await makeBell(database, 'test.gong')]
  const node = makeNode(t, database)
  await store(database.db, { id: 'a', says: 'ding' })
  await store(database.db, { id: 'b', says: 'ding' })
  await store(database.db, { id: 'c', says: 'boom' }, 'test.gong')
  await store(database.db, { id: 'd', says: 'ding' })
  await node.lead()
  assert.equal(await sweepInbox(node.ctx, callbacksOf(bell, gong)), 4)
  assert.deepEqual(await bell.rings(), ['a ding', 'b ding', 'c boom', 'd ding'])
  assert.deepEqual([bell.calls, gong.calls], [[2, 1], [1]])
  assert.deepEqual(
    (await inboxOf(database.db)).map(({ state, outcome }) => `${state} ${outcome}`),
    ['done rang ding', 'done rang ding', 'done rang boom', 'done rang ding'],
  )
  assert.equal(await sweepInbox(node.ctx, callbacksOf(bell, gong)), 0)
})

test('two sweeps at once apply each event once', async (t) => {
  const database = await testDatabase(t)
  const bell = await makeBell(database)
  const node = makeNode(t, database)
  for (let count = 0; count < 60; count += 1) {
    await store(database.db, { id: `e${count}`, says: 'ding' })
  }
  await node.lead()
  const sweep = () => sweepInbox(node.ctx, callbacksOf(bell))
  await Promise.all([sweep(), sweep(), sweep()])
  assert.equal(new Set(await bell.rings()).size, 60)
  assert.equal((await bell.rings()).length, 60)
})

test('a node that does not lead, or was replaced, applies nothing', async (t) => {
  const database = await testDatabase(t)
  const bell = await makeBell(database)
  const node = makeNode(t, database)
  await store(database.db, { id: 'a', says: 'ding' })
  assert.equal(await sweepInbox(node.ctx, callbacksOf(bell)), 0)
  await node.lead()
  await raiseEpoch(database.db)
  await assert.rejects(sweepInbox(node.ctx, callbacksOf(bell)), LeadershipLost)
  assert.deepEqual(await bell.rings(), [])
})

test('a failing event blocks no other event', async (t) => {
  const database = await testDatabase(t)
  const bell = await makeBell(database)
  const node = makeNode(t, database)
  await node.lead()
  bell.failOn(crack)
  for (const [at, says] of ['crack', 'ding', 'crack', 'ding', 'ding'].entries()) {
    await store(database.db, { id: `e${at}`, says })
  }
  await sweepInbox(node.ctx, callbacksOf(bell))
  assert.deepEqual(await bell.rings(), ['e1 ding', 'e3 ding', 'e4 ding'])
})

test('a failing event is tried with growing pauses, then parked with one alert', async (t) => {
  const database = await testDatabase(t)
  const { db } = database
  const bell = await makeBell(database)
  const node = makeNode(t, database)
  await node.lead()
  bell.failOn(crack)
  await receives(bell.callback)(
    node.ctx,
    { id: 'a', says: 'crack' },
    null,
    ringing({ id: 'a', says: 'crack' }),
  )
  const pauses: number[] = []
  for (;;) {
    await sweepInbox(node.ctx, callbacksOf(bell))
    const { rows } = await sql<{ state: string; attempts: number; pause: number }>`
      select state, attempts, extract(epoch from next_at - now())::float8 as pause
      from inbox`.execute(db.read)
    const [row] = rows
    if (row?.state !== 'pending') {
      assert.equal(row?.attempts, inboxLimits.applyTries)
      break
    }
    pauses.push(Math.round(row.pause))
    assert.equal(await sweepInbox(node.ctx, callbacksOf(bell)), 0, 'not before its time')
    await makeEventsDue(db)
  }
  assert.deepEqual(pauses, [2, 4, 8, 16, 32, 64, 128, 256])
  const alerts = await noticesIn(db)
  assert.deepEqual(
    alerts.map(({ to, kind }) => [to, kind]),
    [['operator', 'event-parked']],
  )
  await makeEventsDue(db)
  assert.equal(await sweepInbox(node.ctx, callbacksOf(bell)), 0)
})

test('a parked event is applied by a replay when it can be, or alerts again', async (t) => {
  const database = await testDatabase(t)
  const { db } = database
  const bell = await makeBell(database)
  const node = makeNode(t, database)
  await node.lead()
  await store(db, { id: 'a', says: 'crack' })
  const id = (await db.read.selectFrom('inbox').select('id').executeTakeFirstOrThrow()).id
  bell.failOn(crack)
  const untilParked = async () => {
    for (let attempt = 0; attempt < inboxLimits.applyTries; attempt += 1) {
      await makeEventsDue(db)
      await sweepInbox(node.ctx, callbacksOf(bell))
    }
    assert.deepEqual(
      (await inboxOf(db)).map(({ state }) => state),
      ['parked'],
    )
  }
  await untilParked()
  assert.equal(await replay(node.ctx, id), true)
  assert.equal(await replay(node.ctx, id), false, 'it is not parked any more')
  await untilParked()
  const keys = (await noticesIn(db)).map(({ key }) => key)
  assert.equal(new Set(keys).size, 2)
  bell.failOn(() => null)
  assert.equal(await replay(node.ctx, id), true)
  await sweepInbox(node.ctx, callbacksOf(bell))
  assert.deepEqual(await bell.rings(), ['a crack'])
  assert.equal(await replay(node.ctx, id), false, 'what is done is not done again')
})

test('an unreadable event is applied by a replay if it can be read by now', async (t) => {
  const database = await testDatabase(t)
  const { db } = database
  const bell = await makeBell(database)
  const node = makeNode(t, database)
  await node.lead()
  const keep = (raw: Buffer) => db.inTransaction((tx) => insertUnreadable(tx, 'test.bell', raw))
  const id = await keep(Buffer.from('{"id":"late","says":"d\u00e9","note":"\0"}', 'latin1'))
  assert.ok(id)
  assert.equal(await replay({ db }, id), true)
  await sweepInbox(node.ctx, callbacksOf(bell))
  assert.deepEqual(await bell.rings(), ['late d\u{fffd}'])
  assert.equal((await findEvent(db, id))?.outcome, 'rang d\u{fffd}')
})

test('an unreadable event that is replayed in vain is parked again, with an alert', async (t) => {
  const database = await testDatabase(t)
  const { db } = database
  const bell = await makeBell(database)
  const node = makeNode(t, database)
  await node.lead()
  const id = await db.inTransaction((tx) =>
    insertUnreadable(tx, 'test.bell', Buffer.from([0xff, 0x00])),
  )
  assert.ok(id)
  assert.equal(await replay({ db }, id), true)
  await sweepInbox(node.ctx, callbacksOf(bell))
  assert.equal((await findEvent(db, id))?.state, 'parked')
  assert.deepEqual(await alertsIn(db), ['event-parked'])
  assert.equal(await replay({ db }, eventId(999)), false, 'a missing event cannot be replayed')
})

test('a replay that the database interrupts is tried again a second later', async (t) => {
  const database = await testDatabase(t)
  const { db } = database
  const bell = await makeBell(database)
  const node = makeNode(t, database)
  await node.lead()
  const raw = Buffer.from('{"id":"late","says":"ding","note":"\0"}')
  const id = await db.inTransaction((tx) => insertUnreadable(tx, 'test.bell', raw))
  assert.ok(id)
  bell.failOn(() => new TransientError('busy'))
  assert.equal(await replay({ db }, id), true)
  await sweepInbox(node.ctx, callbacksOf(bell))
  const { rows } = await sql<{ state: string; isSoon: boolean }>`
    select state, next_at <= now() + interval '1 second' as "isSoon" from inbox`.execute(db.read)
  assert.deepEqual(rows, [{ state: 'pending', isSoon: true }])
})

test('an event of an unknown kind blocks no other', async (t) => {
  const database = await testDatabase(t)
  const bell = await makeBell(database)
  const node = makeNode(t, database)
  await node.lead()
  await store(database.db, { id: 'old', says: 'ding' }, 'test.gone')
  await store(database.db, { id: 'new', says: 'ding' })
  await sweepInbox(node.ctx, callbacksOf(bell))
  assert.deepEqual(await bell.rings(), ['new ding'])
})

test('a stored form is read as a form', async (t) => {
  const database = await testDatabase(t)
  const { db } = database
  const bell = await makeBell(database)
  const node = makeNode(t, database)
  await node.lead()
  const event = eventOf({ source: 'test.bell', key: 'a', raw: Buffer.from('id=a&says=hi+%21') })
  await db.inTransaction((tx) => insertPending(tx, event, { attempts: 0, error: null }))
  await sweepInbox(node.ctx, callbacksOf(bell))
  assert.deepEqual(await bell.rings(), ['a hi !'])
})

test('a batch that takes the database too long is taken event by event', async (t) => {
  const database = await testDatabase(t)
  const bell = await makeBell(database)
  const node = makeNode(t, database)
  await node.lead()
  bell.failOn((rung) => (rung.length > 1 ? new TransientError('too slow') : null))
  await store(database.db, { id: 'a', says: 'ding' })
  await store(database.db, { id: 'b', says: 'ding' })
  await sweepInbox(node.ctx, callbacksOf(bell))
  assert.deepEqual(await bell.rings(), ['a ding', 'b ding'])
})

test('an event the database is too busy for waits, and is not parked for that', async (t) => {
  const database = await testDatabase(t)
  const { db } = database
  const bell = await makeBell(database)
  const node = makeNode(t, database)
  await node.lead()
  bell.failOn((rung) =>
    rung.some(({ says }) => says === 'heavy') ? new TransientError('busy') : null,
  )
  await store(db, { id: 'a', says: 'heavy' })
  await store(db, { id: 'b', says: 'ding' })
  for (let attempt = 0; attempt < inboxLimits.applyTries * 3; attempt += 1) {
    await makeEventsDue(db)
    await sweepInbox(node.ctx, callbacksOf(bell))
  }
  assert.deepEqual(await bell.rings(), ['b ding'])
  assert.deepEqual(
    (await inboxOf(db)).map(({ state }) => state),
    ['pending', 'done'],
  )
  bell.failOn(() => null)
  await makeEventsDue(db)
  await sweepInbox(node.ctx, callbacksOf(bell))
  assert.deepEqual(await bell.rings(), ['b ding', 'a heavy'])
})
