import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { claimCash } from '../../../../tests/make/cash-deposit.ts'
import { proveCashWithdrawer, withdrawCash } from '../../../../tests/make/cash-withdrawal.ts'
import { certify, needCertification } from '../../../../tests/make/certification.ts'
import { depositCoins, makeDepositAddress } from '../../../../tests/make/custody.ts'
import { makeProvenTrader } from '../../../../tests/make/identity.ts'
import { btc, owned } from '../../../../tests/make/ledger.ts'
import { leaderOf, makeAccount, paidInto, reportPayx } from '../../../../tests/make/payx.ts'
import { expectOk } from '../../../../tests/make/trader.ts'
import { fund } from '../../../../tests/make/withdrawal.ts'
import { idr } from '../../../base/values/money.ts'

const needed = [400, 'api.tax_certification_required']

const requests = [
  ['POST', '/api/payx/virtual-accounts', { bankCode: 'BCA' }],
  ['POST', '/api/payx/qris', { amount: '50000' }],
  ['POST', '/api/payd/deposits', { amount: '50000', paymentMethod: 'VC' }],
  ['POST', '/api/users/coin-address', { symbol: 'BTC', network: 'BTC' }],
  ['GET', '/api/payd/virtual-account', undefined],
] as const

test('every way to deposit waits for the tax certification, and works after it', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeProvenTrader(tukar)
  const { token } = trader
  await needCertification(tukar)
  for (const [method, path, body] of requests) {
    const answer = await tukar.call(method, path, { token, ...(body && { body }) })
    assert.deepEqual(messageOf(answer), needed, path)
  }
  assert.deepEqual(messageOf(await claimCash(tukar, trader)), needed)
  expectOk(await certify(tukar, trader))
  for (const [method, path, body] of requests) {
    expectOk(await tukar.call(method, path, { token, ...(body && { body }) }))
  }
  expectOk(await claimCash(tukar, trader))
})

test('a withdrawal needs no tax certification', async (t) => {
  const tukar = await startTukar(t)
  const trader = await proveCashWithdrawer(tukar)
  await fund(tukar, trader, 100_000_000n, idr)
  await needCertification(tukar)
  expectOk(await withdrawCash(tukar, trader))
})

const suspended = async ({ service }: Tukar) => {
  const { rows } = await sql<{ reason: string; user: string }>`
    select reason, data ->> 'userId' as "user" from suspense_items
    order by id`.execute(service.ctx.db.read)
  return rows
}

test('money that arrives without a certification waits in suspense with its owner', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const trader = await makeProvenTrader(tukar)
  const account = await makeAccount(db, { user: trader.id })
  const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  await makeDepositAddress(db, 'BTC', 'BTC', { user: trader.id, address })
  await needCertification(tukar)
  const paid = await reportPayx(tukar, 'deposit-paid', paidInto(account, 'early', 100_000))
  assert.equal(paid.status, 200)
  await depositCoins(tukar, { address, assetId: 'BTC', amount: '0.001' })
  await eventually('both deposits', async () => (await suspended(tukar)).length === 2)
  const waits = { reason: 'tax-certification-missing', user: String(trader.id) }
  assert.deepEqual(await suspended(tukar), [waits, waits])
  assert.deepEqual(await owned(db, trader.id, btc), { available: 0n, locked: 0n })
  expectOk(await certify(tukar, trader))
  await reportPayx(tukar, 'deposit-paid', paidInto(account, 'late', 100_000))
  assert.ok((await owned(db, trader.id)).available > 0n)
  await auditsClean(db)
})
