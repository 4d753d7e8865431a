import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type Answer, startTukar, type Tukar } from '../../../tests/harness.ts'
import { makeOperator, type SignedInOperator } from '../../../tests/make/operator.ts'
import { minute, storeFills, storeOrders } from '../../../tests/make/stored-orders.ts'
import { expectOk, makeTrader } from '../../../tests/make/trader.ts'
import { idSpanLimits } from '../../core/database/database-limits.ts'

async function read(tukar: Tukar, { token }: SignedInOperator, path: string) {
  const answer = await tukar.call('GET', `/operator/api/${path}`, { token })
  expectOk(answer)
  return answer.body.data
}

type Row = Answer['body']

test('fills of all users are listed by time, user, pair and side, in pages', async (t) => {
  const tukar = await startTukar(t)
  const viewer = await makeOperator(tukar, 'viewer')
  const [one, two] = [await makeTrader(tukar), await makeTrader(tukar)]
  await storeOrders(tukar, one, [{ orderNo: 'a' }, { orderNo: 'b', txPair: 'ETH_IDR' }])
  await storeOrders(tukar, two, [{ orderNo: 'c', side: 'SELL' }])
  await storeFills(tukar, [{ orderNo: 'a' }, { orderNo: 'b' }, { orderNo: 'c' }, { orderNo: 'a' }])
  const tradesOf = (rows: readonly Row[]) => rows.map(({ tradeId }) => tradeId).join('')
  const expected: Readonly<Record<string, string>> = {
    '': '4321',
    '?sort=asc': '1234',
    [`?user=${one.id}`]: '421',
    '?txPair=ETH_IDR': '2',
    '?side=SELL': '3',
    '?order_no=a': '41',
    [`?from=${minute(1)}&to=${minute(3)}`]: '32',
  }
  for (const [query, wanted] of Object.entries(expected)) {
    assert.equal(tradesOf((await read(tukar, viewer, `fills${query}`)).data), wanted, query)
  }
  const first = await read(tukar, viewer, 'fills?limit=3')
  const second = await read(tukar, viewer, `fills?limit=3&cursor=${first.nextCursor}`)
  assert.deepEqual([tradesOf(second.data), second.nextCursor], ['1', null])
  const [fill] = first.data
  assert.deepEqual(
    [fill.userId, fill.order_no, fill.volume, fill.amount, fill.price],
    [one.id, 'a', '0.001', '1600000', '1600000000'],
  )
})

test('a search of orders by side examines a bounded number a page, and misses none', async (t) => {
  const tukar = await startTukar(t)
  const viewer = await makeOperator(tukar, 'viewer')
  const trader = await makeTrader(tukar)
  await storeOrders(tukar, trader, [{ orderNo: 'sold', side: 'SELL' }, { orderNo: 'bought' }])
  await sql`
    insert into orders (order_no, user_id, pair_id, side, type, volume, price, fee_ppm, held,
      status, absent_after, created_at, ended_at)
    select 'many-' || n, user_id, pair_id, side, type, volume, price, fee_ppm, held, 'CANCEL',
      now(), now(), now()
    from orders, generate_series(1, ${idSpanLimits.examinedRows}::int) n
    where order_no = 'bought'`.execute(tukar.service.ctx.db.read)
  for (const user of ['', `&user=${trader.id}`]) {
    const first = await read(tukar, viewer, `orders?side=SELL${user}`)
    assert.deepEqual(first.data, [])
    const rest = await read(tukar, viewer, `orders?side=SELL${user}&cursor=${first.nextCursor}`)
    assert.deepEqual([rest.data[0].order_no, rest.nextCursor], ['sold', null])
    const oldest = await read(tukar, viewer, `orders?side=SELL&sort=asc${user}`)
    assert.equal(oldest.data.length, 1)
    const none = await read(
      tukar,
      viewer,
      `orders?side=SELL&sort=asc${user}&cursor=${oldest.nextCursor}`,
    )
    assert.deepEqual([none.data, none.nextCursor], [[], null])
  }
})

test("pairs are shown with their bounds beside the venue's", async (t) => {
  const tukar = await startTukar(t)
  const viewer = await makeOperator(tukar, 'viewer')
  const pairOf = async (name: string) => {
    const { venueRead, pairs } = await read(tukar, viewer, 'pairs')
    assert.equal(venueRead, true)
    return pairs.find(({ txPair }: Row) => txPair === name)
  }
  const same = await pairOf('BTC_IDR')
  assert.deepEqual(
    [same.active, same.venueStatus, same.differences, same.bounds.length],
    [true, 'TRADING', 0, 7],
  )
  const { read: db } = tukar.service.ctx.db
  await sql`update pairs set lot_step = '1500' where tx_pair = 'BTC_IDR'`.execute(db)
  const { differences, bounds } = await pairOf('BTC_IDR')
  const lotStep = bounds.find(({ bound }: Row) => bound === 'lotStep')
  assert.equal(differences, 1)
  assert.deepEqual(lotStep, {
    bound: 'lotStep',
    ours: '0.000015',
    venue: '0.00001',
    differs: true,
    looser: true,
  })
  await sql`update pairs set venue_symbol = 'DOGEIDR' where tx_pair = 'BTC_IDR'`.execute(db)
  const absent = await pairOf('BTC_IDR')
  assert.deepEqual([absent.atVenue, absent.venueStatus, absent.differences], [false, null, 1])
})

test('pairs are shown with our bounds alone while the venue is away', async (t) => {
  const tukar = await startTukar(t)
  const viewer = await makeOperator(tukar, 'viewer')
  await tukar.control('POST', '/faults', { provider: 'venue', fault: 'error-500' })
  const { venueRead, pairs } = await read(tukar, viewer, 'pairs')
  assert.equal(venueRead, false)
  const [pair] = pairs
  assert.deepEqual([pair.venueStatus, pair.bounds[0].venue, pair.differences], [null, null, 0])
})

test('prices are shown with their age and source, and those too old are marked', async (t) => {
  const tukar = await startTukar(t)
  const viewer = await makeOperator(tukar, 'viewer')
  await sql`
    insert into prices (pair, price, source, observed_at)
    values ('USD_IDR', 16400, 'operator', now() - interval '400 days'),
      ('BTC_IDR', 1600000000, 'venue', now())
    on conflict (pair) do update set price = excluded.price, source = excluded.source,
      observed_at = excluded.observed_at`.execute(tukar.service.ctx.db.read)
  const prices = await read(tukar, viewer, 'prices')
  const of = (name: string) => prices.find(({ pair }: Row) => pair === name)
  const old = of('USD_IDR')
  assert.deepEqual([old.price, old.source, old.stale], ['16400', 'operator', true])
  assert.ok(old.ageSeconds > old.maxAgeSeconds)
  const recent = of('BTC_IDR')
  assert.equal(recent.stale, false)
  assert.ok(recent.ageSeconds <= recent.maxAgeSeconds)
})
