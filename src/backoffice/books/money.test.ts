import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar, type Tukar } from '../../../tests/harness.ts'
import { fieldsIn } from '../../../tests/json.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { auditOf, makeFirstAdmin, makeOperator } from '../../../tests/make/operator.ts'
import { leaderOf, makeAccount, paidInto, reportPayx } from '../../../tests/make/payx.ts'
import { putAgreed } from '../../../tests/make/proposals.ts'
import { expectOk } from '../../../tests/make/trader.ts'
import { shownBody } from './shown-body.ts'

type By = Readonly<{ token: string }>

const get = (tukar: Tukar, { token }: By, path: string) =>
  tukar.call('GET', `/operator/api${path}`, { token })

const replay = (tukar: Tukar, { token }: By, id: number) =>
  tukar.call('POST', `/operator/api/inbox/${id}/replay`, { token })

test('withdrawals and deposits are stopped and resumed, with a reason', async (t) => {
  const tukar = await startTukar(t)
  const finance = await makeOperator(tukar, 'finance')
  const set = (body: object) =>
    tukar.call('PUT', '/operator/api/wallet-status', { token: finance.token, body })
  assert.deepEqual(messageOf(await set({ type: 'WD', value: 0 })), [
    400,
    'The reason field is required.',
  ])
  assert.deepEqual(messageOf(await set({ type: 'ALL', value: 0, reason: 'x' })), [
    400,
    'The selected type is invalid.',
  ])
  const stopped = await set({ type: 'WD', value: 0, reason: 'the bank is closed' })
  assert.deepEqual(messageOf(stopped), [200, 'api.wallet_status_updated'])
  assert.deepEqual(stopped.body.data, { type: 'WD', value: 0, proposal: null })
  const resumption = { type: 'WD', value: 1, reason: 'it is open' }
  await putAgreed(tukar, finance, 'wallet-status', resumption)
  expectOk(await set({ type: 'DEPO', value: 0, reason: 'under repair' }))
  const stored = await sql<{ type: string; value: number; reason: string }>`
    select type, value, reason from wallet_flags order by type`.execute(tukar.service.ctx.db.read)
  assert.deepEqual(stored.rows, [
    { type: 'DEPO', value: 0, reason: 'under repair' },
    { type: 'TRADE', value: 1, reason: null },
    { type: 'WD', value: 1, reason: 'it is open' },
  ])
  const audit = await auditOf(tukar, finance, '&action=wallet-status.set')
  assert.deepEqual(
    audit.map(({ subject, before, after }) => [subject.id, before.value, after.value]),
    [
      ['WD', 1, 0],
      ['DEPO', 1, 0],
    ],
  )
})

test("the inbox shows callbacks, their bodies without the sender's proof", async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  await leaderOf(tukar)
  const account = await makeAccount(tukar.service.ctx.db)
  const body = { ...paidInto(account, 'payment-1'), client_secret: 'hush', note: 'rent' }
  expectOk(await reportPayx(tukar, 'deposit-paid', body))
  const list = await eventually('the event', async () => {
    const answer = await get(tukar, admin, '/inbox?state=done')
    return answer.body.data.data.length === 1 && answer
  })
  assert.deepEqual(messageOf(list), [200, 'api.inbox_retrieved'])
  const [event] = list.body.data.data
  assert.equal(event.body, undefined)
  const shown = await get(tukar, admin, `/inbox/${event.id}`)
  assert.deepEqual(messageOf(shown), [200, 'api.inbox_event_retrieved'])
  assert.ok(!shown.text.includes('hush'), shown.text)
  assert.equal(fieldsIn(shown.body.data.body)['note'], 'rent')
  assert.equal((await auditOf(tukar, admin, '&action=inbox.look')).length, 1)
  assert.deepEqual((await get(tukar, admin, '/inbox?state=parked')).body.data.data, [])
  assert.deepEqual((await get(tukar, admin, '/inbox?source=nobody')).body.data.data, [])
  const missing = [404, 'api.inbox_event_not_found']
  assert.deepEqual(messageOf(await get(tukar, admin, '/inbox/999999')), missing)
  assert.deepEqual(messageOf(await replay(tukar, admin, 999_999)), missing)
  const done = [400, 'api.inbox_event_not_parked']
  assert.deepEqual(messageOf(await replay(tukar, admin, event.id)), done)
})

test('a body is shown with every number as it was sent and no secret at any depth', () => {
  const body =
    '{"amount":1.10,"big":12345678901234567890,"in":[{"otpCode":"1","x":{"apiToken":2}}]}'
  const shown = shownBody(Buffer.from(body), true)
  assert.match(shown, /"amount": 1\.10/)
  assert.match(shown, /12345678901234567890/)
  assert.deepEqual(fieldsIn(shown)['in'], [
    { otpCode: '[redacted]', x: { apiToken: '[redacted]' } },
  ])
  assert.deepEqual(JSON.parse(shownBody(Buffer.from('amount=1.10&signature=abc'), true)), {
    amount: '1.10',
    signature: '[redacted]',
  })
})

test('who paid is shown to operators who decide about money, and to no others', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  await leaderOf(tukar)
  const account = await makeAccount(db)
  const payer = { sender_name: 'SITI CONTOH', email: 'siti@tukar.test', channel_name: 'BCA' }
  const details = { payment_details: { name: 'SITI CONTOH', source: 'GOPAY' } }
  const paid = { ...paidInto(account, 'payment-9'), ...payer, ...details }
  expectOk(await reportPayx(tukar, 'deposit-paid', paid))
  const bodyFor = async (role: 'viewer' | 'support' | 'finance') => {
    const operator = await makeOperator(tukar, role)
    const [event] = (await get(tukar, operator, '/inbox')).body.data.data
    return fieldsIn((await get(tukar, operator, `/inbox/${event.id}`)).body.data.body)
  }
  const redacted = '[redacted]'
  for (const role of ['viewer', 'support'] as const) {
    const shown = await bodyFor(role)
    assert.ok(!JSON.stringify(shown).includes('SITI'), JSON.stringify(shown))
    assert.deepEqual([shown['sender_name'], shown['email']], [redacted, redacted])
    assert.deepEqual(shown['payment_details'], { name: redacted, source: 'GOPAY' })
    assert.equal(shown['channel_name'], 'BCA')
    assert.equal(shown['payment_id'], 'payment-9')
  }
  assert.equal((await bodyFor('finance'))['sender_name'], 'SITI CONTOH')
})

test('a parked event is replayed and applied once, on any number of requests', async (t) => {
  const tukar = await startTukar(t, { jobs: ['sweep the inbox'] })
  const finance = await makeOperator(tukar, 'finance')
  const { db } = tukar.service.ctx
  await leaderOf(tukar)
  const account = await makeAccount(db)
  expectOk(await reportPayx(tukar, 'deposit-paid', paidInto(account, 'payment-2')))
  const id = await eventually('the event', async () => {
    const found = await sql<{ id: number }>`select id from inbox`.execute(db.read)
    return found.rows[0]?.id
  })
  const park = sql`update inbox set state = 'parked', applied_at = null, next_at = null`
  await park.execute(db.read)
  const answers = await Promise.all([1, 2, 3].map(() => replay(tukar, finance, id)))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  await eventually('the replay', async () => {
    const event = await get(tukar, finance, `/inbox/${id}`)
    return event.body.data.state === 'done'
  })
  const moved = await sql<{ available: string }>`
    select available from balances where user_id = ${account.user}`.execute(db.read)
  assert.deepEqual(moved.rows, [{ available: '24556000' }], 'its money is there once')
  assert.equal((await auditOf(tukar, finance, '&action=inbox.replay')).length, 1)
})

/** Stores parked events of a source, received one an hour up to `hoursAgo`. */
async function parkEvents(tukar: Tukar, source: string, count: number, hoursAgo = 0) {
  await sql`
    insert into inbox (source, event_key, state, body, received_at)
    select ${source}, 'key-' || n, 'parked', '{}',
      now() - make_interval(hours => ${count + hoursAgo} - n)
    from generate_series(1, ${count}::int) n`.execute(tukar.service.ctx.db.read)
}

test('the inbox is paged by cursor, and filtered by time, key and source', async (t) => {
  const tukar = await startTukar(t)
  const viewer = await makeOperator(tukar, 'viewer')
  await parkEvents(tukar, 'test.old', 5, 5)
  await parkEvents(tukar, 'test.new', 5)
  const read = async (query: string) => {
    const { data, nextCursor } = (await get(tukar, viewer, `/inbox?${query}`)).body.data
    const rows: readonly { source: string; key: string; receivedAt: string }[] = data
    return { rows, nextCursor, keys: rows.map(({ source, key }) => `${source} ${key}`) }
  }
  const first = await read('limit=3')
  assert.deepEqual(first.keys, ['test.new key-5', 'test.new key-4', 'test.new key-3'])
  const second = await read(`limit=20&cursor=${first.nextCursor}`)
  assert.deepEqual([second.keys.length, second.nextCursor], [7, null])
  assert.deepEqual((await read('limit=1&sort=asc&state=parked')).keys, ['test.old key-1'])
  assert.deepEqual((await read('key=key-2&source=test.old')).keys, ['test.old key-2'])
  const from = first.rows[1]?.receivedAt
  assert.deepEqual((await read(`source=test.new&from=${from}`)).keys, first.keys.slice(0, 2))
  assert.deepEqual((await read(`source=test.new&to=${from}&limit=1`)).keys, first.keys.slice(2))
})

test('parked events are replayed by filter, bounded and audited once', async (t) => {
  const tukar = await startTukar(t)
  const finance = await makeOperator(tukar, 'finance')
  await parkEvents(tukar, 'test.held', 503)
  const replayAll = (body: object) =>
    tukar.call('POST', '/operator/api/inbox/replay', { token: finance.token, body })
  const reason = 'the provider mended it'
  assert.deepEqual(messageOf(await replayAll({ source: 'test.other', reason })), [
    400,
    'api.nothing_to_change',
  ])
  const first = await replayAll({ source: 'test.held', reason })
  assert.deepEqual(messageOf(first), [200, 'api.inbox_events_replayed'])
  assert.deepEqual(first.body.data, { replayed: 500, isAll: false })
  const rest = await replayAll({ source: 'test.held', reason })
  assert.deepEqual(rest.body.data, { replayed: 3, isAll: true })
  const audit = await auditOf(tukar, finance, '&action=inbox.replay-all')
  assert.deepEqual(
    audit.map(({ subject, after }) => [subject.id, after.replayed.length, after.reason]),
    [
      ['test.held', 500, reason],
      ['test.held', 3, reason],
    ],
  )
})

test('operators read the alerts of the service', async (t) => {
  const tukar = await startTukar(t)
  const viewer = await makeOperator(tukar, 'viewer')
  const insert = (severity: string, kind: string) =>
    sql`insert into operator_alerts (severity, kind, dedupe_key, subject, data)
        values (${severity}, ${kind}, ${kind}, ${`about ${kind}`}, '{"a":"b"}')`.execute(
      tukar.service.ctx.db.read,
    )
  await insert('info', 'test-first')
  await insert('critical', 'test-second')
  const kinds = async (query: string) => {
    const answer = await get(tukar, viewer, `/alerts?${query}`)
    assert.deepEqual(messageOf(answer), [200, 'api.operator_alerts_retrieved'])
    const found: readonly { kind: string }[] = answer.body.data.data
    return found.map(({ kind }) => kind).filter((kind) => kind.startsWith('test-'))
  }
  assert.deepEqual(await kinds(''), ['test-second', 'test-first'])
  assert.deepEqual(await kinds('severity=critical'), ['test-second'])
  assert.deepEqual(await kinds('kind=test-first'), ['test-first'])
})
