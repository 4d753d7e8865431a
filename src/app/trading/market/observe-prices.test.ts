import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually, startTukar } from '../../../../tests/harness.ts'
import { setLimits } from '../../../../tests/make/set-limits.ts'
import { formatRatio } from '../../../base/values/ratio.ts'
import { findPrice } from '../../../core/reference/prices.sql.ts'
import { venueLimits } from '../../../providers/venue/venue-limits.ts'
import { tradingLimits } from '../trading-limits.ts'
import { observePrices } from './observe-prices.ts'
import { streamedPrices } from './streamed-prices.ts'
import { subscribeMarket } from './subscribe-market.ts'

test('the leader observes the prices of the venue, again and again', async (t) => {
  const tukar = await startTukar(t, { jobs: ['record venue prices'], prices: true })
  const { ctx } = tukar.service
  await tukar.control('POST', '/venue/pace', { walk: false })
  // The price may have moved before.
  await tukar.control('POST', '/venue/price', { symbol: 'BTCIDR', price: '1640000000' })
  const push = (pair: string, price: string) =>
    eventually(`${pair} at ${price}`, async () => {
      const seen = await findPrice(ctx.db.read, pair, { maxAgeMs: 5_000 })
      return seen?.source === 'venue' && formatRatio(seen.price, 18, 'half-up') === price
    })
  await push('BTC_IDR', '1640000000')
  await tukar.control('POST', '/venue/price', { symbol: 'BTCUSDT', price: '100123.45' })
  await push('BTC_USDT', '100123.45')
})

test('while the venue is away prices expire', async (t) => {
  const tukar = await startTukar(t, { jobs: ['record venue prices'], prices: true })
  const { ctx } = tukar.service
  await eventually('a price', () => findPrice(ctx.db.read, 'BTC_IDR', { maxAgeMs: 5_000 }))
  await tukar.control('POST', '/faults', { provider: 'venue', fault: 'error-500' })
  await tukar.control('POST', '/venue/market-stream', { drop: true })
  await eventually('no price', async () => {
    return (await findPrice(ctx.db.read, 'BTC_IDR', { maxAgeMs: 1_500 })) === null
  })
  await tukar.control('DELETE', '/faults')
  await eventually('a price again', () => findPrice(ctx.db.read, 'BTC_IDR', { maxAgeMs: 1_500 }))
})

test('a pair unknown to the venue does not stop the observation of others', async (t) => {
  const tukar = await startTukar(t)
  const { ctx } = tukar.service
  await ctx.db.read
    .updateTable('pairs')
    .set({ venue_symbol: 'DOGEIDR' })
    .where('tx_pair', '=', 'XRP_IDR')
    .execute()
  const config = { ...ctx.config, venue: { ...ctx.config.venue, prices: true } }
  assert.equal(await observePrices({ ...ctx, config }), 5)
  assert.equal(await findPrice(ctx.db.read, 'XRP_IDR', { maxAgeMs: 5_000 }), null)
})

test('prices of the venue are not observed if a setting switches them off', async (t) => {
  const tukar = await startTukar(t)
  assert.equal(await observePrices(tukar.service.ctx), 0)
})

test('prices come from the stream, and are polled only while it is silent', async (t) => {
  const tukar = await startTukar(t, { jobs: ['record venue prices'], prices: true })
  const { ctx } = tukar.service
  await tukar.control('POST', '/venue/pace', { walk: false })
  const polled = t.mock.method(ctx.venue, 'prices').mock
  const streamed = () => streamedPrices(ctx, ['BTCIDR', 'BTCUSDT']).size === 2
  await eventually('the stream', async () => streamed())
  await tukar.control('POST', '/faults', { provider: 'venue', fault: 'error-500', path: '/api' })
  await tukar.control('POST', '/venue/price', { symbol: 'BTCUSDT', price: '100123.45' })
  const priceIs = (price: string) => async () => {
    const seen = await findPrice(ctx.db.read, 'BTC_USDT', { maxAgeMs: 5_000 })
    const { bid, ask } = seen ?? {}
    return (
      bid && ask && seen?.source === 'venue' && formatRatio(seen.price, 18, 'half-up') === price
    )
  }
  await eventually('the price of the stream', priceIs('100123.45'))
  await tukar.control('DELETE', '/faults')
  polled.resetCalls()
  for (let round = 0; round < 3; round += 1) assert.equal(await observePrices(ctx), 6)
  assert.equal(polled.callCount(), 0)
  await tukar.control('POST', '/venue/market-stream', { silent: true })
  setLimits(t, venueLimits, { streamedPriceMs: 500 })
  await eventually('polling', async () => polled.callCount() > 0)
  await tukar.control('POST', '/venue/price', { symbol: 'BTCUSDT', price: '100200' })
  await eventually('the polled price', priceIs('100200'))
})

test('a pair that is switched off and on is in the stream again', async (t) => {
  setLimits(t, tradingLimits, { listenEveryMs: 50 })
  setLimits(t, venueLimits, { streamedPriceMs: 1_500 })
  const tukar = await startTukar(t)
  const { ctx } = tukar.service
  const config = { ...ctx.config, venue: { ...ctx.config.venue, prices: true } }
  const ignore = () => undefined
  const end = subscribeMarket(
    { ...ctx, config },
    { follow: ignore, onTicker: ignore, onDepth: ignore, onTrade: ignore, onCandle: ignore },
  )
  t.after(end)
  const isStreamed = (symbol: string) => async () => streamedPrices(ctx, [symbol]).size === 1
  await eventually('the stream', isStreamed('XRPIDR'))
  const set = (active: boolean) =>
    ctx.db.read.updateTable('pairs').set({ active }).where('tx_pair', '=', 'XRP_IDR').execute()
  await set(false)
  await eventually('silence', async () => !(await isStreamed('XRPIDR')()))
  await eventually('the others', isStreamed('BTCIDR'))
  await set(true)
  await eventually('the pair again', isStreamed('XRPIDR'))
})
