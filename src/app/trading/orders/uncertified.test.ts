import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { certify, needCertification } from '../../../../tests/make/certification.ts'
import { readCard } from '../../../../tests/make/identity.ts'
import {
  makeOrderTrader,
  placeOrder,
  sendOrder,
  stillMarket,
} from '../../../../tests/make/order.ts'
import { expectOk } from '../../../../tests/make/trader.ts'

test('orders of users without a tax certification are refused, and open ones end', async (t) => {
  const tukar = await startTukar(t)
  await stillMarket(tukar)
  const trader = await makeOrderTrader(tukar)
  const order = await placeOrder(tukar, trader)
  await needCertification(tukar, '2099-01-01')
  await placeOrder(tukar, trader)
  await needCertification(tukar)
  const needed = [400, 'api.tax_certification_required']
  for (const side of ['BUY', 'SELL'] as const) {
    assert.deepEqual(messageOf(await sendOrder(tukar, trader, { side })), needed)
  }
  const { token } = trader
  const cancel = `/api/exchange/venue/order/${order}`
  assert.equal((await tukar.call('DELETE', cancel, { token })).status, 200)
  expectOk(await readCard(tukar, trader))
  expectOk(await certify(tukar, trader))
  await placeOrder(tukar, trader)
})

test('canTrade is false while orders are refused for a missing tax certification', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeOrderTrader(tukar)
  const canTrade = async () => {
    const path = '/api/exchange/venue/accountInfo'
    return (await tukar.call('GET', path, { token: trader.token })).body.data.permissions.canTrade
  }
  assert.equal(await canTrade(), true)
  await needCertification(tukar)
  assert.equal(await canTrade(), false)
})
