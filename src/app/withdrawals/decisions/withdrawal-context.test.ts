import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar, type Tukar } from '../../../../tests/harness.ts'
import { makeCashWithdrawer, withdrawCash } from '../../../../tests/make/cash-withdrawal.ts'
import {
  auditOf,
  makeFirstAdmin,
  makeOperator,
  type SignedInOperator,
} from '../../../../tests/make/operator.ts'
import { expectOk } from '../../../../tests/make/trader.ts'
import {
  becomes,
  makeWithdrawer,
  outside,
  type Withdrawer,
  withdrawCoin,
} from '../../../../tests/make/withdrawal.ts'

const fields = { residentialAddress: 'Jalan Melati 1, Bandung', address: outside }

async function waiting(tukar: Tukar, trader: Withdrawer, amount: string): Promise<string> {
  const answer = await withdrawCoin(tukar, trader, { ...fields, amount })
  assert.equal(answer.body.data?.status, 'PENDING_APPROVAL', answer.text)
  return answer.body.data.request_id
}

async function show(tukar: Tukar, { token }: SignedInOperator, id: string) {
  const answer = await tukar.call('GET', `/operator/api/withdrawals/${id}`, { token })
  expectOk(answer)
  return answer.body.data.context
}

test('a withdrawal shows the history of its destination, of all users', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const { token } = admin
  const earlier = await makeWithdrawer(tukar)
  const first = await waiting(tukar, earlier, '0.03')
  const alone = (await show(tukar, admin, first)).destination
  assert.deepEqual([alone.withdrawals, alone.users, alone.firstAt], [0, 0, null])
  expectOk(
    await tukar.call('POST', `/operator/api/withdrawals/${first}/approve`, { token, body: {} }),
  )
  await becomes(tukar, earlier, 'SUCCESS')
  const id = await waiting(tukar, await makeWithdrawer(tukar), '0.07')
  const { destination } = await show(tukar, admin, id)
  assert.ok(Date.parse(destination.firstAt) > 0)
  assert.deepEqual(
    [
      destination.withdrawals,
      destination.users,
      destination.succeeded,
      destination.ownSucceeded,
      destination.worthIdr,
    ],
    [1, 1, 1, 0, '30000000'],
  )
})

test('a withdrawal shows its owner, the last 30 days, and the price it was worth', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const trader = await makeWithdrawer(tukar)
  const id = await waiting(tukar, trader, '0.06')
  const { owner, price, alsoWaiting } = await show(tukar, admin, id)
  assert.deepEqual([owner.id, owner.authenticator], [trader.id, true])
  assert.deepEqual(owner.recent.withdrawals, { count: 1, worthIdr: '60000000' })
  assert.deepEqual([owner.recent.orders, owner.recent.trades.count], [0, 0])
  assert.ok(owner.sessions.length > 0 && Date.parse(owner.sessions[0].signedInAt) > 0)
  assert.equal(price.used, '1000000000')
  assert.equal(price.now.price, '1000000000')
  assert.ok(price.now.ageMs >= 0 && price.now.source.length > 0)
  assert.deepEqual(alsoWaiting, [])
  assert.equal((await auditOf(tukar, admin, `&subjectId=${id}`)).length, 1)
})

test('a withdrawal shows whether its bank account is in the name of its owner', async (t) => {
  const tukar = await startTukar(t)
  const finance = await makeOperator(tukar, 'finance')
  const viewer = await makeOperator(tukar, 'viewer')
  const shown = async (bankOwner: string, by: SignedInOperator) => {
    const trader = await makeCashWithdrawer(tukar, { bankOwner })
    const requested = await withdrawCash(tukar, trader)
    expectOk(requested)
    const { ownerName, isOwnAccount } = await show(tukar, by, requested.body.data.request_id)
    return [ownerName, isOwnAccount]
  }
  assert.deepEqual(await shown('Dr. Siti Rahayu', finance), ['SITI RAHAYU', true])
  assert.deepEqual(await shown('Siti Rahmawati', finance), ['SITI RAHAYU', false])
  assert.deepEqual(await shown('Siti Rahmawati', viewer), [null, false])
  const list = await tukar.call('GET', '/operator/api/withdrawals?limit=1', finance)
  assert.equal(list.body.data.data[0].userName, 'SITI RAHAYU')
  const hidden = await tukar.call('GET', '/operator/api/withdrawals?limit=1', viewer)
  assert.equal(hidden.body.data.data[0].userName, null)
})
