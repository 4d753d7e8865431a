import assert from 'node:assert/strict'
import { test } from 'node:test'
import { InsufficientFunds, InvalidOrder, OrderNotFound } from 'ccxt'
import { eventually } from '../../../tests/harness.ts'
import { fillOrder } from '../../../tests/make/order.ts'
import { startTrading, symbol } from './rig.ts'

const price = 1_600_000_000

test('a limit order rests, is found in every list of its state, and is cancelled', async (t) => {
  const { exchange } = await startTrading(t)
  const { BTC, IDR } = await exchange.fetchBalance()
  assert.deepEqual([BTC?.free, BTC?.used, IDR?.total], [10, 0, 100_000_000_000])
  const placed = await exchange.createOrder(symbol, 'limit', 'buy', 0.01, price)
  assert.deepEqual([placed.status, placed.amount, placed.price], ['open', 0.01, price])
  const id = placed.id ?? assert.fail()
  const order = await exchange.fetchOrder(id, symbol)
  assert.deepEqual([order.side, order.remaining, order.filled], ['buy', 0.01, 0])
  assert.deepEqual(await idsOf(exchange.fetchOpenOrders(symbol)), [id])
  assert.deepEqual(await idsOf(exchange.fetchOpenOrders('ETH/IDR')), [])
  assert.equal((await exchange.fetchBalance())['IDR']?.used, 16_000_000)
  const canceled = await exchange.cancelOrder(id, symbol)
  assert.equal(canceled.status, 'canceled')
  assert.equal((await exchange.fetchOrder(id)).status, 'canceled')
  assert.deepEqual(await idsOf(exchange.fetchCanceledOrders(symbol)), [id])
  await assert.rejects(exchange.cancelOrder(id, symbol), OrderNotFound)
})

const idsOf = async (listed: Promise<readonly { id: string | undefined }[]>) =>
  (await listed).map(({ id }) => id)

test('a filled order has its trades, with fee and tax in the received asset', async (t) => {
  const { service, exchange } = await startTrading(t)
  const { id = '' } = await exchange.createOrder(symbol, 'limit', 'buy', 0.01, price)
  await fillOrder(service, id, '0.004')
  await fillOrder(service, id, '0.006')
  const filled = await eventually('the order to end', async () => {
    const order = await exchange.fetchOrder(id)
    return order.status === 'closed' ? order : null
  })
  assert.deepEqual([filled.filled, filled.remaining, filled.cost], [0.01, 0, 16_000_000])
  assert.equal(filled.average, price)
  assert.equal(filled.fee?.currency, 'BTC')
  const trades = await exchange.fetchOrderTrades(id, symbol)
  assert.deepEqual(
    trades.map(({ order, amount, side }) => [order, amount, side]),
    [
      [id, 0.004, 'buy'],
      [id, 0.006, 'buy'],
    ],
  )
  const paid = trades.reduce((sum, { fee }) => sum + (fee?.cost ?? 0), 0)
  assert.ok(Math.abs(paid - (filled.fee?.cost ?? 0)) < 1e-8)
  const { BTC } = await exchange.fetchBalance()
  assert.ok(Math.abs((BTC?.free ?? 0) - (10.01 - paid)) < 1e-8)
  assert.deepEqual(await idsOf(exchange.fetchClosedOrders(symbol)), [id])
})

test('a market order is executed at once', async (t) => {
  const { exchange } = await startTrading(t)
  const { id = '' } = await exchange.createOrder(symbol, 'market', 'sell', 0.01)
  const order = await eventually('the order to end', async () => {
    const read = await exchange.fetchOrder(id)
    return read.status === 'open' ? null : read
  })
  assert.deepEqual([order.status, order.type, order.filled], ['closed', 'market', 0.01])
  assert.equal(order.fee?.currency, 'IDR')
})

test('lists begin at `since` with the oldest, and without it end with the newest', async (t) => {
  const { exchange } = await startTrading(t)
  const ids: string[] = []
  for (const volume of [0.01, 0.02, 0.03]) {
    const { id = '' } = await exchange.createOrder(symbol, 'limit', 'buy', volume, price)
    ids.push(id)
  }
  assert.deepEqual(await idsOf(exchange.fetchOrders(symbol, undefined, 2)), ids.slice(1))
  const [first] = await exchange.fetchOrders(symbol)
  const since = first?.timestamp ?? assert.fail()
  assert.deepEqual(await idsOf(exchange.fetchOrders(symbol, since, 2)), ids.slice(0, 2))
  const until = { until: since - 1 }
  assert.deepEqual(await exchange.fetchOrders(symbol, undefined, undefined, until), [])
  assert.equal((await exchange.cancelAllOrders(symbol)).length, 3)
  assert.deepEqual(await exchange.fetchOpenOrders(), [])
})

test('a repeated call with the same idempotency key places one order', async (t) => {
  const { exchange } = await startTrading(t)
  const params = { idempotencyKey: exchange.uuid() }
  const place = () => exchange.createOrder(symbol, 'limit', 'buy', 0.01, price, params)
  const [first, again] = [await place(), await place()]
  assert.equal(again.id, first.id)
  assert.equal((await exchange.fetchOpenOrders(symbol)).length, 1)
})

test('calls at once are each accepted: no signature is used twice', async (t) => {
  const { exchange } = await startTrading(t)
  await exchange.loadMarkets()
  const balances = await Promise.all(Array.from({ length: 5 }, () => exchange.fetchBalance()))
  assert.equal(balances.length, 5)
})

test('orders that the account or the pair excludes have errors of their own', async (t) => {
  const { exchange } = await startTrading(t)
  const buy = (amount: number, at: number) =>
    exchange.createOrder(symbol, 'limit', 'buy', amount, at)
  const unfunded = exchange.createOrder('BTC/USDT', 'limit', 'buy', 0.01, 90_000)
  await assert.rejects(unfunded, InsufficientFunds)
  await assert.rejects(buy(0.000_01, price), InvalidOrder)
  await assert.rejects(buy(0.01, 2 * price), InvalidOrder)
  await assert.rejects(exchange.createOrder(symbol, 'limit', 'buy', 0.01), InvalidOrder)
  await assert.rejects(exchange.fetchOrder('TK-none', symbol), OrderNotFound)
})
