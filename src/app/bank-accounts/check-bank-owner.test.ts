import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { makeCashWithdrawer, withdrawCash } from '../../../tests/make/cash-withdrawal.ts'
import { expectOk, makeTrader } from '../../../tests/make/trader.ts'

test('the owner of an account is compared with the proven name', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeCashWithdrawer(tukar)
  const { token } = trader
  const check = async (body: object) => {
    const answer = await tukar.call('POST', '/api/user/bank/owner', { token, body })
    assert.deepEqual(messageOf(answer), [200, 'api.bank_owner_checked'])
    return answer.body.data
  }
  const provenName = 'SITI RAHAYU'
  assert.deepEqual(await check({}), { provenName, isSame: null })
  assert.deepEqual(await check({ bankOwner: 'Siti Rahayu, S.H.' }), { provenName, isSame: true })
  assert.deepEqual(await check({ bankOwner: 'Budi Santoso' }), { provenName, isSame: false })
})

test('before the identity is proven there is no name to compare with', async (t) => {
  const tukar = await startTukar(t)
  const { token } = await makeTrader(tukar)
  const body = { bankOwner: 'Siti Rahayu' }
  const answer = await tukar.call('POST', '/api/user/bank/owner', { token, body })
  assert.deepEqual(answer.body.data, { provenName: null, isSame: null })
})

test('thirty owners are checked a minute', async (t) => {
  const tukar = await startTukar(t)
  const { token } = await makeTrader(tukar)
  const check = () => tukar.call('POST', '/api/user/bank/owner', { token, body: {} })
  for (let count = 0; count < 30; count += 1) expectOk(await check())
  assert.equal((await check()).status, 429)
})

test('a reviewed withdrawal to another name is listed with this reason', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeCashWithdrawer(tukar, { bankOwner: 'Budi Santoso' })
  expectOk(await withdrawCash(tukar, trader))
  const path = '/api/users/history/v2/deposit-withdraw?currencyType=FIAT'
  const { body } = await tukar.call('GET', path, { token: trader.token })
  const [withdrawal] = body.data.data
  assert.equal(withdrawal.status, 'PENDING_APPROVAL')
  assert.ok(withdrawal.reviewReasons.includes('other_name'), withdrawal.reviewReasons.join())
})
