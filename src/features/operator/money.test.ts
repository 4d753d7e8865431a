import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type Answer, eventually, startTukar, type Tukar } from '../../../tests/harness.ts'
import { auditOf, makeFirstAdmin, makeOperator } from '../../../tests/make/operator.ts'
import { leaderOf, makeAccount, paidInto, tell } from '../../../tests/make/payx.ts'
import { expectOk } from '../../../tests/make/trader.ts'
import { shownBody } from './shown-body.ts'

const said = ({ status, body }: Answer) => [status, body?.message]

type By = Readonly<{ token: string }>

const get = (tukar: Tukar, { token }: By, path: string) =>
  tukar.call('GET', `/operator/api${path}`, { token })

const replay = (tukar: Tukar, { token }: By, id: number) =>
  tukar.call('POST', `/operator/api/inbox/${id}/replay`, { token })

test('withdrawals and deposits are stopped and let go on, with a reason', async (t) => {
  const tukar = await startTukar(t)
  const finance = await makeOperator(tukar, 'finance')
  const set = (body: object) =>
    tukar.call('PUT', '/operator/api/wallet-status', { token: finance.token, body })
  assert.deepEqual(said(await set({ type: 'WD', value: 0 })), [
    400,
    'The reason field is required.',
  ])
  assert.deepEqual(said(await set({ type: 'ALL', value: 0, reason: 'x' })), [
    400,
    'The selected type is invalid.',
  ])
  const stopped = await set({ type: 'WD', value: 0, reason: 'the bank is closed' })
  assert.deepEqual(said(stopped), [200, 'api.wallet_status_updated'])
  assert.deepEqual(stopped.body.data, { type: 'WD', value: 0 })
  expectOk(await set({ type: 'WD', value: 1, reason: 'it is open' }))
  expectOk(await set({ type: 'DEPO', value: 0, reason: 'under repair' }))
  const stored = await sql<{ type: string; value: number; reason: string }>`
    select type, value, reason from wallet_flags order by type`.execute(tukar.service.ctx.db.read)
  assert.deepEqual(stored.rows, [
    { type: 'DEPO', value: 0, reason: 'under repair' },
    { type: 'WD', value: 1, reason: 'it is open' },
  ])
  const audit = await auditOf(tukar, finance, '&action=wallet-status.set')
  assert.deepEqual(
    audit.map(({ subject, before, after }) => [subject.id, before.value, after.value]),
    [
      ['WD', 1, 0],
      ['WD', 0, 1],
      ['DEPO', 1, 0],
    ],
  )
})

test('the inbox shows what came, its body without what proves the sender', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  await leaderOf(tukar)
  const account = await makeAccount(tukar.service.ctx.db)
  const body = { ...paidInto(account, 'payment-1'), client_secret: 'hush', note: 'rent' }
  expectOk(await tell(tukar, 'deposit-paid', body))
  const list = await eventually('the event', async () => {
    const answer = await get(tukar, admin, '/inbox?state=done')
    return answer.body.data.data.length === 1 && answer
  })
  assert.deepEqual(said(list), [200, 'api.inbox_retrieved'])
  const [event] = list.body.data.data
  assert.equal(event.body, undefined)
  const shown = await get(tukar, admin, `/inbox/${event.id}`)
  assert.deepEqual(said(shown), [200, 'api.inbox_event_retrieved'])
  assert.ok(!shown.text.includes('hush'), shown.text)
  assert.equal(JSON.parse(shown.body.data.body).note, 'rent')
  assert.equal((await auditOf(tukar, admin, '&action=inbox.look')).length, 1)
  assert.deepEqual((await get(tukar, admin, '/inbox?state=parked')).body.data.data, [])
  assert.deepEqual((await get(tukar, admin, '/inbox?source=nobody')).body.data.data, [])
  const missing = [404, 'api.inbox_event_not_found']
  assert.deepEqual(said(await get(tukar, admin, '/inbox/999999')), missing)
  assert.deepEqual(said(await replay(tukar, admin, 999_999)), missing)
  const done = [400, 'api.inbox_event_not_parked']
  assert.deepEqual(said(await replay(tukar, admin, event.id)), done)
})

test('a body is shown with every number as it was sent and no secret at any depth', () => {
  const body =
    '{"amount":1.10,"big":12345678901234567890,"in":[{"otpCode":"1","x":{"apiToken":2}}]}'
  const shown = shownBody(body)
  assert.match(shown, /"amount": 1\.10/)
  assert.match(shown, /12345678901234567890/)
  assert.deepEqual(JSON.parse(shown).in, [{ otpCode: '[redacted]', x: { apiToken: '[redacted]' } }])
  assert.deepEqual(JSON.parse(shownBody('amount=1.10&signature=abc')), {
    amount: '1.10',
    signature: '[redacted]',
  })
})

test('a parked event is replayed and applied once, however many ask', async (t) => {
  const tukar = await startTukar(t)
  const finance = await makeOperator(tukar, 'finance')
  const { db } = tukar.service.ctx
  await leaderOf(tukar)
  const account = await makeAccount(db)
  expectOk(await tell(tukar, 'deposit-paid', paidInto(account, 'payment-2')))
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

test('operators read what the service alerts them to', async (t) => {
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
    assert.deepEqual(said(answer), [200, 'api.operator_alerts_retrieved'])
    const found: readonly { kind: string }[] = answer.body.data.data
    return found.map(({ kind }) => kind).filter((kind) => kind.startsWith('test-'))
  }
  assert.deepEqual(await kinds(''), ['test-second', 'test-first'])
  assert.deepEqual(await kinds('severity=critical'), ['test-second'])
  assert.deepEqual(await kinds('kind=test-first'), ['test-first'])
})
