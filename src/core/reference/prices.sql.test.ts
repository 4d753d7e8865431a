import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../tests/database.ts'
import { historyOf, pricesSeen } from '../../../tests/make/prices.ts'
import { assetId } from '../../base/values/ids.ts'
import { type Asset, formatMoney, idr, type Money, money, whole } from '../../base/values/money.ts'
import { formatRatio, type Ratio } from '../../base/values/ratio.ts'
import type { Database } from '../database/database.ts'
import { findPair, listPairCategories, listPairs } from './pairs.sql.ts'
import {
  deleteOldSamples,
  exchangeRate,
  findPrice,
  listPrices,
  recordPrices,
  valuation,
  worthsIn,
} from './prices.sql.ts'

const usdt: Asset = { id: assetId(2), symbol: 'USDT', scale: 6 }
const btc: Asset = { id: assetId(3), symbol: 'BTC', scale: 8 }
const xrp: Asset = { id: assetId(6), symbol: 'XRP', scale: 6 }
const trx: Asset = { id: assetId(5), symbol: 'TRX', scale: 6 }

const young = { maxAgeMs: 60_000 }

async function priceOf(db: Database, pair: string, bound = young): Promise<string | null> {
  const found = await findPrice(db.read, pair, bound)
  return found === null ? null : formatRatio(found.price, 18, 'down')
}

test('the pairs are listed in their order, with bounds that fit together', async (t) => {
  const { db } = await testDatabase(t)
  const pairs = await listPairs(db.read)
  assert.deepEqual(
    pairs.map(({ txPair }) => txPair),
    ['BTC_IDR', 'ETH_IDR', 'USDT_IDR', 'XRP_IDR', 'SOL_IDR', 'BTC_USDT'],
  )
  for (const { txPair, base, quote, lotStep, minQuantity, priceTick, minNotional } of pairs) {
    assert.equal(txPair, `${base.symbol}_${quote.symbol}`)
    assert.equal(minQuantity.units % lotStep.units, 0n, txPair)
    assert.equal(priceTick.asset.id, quote.id)
    assert.equal(minNotional.asset.id, quote.id)
    assert.equal(lotStep.asset.id, base.id)
  }
  const pair = await findPair(db.read, 'BTC_IDR')
  assert.ok(pair !== null)
  assert.equal(formatMoney(pair.minNotional), '20000')
  assert.equal(formatMoney(pair.lotStep), '0.00001')
  assert.equal(formatMoney(pair.maxMarketQuantity), '0.5174')
  assert.equal(pair.category.buyFee.ppm, 1_000n)
  assert.equal((await listPairCategories(db.read)).length, 3)
})

test('no pair is found by a name that is not exactly its own', async (t) => {
  const { db } = await testDatabase(t)
  for (const name of ['btc_idr', 'BTC_IDR ', 'BTCIDR', 'BTC%', '', '__proto__']) {
    assert.equal(await findPair(db.read, name), null, name)
  }
})

test('a price has every digit and its age; one too old is missing', async (t) => {
  const { db } = await testDatabase(t)
  assert.equal(await priceOf(db, 'BTC_IDR'), null)
  await pricesSeen(db, { BTC_IDR: '1640000000.123456789012345678' }, 30)
  const found = await findPrice(db.read, 'BTC_IDR', young)
  assert.ok(found !== null)
  assert.equal(formatRatio(found.price, 18, 'down'), '1640000000.123456789012345678')
  assert.ok(found.ageMs >= 30_000 && found.ageMs < 60_000, `${found.ageMs}`)
  assert.equal(await priceOf(db, 'BTC_IDR', { maxAgeMs: 29_000 }), null)
})

test('an older observation changes nothing, and a future one is refused', async (t) => {
  const { db } = await testDatabase(t)
  await pricesSeen(db, { BTC_IDR: '2' }, 10)
  await pricesSeen(db, { BTC_IDR: '1' }, 20)
  assert.equal(await priceOf(db, 'BTC_IDR'), '2')
  await pricesSeen(db, { BTC_IDR: '3' }, -3_600)
  const found = await findPrice(db.read, 'BTC_IDR', young)
  assert.ok(found !== null && found.observedAt.getTime() <= Date.now() + 1_000)
  await pricesSeen(db, { BTC_IDR: '4' }, -60)
  assert.equal(await priceOf(db, 'BTC_IDR'), '4')
})

test('the sandbox never overrides a price from another source', async (t) => {
  const { db } = await testDatabase(t)
  const seen = (pair: string, source: 'venue' | 'sandbox', price: string) =>
    recordPrices(db.read, [{ pair, price, source, observedAt: new Date() }])
  await seen('BTC_IDR', 'sandbox', '1')
  await seen('BTC_IDR', 'venue', '2')
  await seen('BTC_IDR', 'sandbox', '3')
  assert.equal(await priceOf(db, 'BTC_IDR'), '2')
})

test('the median is that of 15 minutes, and needs half of them to move', async (t) => {
  const { db } = await testDatabase(t)
  const medianOf = async () => {
    const found = await findPrice(db.read, 'BTC_IDR', young)
    const median = found?.median == null ? null : formatRatio(found.median, 18, 'down')
    return [median, found?.samples]
  }
  await pricesSeen(db, { BTC_IDR: '100' })
  assert.deepEqual(await medianOf(), ['100', 1])
  await historyOf(db, { BTC_IDR: '1' }, 3_000)
  await historyOf(db, { BTC_IDR: '200' }, 430)
  await pricesSeen(db, { BTC_IDR: '200' })
  const [median, samples] = await medianOf()
  assert.equal(median, '1', 'less than half of the samples')
  assert.ok(samples === 89 || samples === 90, `${samples}`)
  await historyOf(db, { BTC_IDR: '200' }, 470)
  await pricesSeen(db, { BTC_IDR: '200' })
  assert.equal((await medianOf())[0], '200')
})

test('each pair has one sample for ten seconds, which a day deletes', async (t) => {
  const { db } = await testDatabase(t)
  const count = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from price_samples`.execute(db.read)
    return rows[0]?.count
  }
  const at = (secondsAgo: number, price: string) =>
    recordPrices(db.read, [
      {
        pair: 'BTC_IDR',
        price,
        source: 'venue',
        observedAt: new Date(1_700_000_010_000 - secondsAgo * 1_000),
      },
    ])
  for (let second = 30; second > 0; second -= 1) await at(second, String(second))
  assert.equal(await count(), 3)
  await pricesSeen(db, { USDT_IDR: '16000' })
  await deleteOldSamples(db)
  assert.equal(await count(), 1)
})

test('an amount is valued by the last price, the median and the cross rate', async (t) => {
  const { db } = await testDatabase(t)
  const rates = async (from: string, to: string) => {
    const prices = await listPrices(db.read)
    const found = valuation(prices, from, to, { marketMs: 60_000, fiatMs: 60_000 })
    const inWords = (rate: Ratio) => formatRatio(rate, 6, 'down')
    return found && [inWords(found.lowest), inWords(found.highest), found.samples]
  }
  assert.equal(await rates('BTC', 'IDR'), null)
  await pricesSeen(db, { BTC_IDR: '1000' })
  assert.deepEqual(await rates('BTC', 'IDR'), ['1000', '1000', 1])
  await historyOf(db, { BTC_IDR: '900' })
  await pricesSeen(db, { BTC_IDR: '1000', USDT_IDR: '10', BTC_USDT: '120' })
  const [lowest, highest] = (await rates('BTC', 'IDR')) ?? []
  assert.deepEqual([lowest, highest], ['900', '1200'])
  assert.deepEqual(await rates('USDT', 'IDR'), ['10', '10', 1])
  const inUsdt = await rates('BTC', 'USDT')
  assert.deepEqual(inUsdt?.slice(0, 2), ['100', '120'], 'the cross rate is that over rupiah')
  await pricesSeen(db, { XRP_IDR: '5' })
  assert.deepEqual(await rates('XRP', 'USDT'), ['0.5', '0.5', 1])
  assert.equal(await rates('TRX', 'IDR'), null)
})

test('a cross rate is as old as its older price, and has the fewer samples', async (t) => {
  const { db } = await testDatabase(t)
  const ages = { marketMs: 120_000, fiatMs: 120_000 }
  const crossed = async (xrpSeconds: number, usdtSeconds: number) => {
    await sql`delete from prices`.execute(db.read)
    await pricesSeen(db, { XRP_IDR: '41000' }, xrpSeconds)
    await pricesSeen(db, { USDT_IDR: '16400' }, usdtSeconds)
    await sql`update prices set samples = case pair when 'XRP_IDR' then 5 else 3 end`.execute(
      db.read,
    )
    const prices = await listPrices(db.read)
    const found = exchangeRate(prices, 'XRP', 'USDT', ages)
    assert.ok(found !== null)
    const older = prices.find(({ pair }) => pair === (xrpSeconds > usdtSeconds ? xrpIdr : usdtIdr))
    assert.deepEqual([found.ageMs, found.observedAt], [older?.ageMs, older?.observedAt])
    assert.ok(found.ageMs >= 60_000)
    assert.equal(found.samples, 3)
  }
  await crossed(60, 5)
  await crossed(5, 60)
})

const [xrpIdr, usdtIdr] = ['XRP_IDR', 'USDT_IDR']

test('an invalid price is never stored', async (t) => {
  const { db } = await testDatabase(t)
  for (const price of ['0', 'NaN', '-1', '1e9', 'Infinity', '']) {
    await assert.rejects(pricesSeen(db, { BTC_IDR: price }), RangeError, price)
  }
  const bare = db.read.insertInto('prices')
  const row = { pair: 'BTC_IDR', source: 'venue', observed_at: new Date() }
  for (const price of ['NaN', '0', '-1']) {
    await assert.rejects(bare.values({ ...row, price }).execute(), price)
  }
})

test('an amount is valued by its pair, both ways, and through rupiah or USDT', async (t) => {
  const { db } = await testDatabase(t)
  await pricesSeen(db, { BTC_IDR: '1640000000', USDT_IDR: '16400', XRP_IDR: '41000' })
  const worth = async (amount: Money, quote: Asset) => {
    const [found = null] = await worthsIn(db.read, [amount], quote)
    return found === null ? null : formatMoney(found)
  }
  assert.equal(await worth(whole(btc, 1n), idr), '1640000000')
  assert.equal(await worth(whole(idr, 16_400_000n), usdt), '1000')
  assert.equal(await worth(whole(xrp, 400n), usdt), '1000')
  assert.equal(await worth(money(xrp, 400_000_001n), usdt), '1000.000002')
  assert.equal(await worth(whole(idr, 7n), idr), '7')
})

test('an amount without a price, or with one too old, is worth null and never zero', async (t) => {
  const { db } = await testDatabase(t)
  const [coin, other] = [whole(btc, 1n), whole(trx, 1n)]
  assert.deepEqual(await worthsIn(db.read, [coin], idr), [null])
  await pricesSeen(db, { BTC_IDR: '1640000000' }, 121)
  await pricesSeen(db, { USDT_IDR: '16400' })
  assert.deepEqual(await worthsIn(db.read, [coin, other], idr), [null, null])
  assert.deepEqual(await worthsIn(db.read, [coin], usdt), [null])
})
