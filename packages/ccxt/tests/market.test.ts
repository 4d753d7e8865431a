import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BadSymbol, Exchange } from 'ccxt'
import { eventually, startTukar } from '../../../tests/harness.ts'
import { stillMarket } from '../../../tests/make/order.ts'
import { description } from '../src/description.ts'
import { publicExchange, symbol } from './rig.ts'

test("the class extends ccxt's own, and has each method that it says it has", async (t) => {
  const exchange = publicExchange(await startTukar(t))
  assert.ok(exchange instanceof Exchange)
  // ccxt derives this one from `fetchTradingFees`.
  const names = Object.keys(description['has']).filter((name) => name !== 'fetchTradingFee')
  const methods = names.filter((name) => /^(?:fetch|create|cancel|withdraw)/.test(name))
  assert.ok(methods.length > 20)
  for (const name of methods) {
    assert.notEqual(Reflect.get(exchange, name), Reflect.get(Exchange.prototype, name), name)
  }
})

test('markets have their steps, bounds and fees', async (t) => {
  const exchange = publicExchange(await startTukar(t))
  const markets = await exchange.loadMarkets()
  const market = markets[symbol]
  assert.deepEqual(
    [market?.id, market?.base, market?.quote, market?.spot, market?.active],
    ['BTC_IDR', 'BTC', 'IDR', true, true],
  )
  const info = market?.info
  assert.equal(market?.precision.amount, exchange.parseNumber(info.volumeStep))
  assert.equal(market?.precision.price, exchange.parseNumber(info.priceTick))
  assert.equal(market?.limits.cost?.min, exchange.parseNumber(info.minAmount))
  assert.ok((market?.taker ?? 0) > 0 && (market?.taker ?? 1) < 0.1)
  const fee = await exchange.fetchTradingFee(symbol)
  assert.equal(fee.taker, market?.taker)
})

test('tickers have the last price and the best ones', async (t) => {
  const service = await startTukar(t)
  await stillMarket(service)
  const exchange = publicExchange(service)
  const ticker = await exchange.fetchTicker(symbol)
  assert.equal(ticker.symbol, symbol)
  assert.ok((ticker.bid ?? 0) < (ticker.ask ?? 0))
  assert.ok((ticker.last ?? 0) > 0)
  const some = await exchange.fetchTickers([symbol, 'ETH/IDR'])
  assert.deepEqual(Object.keys(some).toSorted(), [symbol, 'ETH/IDR'])
  assert.ok(Object.keys(await exchange.fetchTickers()).length >= 6)
})

test('the order book is sorted, and as short as its reader wants', async (t) => {
  const exchange = publicExchange(await startTukar(t))
  const { bids, asks } = await exchange.fetchOrderBook(symbol, 5)
  assert.deepEqual([bids.length, asks.length], [5, 5])
  assert.ok((bids[0]?.[0] ?? 0) < (asks[0]?.[0] ?? 0))
  assert.ok((bids[0]?.[0] ?? 0) > (bids[4]?.[0] ?? 0))
})

test('trades of the market come oldest first', async (t) => {
  const service = await startTukar(t)
  await service.control('POST', '/venue/pace', { walk: true })
  const exchange = publicExchange(service)
  const trades = await eventually('two trades', async () => {
    const read = await exchange.fetchTrades(symbol)
    return read.length > 1 ? read : null
  })
  assert.ok((trades[0]?.timestamp ?? 0) <= (trades.at(-1)?.timestamp ?? 0))
  assert.deepEqual([trades[0]?.symbol, trades[0]?.fee?.cost], [symbol, undefined])
})

test('candles follow each other, from a time on if one is given', async (t) => {
  const exchange = publicExchange(await startTukar(t))
  const hourMs = 3_600_000
  const last = await exchange.fetchOHLCV(symbol, '1h', undefined, 3)
  assert.equal(last.length, 3)
  assert.equal((last[1]?.[0] ?? 0) - (last[0]?.[0] ?? 0), hourMs)
  const since = (last[0]?.[0] ?? 0) - 10 * hourMs
  const earlier = await exchange.fetchOHLCV(symbol, '1h', since, 2)
  assert.deepEqual(
    earlier.map(([time]) => time),
    [since, since + hourMs],
  )
})

test('the time is that of the venue', async (t) => {
  const exchange = publicExchange(await startTukar(t))
  assert.ok(Math.abs(((await exchange.fetchTime()) ?? 0) - Date.now()) < 60_000)
})

test('an unknown symbol is a BadSymbol, before and after a request', async (t) => {
  const exchange = publicExchange(await startTukar(t))
  await assert.rejects(exchange.fetchTicker('DOGE/IDR'), BadSymbol)
  const asked = { symbol: 'DOGE_IDR' }
  await assert.rejects(exchange.request('exchange/venue/depth', 'public', 'GET', asked), BadSymbol)
})
