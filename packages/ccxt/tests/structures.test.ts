/** ccxt's own rules for structures: programs read these fields and no others. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../../tests/harness.ts'
import { fillOrder } from '../../../tests/make/order.ts'
import { startTrading, symbol } from './rig.ts'
import {
  balanceRules,
  bookRules,
  candleRules,
  currencyRules,
  marketRules,
  orderRules,
  tickerRules,
  tradeRules,
} from './rules.ts'

test('markets, currencies and fees keep the rules of ccxt', async (t) => {
  const { exchange } = await startTrading(t)
  const markets = Object.values(await exchange.loadMarkets()).flatMap((market) => market ?? [])
  assert.ok(markets.length >= 6)
  for (const market of markets) marketRules(exchange, market)
  for (const currency of Object.values(exchange.currencies)) currencyRules(exchange, currency)
  const fees = await exchange.fetchTradingFees()
  assert.deepEqual(Object.keys(fees).toSorted(), exchange.symbols.toSorted())
  for (const { maker, taker, percentage, tierBased } of Object.values(fees)) {
    assert.deepEqual([typeof maker, taker, percentage, tierBased], ['number', maker, true, false])
  }
})

test('prices, books, candles and trades of the market keep the rules of ccxt', async (t) => {
  const { service, exchange } = await startTrading(t)
  await service.control('POST', '/venue/pace', { walk: true })
  for (const ticker of Object.values(await exchange.fetchTickers())) tickerRules(exchange, ticker)
  bookRules(await exchange.fetchOrderBook(symbol), symbol)
  candleRules(await exchange.fetchOHLCV(symbol, '1h', undefined, 5), 3_600_000)
  const trades = await eventually('a trade', async () => {
    const read = await exchange.fetchTrades(symbol)
    return read.length > 0 ? read : null
  })
  tradeRules(exchange, trades, symbol)
})

test('orders, their trades and balances keep the rules of ccxt', async (t) => {
  const { service, exchange } = await startTrading(t)
  const { id: open = '' } = await exchange.createOrder(symbol, 'limit', 'buy', 0.02, 1_600_000_000)
  orderRules(exchange, await exchange.fetchOrder(open), symbol)
  const { id = '' } = await exchange.createOrder(symbol, 'limit', 'sell', 0.01, 1_700_000_000)
  await fillOrder(service, id, '0.004')
  await fillOrder(service, id, '0.006')
  await eventually('the order to end', async () => {
    const { status } = await exchange.fetchOrder(id)
    return status === 'closed'
  })
  await exchange.cancelOrder(open)
  const orders = await exchange.fetchOrders(symbol)
  assert.deepEqual(
    orders.map(({ status }) => status),
    ['canceled', 'closed'],
  )
  for (const order of orders) orderRules(exchange, order, symbol)
  const trades = await exchange.fetchMyTrades(symbol)
  assert.deepEqual(
    trades.map(({ order }) => order),
    [id, id],
  )
  tradeRules(exchange, trades, symbol)
  balanceRules(exchange, await exchange.fetchBalance())
})
