import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { openBreaks } from '../../../tests/make/breaks.ts'
import {
  makeCashWithdrawer,
  makeFailedPayout,
  movePayout,
} from '../../../tests/make/cash-withdrawal.ts'
import { makeUser, move, post, posting } from '../../../tests/make/ledger.ts'
import { auditOf, makeFirstAdmin, type SignedInOperator } from '../../../tests/make/operator.ts'
import { leaderOf } from '../../../tests/make/payx.ts'
import { available, house } from '../../core/ledger/accounts.ts'
import { reconcile } from './reconcile.ts'

const reason = 'payx confirmed it by mail'

const close = ({ call }: Tukar, { token }: SignedInOperator, id: number, body: unknown) =>
  call('POST', `/operator/api/breaks/${id}/close`, { token, body })

/** Starts a service with two breaks: of a transfer that is not compared again, and of a balance. */
async function start(t: TestContext) {
  const tukar = await startTukar(t)
  const { ctx } = await leaderOf(tukar)
  const admin = await makeFirstAdmin(tukar)
  await reconcile(ctx)
  const user = await makeUser(ctx.db)
  await post(ctx.db, posting('one', move(house('payx'), available(user), 500_000n)))
  await reconcile(ctx)
  await sql`
    insert into breaks (provider, kind, subject, asset, theirs, ours)
    values ('payx', 'transfer', 'wd-long-ago-1', 'IDR', 'SUCCEEDED', 'FAILED')`.execute(ctx.db.read)
  const [transfer, balance] = await openBreaks(tukar, admin)
  assert.deepEqual([transfer.kind, balance.kind], ['transfer', 'balance'])
  return { tukar, ctx, admin, transfer, balance }
}

test('a settled break is closed for good, with its reason in the audit', async (t) => {
  const { tukar, ctx, admin, transfer, balance } = await start(t)
  const answer = await close(tukar, admin, transfer.id, { reason })
  assert.deepEqual(messageOf(answer), [200, 'api.break_closed'])
  await reconcile(ctx)
  assert.deepEqual(
    (await openBreaks(tukar, admin)).map(({ id }) => id),
    [balance.id],
  )
  const [audit] = await auditOf(tukar, admin, '&action=break.close')
  assert.deepEqual(audit?.after, { reason })
  assert.deepEqual(audit?.subject, { kind: 'break', id: `${transfer.id}` })
})

test('a settled break of a recent withdrawal stays closed', async (t) => {
  const tukar = await startTukar(t)
  const { ctx } = await leaderOf(tukar)
  const admin = await makeFirstAdmin(tukar)
  const trader = await makeCashWithdrawer(tukar)
  const id = await makeFailedPayout(tukar, trader)
  await tukar.control('POST', '/faults', { provider: 'payx', fault: 'lose-callbacks' })
  await movePayout(tukar, id, 'SUCCEEDED')
  await sql`update withdrawals set ended_at = ended_at - interval '2 minutes'`.execute(ctx.db.read)
  await reconcile(ctx)
  const transfers = async () =>
    (await openBreaks(tukar, admin)).filter(({ kind }) => kind === 'transfer')
  const [found] = await transfers()
  assert.equal(found?.subject, id)
  assert.equal((await close(tukar, admin, found.id, { reason })).status, 200)
  await reconcile(ctx)
  assert.deepEqual(await transfers(), [])
  await sql`update withdrawals set ended_at = ended_at - interval '25 hours'`.execute(ctx.db.read)
  await reconcile(ctx)
  assert.deepEqual(await transfers(), [], 'nor is it compared again on the next day')
})

test('what every comparison finds again is not closed, and keeps its age', async (t) => {
  const { tukar, ctx, admin, balance } = await start(t)
  const { rows } = await sql<{ id: number }>`
    insert into breaks (provider, kind, subject, theirs, ours)
    select 'house', kind, kind, 'nothing', 'frozen' from unnest(array['unlisted-asset',
      'withdrawal-overdue', 'withdrawal-in-doubt', 'hold-overdue']) as kind
    returning id`.execute(ctx.db.read)
  for (const { id } of [...rows, balance]) {
    const answer = await close(tukar, admin, Number(id), { reason })
    assert.deepEqual(messageOf(answer), [400, 'api.break_must_agree'])
  }
  await reconcile(ctx)
  const open = await openBreaks(tukar, admin)
  const found = open.find(({ kind }) => kind === 'balance')
  assert.deepEqual([found?.id, found?.since], [balance.id, balance.since])
})

test('an open break is closed once, and with a reason', async (t) => {
  const { tukar, admin, transfer } = await start(t)
  assert.equal((await close(tukar, admin, transfer.id, {})).status, 400)
  const nothing = await close(tukar, admin, 999_999, { reason })
  assert.deepEqual(messageOf(nothing), [404, 'api.break_not_found'])
  const both = await Promise.all([1, 2].map(() => close(tukar, admin, transfer.id, { reason })))
  assert.deepEqual(both.map(messageOf).toSorted(), [
    [200, 'api.break_closed'],
    [400, 'api.nothing_to_change'],
  ])
})
