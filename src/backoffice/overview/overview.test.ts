import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar, type Tukar } from '../../../tests/harness.ts'
import { makeUser, move, post, posting } from '../../../tests/make/ledger.ts'
import { makeOperator, type SignedInOperator } from '../../../tests/make/operator.ts'
import { leaderOf } from '../../../tests/make/payx.ts'
import { setLimits } from '../../../tests/make/set-limits.ts'
import { expectOk } from '../../../tests/make/trader.ts'
import { serviceVersion } from '../../base/version.ts'
import { available, house } from '../../core/ledger/accounts.ts'
import { jobLimits } from '../../core/outbox/job-limits.ts'
import { reconcile } from '../reconciliation/reconcile.ts'

async function get(tukar: Tukar, { token }: SignedInOperator, path: string) {
  const answer = await tukar.call('GET', `/operator/api${path}`, { token })
  expectOk(answer)
  return answer.body.data
}

test('the overview counts what waits for operators, with the time of the oldest', async (t) => {
  const tukar = await startTukar(t)
  const viewer = await makeOperator(tukar, 'viewer')
  const { db } = tukar.service.ctx
  await sql`
    insert into breaks (provider, kind, subject, theirs, ours, since)
    select 'house', 'transfer', 'wd-' || n, 'a', 'b',
      '2026-01-01T00:00:00Z'::timestamptz + n * '1 hour'::interval
    from generate_series(1, 3) n`.execute(db.read)
  await sql`
    insert into inbox (source, event_key, state, body)
    select 'test.bell', n::text, 'parked', '{}' from generate_series(1, 1200) n`.execute(db.read)
  const { queues } = await get(tukar, viewer, '/overview')
  const of = (name: string) => queues.find((queue: { name: string }) => queue.name === name)
  assert.deepEqual(of('breaks'), {
    name: 'breaks',
    count: 3,
    isMore: false,
    oldestAt: '2026-01-01T01:00:00.000Z',
  })
  assert.deepEqual([of('parked-events').count, of('parked-events').isMore], [1000, true])
  assert.deepEqual([of('withdrawals').count, of('withdrawals').oldestAt], [0, null])
})

test('the overview shows the live nodes, the leader and what each sees of providers', async (t) => {
  setLimits(t, jobLimits, { reportEveryMs: 200, workEveryMs: 200 })
  const tukar = await startTukar(t, { jobs: 'all' })
  const viewer = await makeOperator(tukar, 'viewer')
  const { ctx } = await leaderOf(tukar)
  const { nodes, leader } = await eventually('the report of the leader', async () => {
    const shown = await get(tukar, viewer, '/overview')
    return shown.nodes.some(({ leads }: { leads: boolean }) => leads) && shown
  })
  assert.equal(nodes.length, 1)
  assert.deepEqual([nodes[0].isAlive, nodes[0].version], [true, serviceVersion])
  assert.deepEqual([leader.epoch, leader.isHeld], [ctx.leadership.current()?.epoch, true])
  await reconcile(ctx)
  const payx = await eventually('the health of payx', async () => {
    const [node] = await get(tukar, viewer, '/overview/providers')
    const found = node.providers.find(({ provider }: { provider: string }) => provider === 'payx')
    return found?.calls > 0 && found
  })
  assert.deepEqual([payx.circuit, payx.failures, payx.lastFailure], ['closed', 0, null])
  assert.ok(payx.lastSuccessAt !== null && payx.medianMs !== null)
  const [{ providers }] = await get(tukar, viewer, '/overview/providers')
  const venue = providers.find(({ provider }: { provider: string }) => provider === 'venue')
  const names = venue.budgets.map(({ name }: { name: string }) => name)
  assert.deepEqual(names, ['request-weight', 'orders-of-10-seconds', 'orders-of-day'])
})

test('the balance sheet compares what users are owed with what providers report', async (t) => {
  const tukar = await startTukar(t)
  const viewer = await makeOperator(tukar, 'viewer')
  const { ctx } = await leaderOf(tukar)
  await reconcile(ctx)
  const user = await makeUser(ctx.db)
  await post(ctx.db, posting('one', move(house('payx'), available(user), 5_000_00n)))
  await reconcile(ctx)
  const sheet: readonly { symbol: string }[] = await get(tukar, viewer, '/overview/balances')
  const rupiah = sheet.find(({ symbol }) => symbol === 'IDR')
  assert.ok(rupiah !== undefined && 'held' in rupiah && Array.isArray(rupiah.held))
  const payx = rupiah.held.find(({ place }: { place: string }) => place === 'payx')
  assert.deepEqual([payx.place, payx.books, payx.reported], ['payx', '5000', '100000000000'])
  assert.deepEqual(
    { ...rupiah, held: null },
    {
      symbol: 'IDR',
      owed: '5000',
      held: null,
      total: '100100000000000',
      difference: '100099999995000',
      coverage: '20020000000',
    },
  )
})

test('operators see the last run of each scheduled job and its failures', async (t) => {
  setLimits(t, jobLimits, { reportEveryMs: 200, workEveryMs: 200 })
  const tukar = await startTukar(t, { jobs: 'all' })
  const viewer = await makeOperator(tukar, 'viewer')
  const { ctx } = await leaderOf(tukar)
  const found = async (job: string) => {
    const { scheduled } = await get(tukar, viewer, '/jobs')
    return scheduled.find((one: { job: string }) => one.job === job)
  }
  const name = 'settle withdrawals'
  const run = await eventually('a run', () => found(name))
  assert.deepEqual([run.failures, run.error], [0, null])
  assert.ok(Date.parse(run.nextAt) >= Date.parse(run.startedAt) + run.everyMs)
  await sql`alter table withdrawals rename to elsewhere`.execute(ctx.db.read)
  const failed = await eventually('a failed run', async () => {
    const last = await found(name)
    return last.failures > 0 && last
  })
  assert.match(failed.error, /withdrawals/)
  assert.ok(failed.succeededAt !== null && failed.failedAt !== null)
  await sql`alter table elsewhere rename to withdrawals`.execute(ctx.db.read)
})
