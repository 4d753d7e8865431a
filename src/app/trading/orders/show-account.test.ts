import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type Answer, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { callSigned, makeKey } from '../../../../tests/make/api-key.ts'
import { makeOrderTrader, placeOrder, stillMarket } from '../../../../tests/make/order.ts'
import { makeTrader, type Trader } from '../../../../tests/make/trader.ts'

const path = '/api/exchange/venue/accountInfo'

const info = async (tukar: Tukar, { token }: Trader) =>
  (await tukar.call('GET', path, { token })).body.data

const balanceOf = ({ balances }: Answer['body'], wanted: string) =>
  balances.find(({ symbol }: { symbol: string }) => symbol === wanted)

test('an empty account lists every asset with zero', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const answer = await tukar.call('GET', path, { token: trader.token })
  assert.deepEqual(messageOf(answer), [200, 'api.account_info_retrieved'])
  const { balances } = answer.body.data
  const coins = await tukar.call('GET', '/api/users/coins', { token: trader.token })
  assert.deepEqual(
    balances,
    coins.body.data.map(({ symbol }: { symbol: string }) => ({
      symbol,
      available: '0',
      locked: '0',
      total: '0',
    })),
  )
})

test('money frozen by an open order is locked, and the total stays the same', async (t) => {
  const tukar = await startTukar(t)
  await stillMarket(tukar)
  const trader = await makeOrderTrader(tukar)
  await placeOrder(tukar, trader, { volume: '0.01', price: '1600000000' })
  await placeOrder(tukar, trader, { side: 'SELL', price: '1700000000', volume: '0.25' })
  const account = await info(tukar, trader)
  assert.deepEqual(balanceOf(account, 'IDR'), {
    symbol: 'IDR',
    available: '99984000000',
    locked: '16000000',
    total: '100000000000',
  })
  assert.deepEqual(balanceOf(account, 'BTC'), {
    symbol: 'BTC',
    available: '9.75',
    locked: '0.25',
    total: '10',
  })
})

test('fees come in percent, by category and side, as they are now', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const { db } = tukar.service.ctx
  await sql`update pair_categories set sell_fee_ppm = 2500 where code = 'RUPIAH'`.execute(db.read)
  const { feeRates } = await info(tukar, trader)
  const rupiah = feeRates.find(({ category }: { category: string }) => category === 'RUPIAH')
  assert.deepEqual(rupiah, { category: 'RUPIAH', buyFee: '0.1', sellFee: '0.25' })
  const { rows } = await sql`select code from pair_categories`.execute(db.read)
  assert.equal(feeRates.length, rows.length)
})

test('a verified user may trade, and money moves while its flag is up', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  const trader = await makeTrader(tukar)
  const all = { canTrade: true, canWithdraw: true, canDeposit: true }
  assert.deepEqual((await info(tukar, trader)).permissions, { ...all, canTrade: false })
  await sql`update users set identity_status = 'success' where id = ${trader.id}`.execute(db.read)
  assert.deepEqual((await info(tukar, trader)).permissions, all)
  for (const [type, name] of [
    ['WD', 'canWithdraw'],
    ['DEPO', 'canDeposit'],
    ['TRADE', 'canTrade'],
  ] as const) {
    await sql`update wallet_flags set value = 0 where type = ${type}`.execute(db.read)
    assert.deepEqual((await info(tukar, trader)).permissions, { ...all, [name]: false })
    await sql`update wallet_flags set value = 1 where type = ${type}`.execute(db.read)
  }
})

test('an account is shown to its owner, and to keys of theirs that may read', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const reader = await makeKey(tukar, trader, { permissions: ['read'] })
  assert.equal((await callSigned(tukar, reader, { path })).status, 200)
  const seller = await makeKey(tukar, trader, { permissions: ['trade'], apiName: 'seller' })
  const kept = await callSigned(tukar, seller, { path })
  assert.deepEqual(messageOf(kept), [403, 'api.api_key_permission_denied'])
})

test('an account is read from our own tables while the venue is away', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  await tukar.control('POST', '/faults', { provider: 'venue', fault: 'error-500' })
  const { token } = trader
  for (const one of ['accountInfo', 'history', 'historyOrder', 'currentOrder']) {
    const answer = await tukar.call('GET', `/api/exchange/venue/${one}`, { token })
    assert.equal(answer.status, 200, one)
  }
})
