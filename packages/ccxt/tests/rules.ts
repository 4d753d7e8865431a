/** What ccxt's own tests assert of the structures of each exchange, in our words. */
import assert from 'node:assert/strict'
import {
  type Balances,
  type CurrencyInterface,
  type Dict,
  functions,
  type Market,
  type OHLCV,
  type Order,
  type OrderBook,
  Precise,
  type Ticker,
  type Trade,
  type Transaction,
} from 'ccxt'
import type { tukar } from '../src/tukar.ts'

type Kind = 'string' | 'number' | 'boolean' | 'object'
type Structure = Readonly<Record<string, Kind>>
type Value = number | undefined

/** Asserts that fields have values of these types. */
function hasValues(item: object | undefined, structure: Structure): void {
  const types = Object.keys(structure).map((name) => [name, typeof Reflect.get(item ?? {}, name)])
  assert.deepEqual(Object.fromEntries(types), structure)
}

/** Asserts that fields exist; programs may read them, and find no value. */
function hasFields(item: object, ...names: readonly string[]): void {
  for (const name of names) assert.ok(name in item, `${name} is missing`)
}

function isAbove(least: number, ...values: readonly Value[]): void {
  for (const value of values) assert.ok(value === undefined || value > least, `${value}`)
}

function isFromTo(values: readonly Value[]): void {
  const known = values.filter((value) => value !== undefined)
  assert.deepEqual(
    known,
    known.toSorted((one, other) => one - other),
  )
}

/** A whole number of milliseconds of our time, and the same time as a text. */
function isDated({ timestamp, datetime }: { timestamp: Value; datetime?: string | undefined }) {
  assert.ok(timestamp !== undefined && Number.isInteger(timestamp))
  isFromTo([Date.UTC(2009, 0, 3), timestamp, Date.now() + 60_000])
  assert.equal(datetime, new Date(timestamp).toISOString())
}

/** A step such as 0.01: 2 would be a number of decimals. */
function isStep(value: Value): void {
  isAbove(0, value)
  assert.ok(value !== undefined && (value % 1 !== 0 || value === 1 || value % 5 === 0), `${value}`)
}

function areLimits(limits: Dict, ...names: readonly string[]): void {
  hasFields(limits, ...names)
  for (const { min, max } of Object.values(limits)) {
    isFromTo([0, min, max])
    isAbove(0, max)
  }
}

function isKnownCode(exchange: tukar, code: string | undefined, id?: string): void {
  assert.ok(code !== undefined && code in exchange.currencies, `${code}`)
  if (id === undefined) return
  assert.equal(exchange.currency(code).id, id)
  assert.equal(exchange.safeCurrency(id).code, code)
}

function isFee(exchange: tukar, fee: Dict | undefined): void {
  hasValues(fee, { cost: 'number', currency: 'string' })
  isKnownCode(exchange, fee?.['currency'])
}

export function marketRules(exchange: tukar, market: NonNullable<Market>): void {
  hasValues(market, {
    ...{ id: 'string', symbol: 'string', base: 'string', quote: 'string', type: 'string' },
    ...{ baseId: 'string', quoteId: 'string', taker: 'number', maker: 'number' },
    ...{ active: 'boolean', spot: 'boolean', swap: 'boolean', contract: 'boolean' },
    ...{ precision: 'object', limits: 'object', info: 'object' },
  })
  const { base, baseId, quote, quoteId, precision, limits } = market
  assert.deepEqual([market.type, market.spot, market.contract], ['spot', true, false])
  const contract = ['linear', 'inverse', 'settle', 'settleId', 'contractSize', 'expiry', 'strike']
  for (const name of contract) assert.equal(Reflect.get(market, name), undefined, name)
  hasFields(market, ...contract, 'expiryDatetime', 'optionType', 'created', 'marginModes')
  hasFields(market.marginModes ?? {}, 'cross', 'isolated')
  isFromTo([0, market.taker, 1])
  isStep(precision.amount)
  isStep(precision.price)
  areLimits(limits, 'amount', 'price', 'cost')
  isKnownCode(exchange, base, baseId)
  isKnownCode(exchange, quote, quoteId)
}

export function currencyRules(exchange: tukar, currency: CurrencyInterface): void {
  isKnownCode(exchange, currency.code, currency.id)
  hasValues(currency, { code: 'string', type: 'string' })
  assert.match(currency.type ?? '', /^(?:crypto|fiat)$/)
  hasFields(currency, 'name', 'fee')
  for (const one of [currency, ...Object.values(currency.networks)]) {
    hasValues(one, {
      ...{ id: 'string', info: 'object', limits: 'object', precision: 'number' },
      ...{ active: 'boolean', deposit: 'boolean', withdraw: 'boolean' },
    })
    assert.equal(one.active, one.deposit || one.withdraw)
    isStep(one.precision)
    isAbove(-1, one.fee)
    areLimits(one.limits, 'withdraw', 'deposit')
  }
  for (const [code, network] of Object.entries(currency.networks)) {
    assert.equal(network.network, code)
  }
}

export function tickerRules(exchange: tukar, ticker: Ticker): void {
  assert.ok(exchange.symbols.includes(ticker.symbol ?? ''))
  const prices = ['open', 'high', 'low', 'close', 'bid', 'ask', 'average', 'vwap', 'previousClose']
  const others = ['bidVolume', 'askVolume', 'change', 'percentage', 'baseVolume', 'quoteVolume']
  hasFields(ticker, 'info', 'timestamp', 'datetime', 'last', ...prices, ...others)
  isAbove(0, ...prices.map((name) => Reflect.get(ticker, name)))
  assert.equal(ticker.last, ticker.close)
  assert.ok((ticker.bid ?? 0) < (ticker.ask ?? Number.POSITIVE_INFINITY))
}

export function bookRules(book: OrderBook, symbol: string): void {
  assert.equal(book.symbol, symbol)
  hasFields(book, 'timestamp', 'datetime', 'nonce')
  const [bids, asks] = [book.bids, book.asks].map((side) => side.map(([price]) => price))
  assert.ok(bids !== undefined && asks !== undefined)
  const prices = [...bids.toReversed(), ...asks]
  isFromTo(prices)
  assert.equal(new Set(prices).size, prices.length, 'a price is one level')
  isAbove(0, ...book.bids.flat(), ...book.asks.flat())
}

export function candleRules(candles: readonly OHLCV[], stepMs: number): void {
  for (const [at, candle] of candles.entries()) {
    assert.equal(candle.length, 6)
    for (const value of candle) assert.equal(typeof value, 'number')
    const [time = 0, open, high, low, close, volume] = candle
    assert.equal(time % 60_000, 0)
    assert.equal(time, (candles[0]?.[0] ?? 0) + at * stepMs)
    isFromTo([low, open, high])
    isFromTo([low, close, high])
    isAbove(-1, volume)
  }
}

/** Of trades of the market, or with orders and fees of the caller; the oldest is first. */
export function tradeRules(exchange: tukar, trades: readonly Trade[], symbol: string): void {
  isFromTo(trades.map(({ timestamp }) => timestamp))
  for (const trade of trades) {
    hasValues(trade, { id: 'string', price: 'number', amount: 'number', info: 'object' })
    hasFields(trade, 'order', 'takerOrMaker', 'fee', 'fees', 'type')
    assert.equal(trade.symbol, symbol)
    isDated(trade)
    assert.match(trade.side ?? '', /^(?:buy|sell)$/)
    isAbove(0, trade.price, trade.amount, trade.cost)
    if (trade.order !== undefined) isFee(exchange, trade.fee)
  }
}

export function orderRules(exchange: tukar, order: Order, symbol: string): void {
  hasValues(order, {
    ...{ id: 'string', type: 'string', info: 'object', amount: 'number', filled: 'number' },
    ...{ remaining: 'number', cost: 'number', lastUpdateTimestamp: 'number', fee: 'object' },
  })
  hasFields(order, 'clientOrderId', 'lastTradeTimestamp', 'timeInForce', 'postOnly', 'average')
  hasFields(order, 'triggerPrice', 'trades', 'fees')
  assert.equal(order.symbol, symbol)
  isDated(order)
  assert.match(order.side ?? '', /^(?:buy|sell)$/)
  assert.match(order.status ?? '', /^(?:open|closed|canceled|expired|rejected)$/)
  isAbove(0, order.price, order.amount, order.average)
  isFromTo([0, order.filled, order.amount])
  isFromTo([0, order.remaining, order.amount])
  isFee(exchange, order.fee)
}

export function balanceRules(exchange: tukar, balances: Balances): void {
  const [free, used, total] = ['free', 'used', 'total'].map(
    (part) => new Map<string, number>(Object.entries(Reflect.get(balances, part))),
  )
  assert.ok(free !== undefined && used !== undefined && total !== undefined)
  assert.deepEqual([[...free.keys()], [...used.keys()]], [[...total.keys()], [...total.keys()]])
  for (const [code, all] of total) {
    isKnownCode(exchange, code)
    const own: number = free.get(code) ?? -1
    const held: number = used.get(code) ?? -1
    assert.ok(own >= 0 && held >= 0)
    const sum = Precise.stringAdd(functions.numberToString(own), functions.numberToString(held))
    assert.ok(Precise.stringEq(sum, functions.numberToString(all)), code)
  }
}

/** The oldest transaction is first. */
export function transactionRules(
  exchange: tukar,
  transactions: readonly Transaction[],
  code: string,
): void {
  isFromTo(transactions.map(({ timestamp }) => timestamp))
  for (const one of transactions) {
    hasValues(one, { id: 'string', info: 'object', amount: 'number', updated: 'number' })
    hasFields(one, 'txid', 'network', 'address', 'addressTo', 'addressFrom', 'tag', 'tagTo')
    hasFields(one, 'tagFrom', 'comment', 'internal')
    isDated(one)
    assert.equal(one.currency, code)
    assert.match(one.type ?? '', /^(?:deposit|withdrawal)$/)
    assert.match(one.status ?? '', /^(?:ok|pending|failed|rejected|canceled)$/)
    isAbove(-1, one.amount)
    isFee(exchange, one.fee)
  }
}
