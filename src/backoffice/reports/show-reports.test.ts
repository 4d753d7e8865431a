import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar, type Tukar } from '../../../tests/harness.ts'
import { takeFee } from '../../../tests/make/fee-vats.ts'
import { makeOperator } from '../../../tests/make/operator.ts'
import {
  fillOrder,
  makeOrderTrader,
  placeOrder,
  stillMarket,
  storedOrder,
} from '../../../tests/make/order.ts'
import { withinOneJakartaDay } from '../../../tests/make/period.ts'
import { storeFills, storeOrders } from '../../../tests/make/stored-orders.ts'
import { taxed, tradeTax } from '../../../tests/make/taxes.ts'
import { makeTrader } from '../../../tests/make/trader.ts'
import { jakartaDay } from '../../base/clock.ts'
import { idr, money } from '../../base/values/money.ts'

async function reported(tukar: Tukar) {
  const { token } = await makeOperator(tukar, 'viewer')
  return async (name: string, month: string) => {
    const path = `/operator/api/reports/${name}?month=${month}`
    const { status, body } = await tukar.call('GET', path, { token })
    assert.deepEqual([status, body.message], [200, 'api.report_retrieved'])
    return body.data.data
  }
}

/** Posts to and from the house account an amount in decimal text of the asset. */
const houseSum = async ({ service }: Tukar, account: string, symbol: string) => {
  const { rows } = await sql<{ sum: string }>`
    select trim_scale(coalesce(sum(case when k.id = m.to_kind then m.units else -m.units end), 0)
      / (10::numeric ^ a.scale))::text as sum
    from assets a, account_kinds k, moves m
    where a.symbol = ${symbol} and k.name = ${account} and m.asset_id = a.id
      and k.id in (m.from_kind, m.to_kind)
    group by a.scale`.execute(service.ctx.db.read)
  return rows[0]?.sum ?? '0'
}

test('the sums of a month are those of the fills, the taxes and the ledger', async (t) => {
  const tukar = await startTukar(t)
  await stillMarket(tukar)
  const report = await reported(tukar)
  const trader = await makeOrderTrader(tukar)
  const sides = [
    ['BUY', '1600000000'],
    ['SELL', '1700000000'],
  ] as const
  await withinOneJakartaDay()
  for (const [side, price] of sides) {
    const orderNo = await placeOrder(tukar, trader, { side, price })
    await fillOrder(tukar, orderNo, '0.004')
    await fillOrder(tukar, orderNo, '0.006')
    await eventually('the end of the order', async () => {
      return (await storedOrder(tukar, orderNo)).status === 'DONE'
    })
  }
  const month = jakartaDay(new Date()).slice(0, 7)
  const volume = { month, txPair: 'BTC_IDR', trades: 2, base: 'BTC', volume: '0.01', quote: 'IDR' }
  assert.deepEqual(await report('volumes', month), [
    { ...volume, side: 'BUY', amount: '16000000' },
    { ...volume, side: 'SELL', amount: '17000000' },
  ])
  const { rows: posted } = await sql<{ side: string; fee: string; tax: string }>`
    select o.side, trim_scale(sum(f.fee) / 10::numeric ^ a.scale)::text as fee,
      trim_scale(sum(f.tax) / 10::numeric ^ a.scale)::text as tax
    from fills f join orders o on o.id = f.order_id join pairs p on p.id = f.pair_id
    join assets a on a.id = case o.side when 'BUY' then p.base_asset_id else p.quote_asset_id end
    group by o.side, a.scale order by o.side`.execute(tukar.service.ctx.db.read)
  const fees: readonly { fee: string; symbol: string }[] = await report('fees', month)
  assert.deepEqual(
    fees.map(({ fee, symbol }) => [symbol, fee]),
    [
      ['BTC', posted[0]?.fee],
      ['IDR', posted[1]?.fee],
    ],
  )
  const taxes: readonly { tax: string; symbol: string; side: string }[] = await report(
    'taxes',
    month,
  )
  const sold = taxes.filter(({ side }) => side === 'SELL')
  assert.deepEqual(
    sold.map(({ tax, symbol }) => [symbol, tax]),
    [['IDR', posted[1]?.tax]],
  )
  assert.equal(await houseSum(tukar, 'house.tax', 'IDR'), posted[1]?.tax)
})

test('a month begins and ends at midnight in Jakarta, and its days are summed', async (t) => {
  const tukar = await startTukar(t)
  const report = await reported(tukar)
  const trader = await makeTrader(tukar)
  const [orderNo = ''] = await storeOrders(tukar, trader, [{}])
  const times = [
    '2026-02-28T16:59:59Z',
    '2026-02-28T17:00:00Z',
    '2026-03-15T05:00:00Z',
    '2026-03-31T16:59:59.999Z',
    '2026-03-31T17:00:00Z',
  ]
  await storeFills(
    tukar,
    times.map((at) => ({ orderNo, at })),
  )
  await taxed(
    tukar.service.ctx.db,
    ...times.map((at) => tradeTax(trader.id, { tradedAt: new Date(at) })),
  )
  const [volume, ...more] = await report('volumes', '2026-03')
  assert.deepEqual([volume.trades, volume.volume, volume.amount, more], [3, '0.003', '4800000', []])
  assert.deepEqual(await report('fees', '2026-03'), [
    {
      month: '2026-03',
      txPair: 'BTC_IDR',
      side: 'BUY',
      trades: 3,
      symbol: 'BTC',
      fee: '0.000003',
      vatIdr: '475.65',
    },
  ])
  assert.deepEqual(await report('taxes', '2026-03'), [
    {
      month: '2026-03',
      txPair: 'BTC_IDR',
      side: 'SELL',
      trades: 3,
      kind: 'PPH',
      rule: 'PMK 50/2025',
      rate: '0.21',
      base: 'BTC',
      volume: '0.003',
      quote: 'IDR',
      amount: '4800000',
      symbol: 'IDR',
      tax: '10080',
      valueIdr: '4800000',
      taxIdr: '10080',
    },
  ])
  assert.deepEqual(await report('volumes', '2025-01'), [])
  assert.deepEqual(await report('volumes', '2099-12'), [])
})

test('the tax in the fees of a month is summed by their source and asset', async (t) => {
  const tukar = await startTukar(t)
  const report = await reported(tukar)
  const trader = await makeTrader(tukar)
  const [orderNo = ''] = await storeOrders(tukar, trader, [{}])
  const at = ['2026-02-28T16:59:59Z', '2026-03-01T05:00:00Z', '2026-03-15T05:00:00Z']
  await storeFills(
    tukar,
    at.map((time) => ({ orderNo, at: time })),
  )
  const { db } = tukar.service.ctx
  const fee = money(idr, 5_550_00n)
  await withinOneJakartaDay()
  const taken = { key: 'withdrawal:1', user: trader.id, source: 'withdrawal', fee } as const
  await takeFee(db, taken)
  const row = { returned: false, unvalued: 0 }
  assert.deepEqual(await report('vat', '2026-03'), [
    {
      ...row,
      ...{ month: '2026-03', source: 'trade', fees: 2 },
      ...{ symbol: 'BTC', fee: '0.000002', vatIdr: '317.1' },
    },
  ])
  const month = jakartaDay(new Date()).slice(0, 7)
  assert.deepEqual(await report('vat', month), [
    { ...row, month, source: 'withdrawal', fees: 1, symbol: 'IDR', fee: '5550', vatIdr: '550' },
  ])
})

test('the reports of a month read fills alone, and not the order of each', async (t) => {
  const tukar = await startTukar(t)
  const report = await reported(tukar)
  const trader = await makeTrader(tukar)
  const [orderNo = ''] = await storeOrders(tukar, trader, [{}])
  await storeFills(tukar, [{ orderNo, at: '2026-03-15T05:00:00Z' }])
  await tukar.service.ctx.db.inTransaction(async (tx) => {
    await sql`lock table orders in access exclusive mode`.execute(tx)
    for (const name of ['volumes', 'fees', 'vat']) {
      assert.equal((await report(name, '2026-03')).length, 1, name)
    }
  })
})

test('a report needs a month', async (t) => {
  const tukar = await startTukar(t)
  const { token } = await makeOperator(tukar, 'viewer')
  for (const month of ['', '2026', '2026-13', '2026-3', "2026-03'"]) {
    const query = new URLSearchParams({ month })
    const answer = await tukar.call('GET', `/operator/api/reports/taxes?${query}`, { token })
    assert.equal(answer.status, 400, month)
  }
})
