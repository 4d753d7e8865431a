import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { startTukar, type Tukar } from '../../../../tests/harness.ts'
import type { Fields } from '../../../../tests/json.ts'
import { listen } from '../../../../tests/make/event-stream.ts'
import { makeMessages } from '../../../../tests/make/messages.ts'
import { stillMarket } from '../../../../tests/make/order.ts'
import { setLimits } from '../../../../tests/make/set-limits.ts'
import { expectOk, makeTrader, type Trader } from '../../../../tests/make/trader.ts'
import { liveLimits } from './live-limits.ts'

const open = (t: TestContext, tukar: Tukar, trader: Trader, symbols: string, lastId?: string) =>
  listen(t, tukar, trader, {
    path: `/api/stream?symbols=${symbols}`,
    ...(lastId === undefined ? {} : { lastId }),
  })

const isOf = (txPair: string) => (data: Fields) => data['txPair'] === txPair

test('one stream has the changes of its user and the market of the pairs it names', async (t) => {
  setLimits(t, liveLimits, { tellEveryMs: 50 })
  const tukar = await startTukar(t, { prices: true })
  await stillMarket(tukar)
  const trader = await makeTrader(tukar)
  const stream = await open(t, tukar, trader, 'eth-idr,BTC_IDR')
  await stream.next('start')
  await stream.next('ticker', isOf('ETH_IDR'))
  await makeMessages(tukar, trader, 1, 'beside prices')
  await stream.next('message', ({ title }) => title === 'beside prices')
  const price = '1650000000'
  expectOk(await tukar.control('POST', '/venue/price', { symbol: 'BTCIDR', price }))
  await stream.next('ticker', (data) => isOf('BTC_IDR')(data) && data['price'] === price)
  await stream.next('depth', isOf('BTC_IDR'))
  await stream.next('candle', isOf('BTC_IDR'))
})

test('a stream resumes with other pairs, without a loss of changes between', async (t) => {
  const tukar = await startTukar(t, { prices: true })
  const trader = await makeTrader(tukar)
  const first = await open(t, tukar, trader, 'BTC_IDR')
  await first.next('start')
  await first.next('ticker', isOf('BTC_IDR'))
  first.leave()
  await makeMessages(tukar, trader, 1, 'between')
  const second = await open(t, tukar, trader, 'ETH_IDR', first.lastId())
  assert.deepEqual((await second.next('start')).data, { resumed: true })
  await second.next('message', ({ title }) => title === 'between')
  await second.next('ticker', isOf('ETH_IDR'))
  assert.deepEqual(
    second.events.filter(({ data }) => isOf('BTC_IDR')(data)),
    [],
  )
})

test('pairs that are not traded, or a venue without a stream, end no stream', async (t) => {
  const priced = await startTukar(t, { prices: true })
  const trader = await makeTrader(priced)
  const stream = await open(t, priced, trader, 'NONE_IDR,BTC_IDR')
  await stream.next('ticker', isOf('BTC_IDR'))
  const unpriced = await startTukar(t)
  const other = await makeTrader(unpriced)
  const quiet = await open(t, unpriced, other, 'BTC_IDR')
  await quiet.next('start')
  await makeMessages(unpriced, other, 1, 'without prices')
  await quiet.next('message', ({ title }) => title === 'without prices')
  assert.deepEqual(
    quiet.events.filter(({ event }) => event === 'ticker'),
    [],
  )
  const malformed = await open(t, unpriced, other, 'BTC_IDR;ETH_IDR')
  assert.equal(malformed.status, 400)
})
