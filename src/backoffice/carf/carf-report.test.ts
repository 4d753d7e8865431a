import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startTukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import {
  during,
  figuresIn,
  fileOf,
  price,
  release,
  reports,
  request,
  run,
  shown,
  trade,
  twoOperators,
  valid,
  year,
} from '../../../tests/make/carf-reports.ts'
import { certify } from '../../../tests/make/certification.ts'
import { makeProvenTrader } from '../../../tests/make/identity.ts'
import { agePostings, btc, post, posting } from '../../../tests/make/ledger.ts'
import { makeOperator } from '../../../tests/make/operator.ts'
import { taxed, tradeTax } from '../../../tests/make/taxes.ts'
import { expectOk, type Trader } from '../../../tests/make/trader.ts'
import { money } from '../../base/values/money.ts'
import { available, house } from '../../core/ledger/accounts.ts'
import { recordRupiahRates } from '../../core/reference/rupiah-rates.sql.ts'

test('trades are reported without fees and with taxes, in rupiah of their time', async (t) => {
  const tukar = await startTukar(t)
  await price(tukar)
  const trader = await makeProvenTrader(tukar)
  expectOk(await certify(tukar, trader))
  // Two purchases of a bitcoin's tenth for 100 million, of which a hundredth is the fee.
  for (let times = 0; times < 2; times += 1) {
    await trade(tukar, trader, {
      side: 'BUY',
      volume: 10_000_000n,
      amount: 10_000_000_000n,
      fee: 100_000n,
    })
  }
  await trade(tukar, trader, {
    side: 'SELL',
    volume: 10_000_000n,
    amount: 10_000_000_000n,
    fee: 10_000_000n,
    tax: 21_000_000n,
  })
  // A swap of a thousand USDT for a hundredth of a bitcoin.
  await trade(tukar, trader, {
    pair: 'BTC_USDT',
    side: 'BUY',
    volume: 1_000_000n,
    amount: 1_000_000_000n,
    fee: 10_000n,
  })
  // The year begins and ends at midnight in Jakarta.
  for (const at of [`${year - 1}-12-31T16:59:59Z`, `${year}-12-31T17:00:00Z`]) {
    await trade(tukar, trader, { side: 'BUY', volume: 1n, amount: 1n, fee: 0n, at })
  }
  const [operator] = await twoOperators(tukar)
  const id = await request(tukar, operator)
  assert.deepEqual(await figuresIn(tukar, operator, id), [
    ['BTC', 'coin-acquired', '1', '0.0099', '14850000'],
    ['BTC', 'fiat-acquired', '2', '0.198', '198000000'],
    ['BTC', 'fiat-disposed', '1', '0.1', '99900000'],
    ['USDT', 'coin-disposed', '1', '1000', '15000000'],
  ])
  const report = await shown(tukar, operator, id)
  assert.deepEqual([report.checked, report.unvalued], [valid, 0])
})

test('a swap is valued as it was taxed', async (t) => {
  const tukar = await startTukar(t)
  await price(tukar)
  const trader = await makeProvenTrader(tukar)
  const swap = {
    pair: 'BTC_USDT',
    side: 'SELL',
    volume: 1_000_000n,
    amount: 1_000_000_000n,
  } as const
  const id = await trade(tukar, trader, { ...swap, fee: 100_000_000n })
  const rupiah = { value: 1_600_000_000n, tax: 3_360_000n, source: 'venue-last', at: new Date() }
  const tradeKey = `BTC_USDT:${id}:SELL`
  await taxed(tukar.service.ctx.db, tradeTax(trader.id, { tradeKey, rupiah }))
  const [operator] = await twoOperators(tukar)
  assert.deepEqual(await figuresIn(tukar, operator, await request(tukar, operator)), [
    ['BTC', 'coin-disposed', '1', '0.01', '14400000'],
    ['USDT', 'coin-acquired', '1', '900', '14400000'],
  ])
})

test('transfers are those of the ledger, and add up to the balance', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeProvenTrader(tukar)
  expectOk(await certify(tukar, trader))
  const { db } = tukar.service.ctx
  const coins = (units: bigint) => money(btc, units)
  const own = available(trader.id)
  const custody = house('custody')
  const moved = (
    key: string,
    action: 'DEPOSIT' | 'WITHDRAWAL',
    moves: Parameters<typeof posting>[1][],
  ) => ({
    ...posting(key, ...moves),
    action,
  })
  await post(
    db,
    moved('in', 'DEPOSIT', [{ from: custody, to: own, amount: coins(70_000_000n) }]),
    moved('out', 'WITHDRAWAL', [
      { from: own, to: custody, amount: coins(20_000_000n) },
      { from: own, to: house('fees'), amount: coins(50_000n) },
    ]),
  )
  const { rows } = await sql<{ days: number }>`
    select (now()::date - ${during}::date)::int as days`.execute(db.read)
  await agePostings(db, rows[0]?.days ?? 0)
  await run(
    tukar,
    sql`insert into rupiah_rates (asset_id, hour, rate)
      select 3, date_trunc('hour', at) - interval '3 hours', 100000000000 from postings
      on conflict do nothing`,
  )
  const [operator] = await twoOperators(tukar)
  const id = await request(tukar, operator)
  assert.deepEqual(await figuresIn(tukar, operator, id), [
    ['BTC', 'transfer-in', '1', '0.7', '700000000'],
    ['BTC', 'transfer-out', '1', '0.2', '200000000'],
    ['BTC', 'wallet-out', '1', '0.2', '200000000'],
  ])
  const balance = await sql<{ units: string }>`
    select available::text as units from balances where user_id = ${trader.id}`.execute(db.read)
  assert.equal(balance.rows[0]?.units, String(70_000_000n - 20_000_000n - 50_000n))
})

test('a withdrawal that came back is no transfer', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeProvenTrader(tukar)
  const { db } = tukar.service.ctx
  const [own, custody] = [available(trader.id), house('custody')]
  const coins = money(btc, 20_000_000n)
  const [into, out] = [
    { from: custody, to: own, amount: coins },
    { from: own, to: custody, amount: coins },
  ]
  for (const [key, action, move] of [
    ['coin-deposit:1', 'DEPOSIT', into],
    ['withdrawal:TK-1', 'WITHDRAWAL', out],
    ['reversal:TK-1', 'WITHDRAWAL', into],
    ['withdrawal:TK-2', 'WITHDRAWAL', out],
  ] as const) {
    await post(db, { ...posting(key, move), action })
  }
  const { rows } = await sql<{ days: number }>`
    select (now()::date - ${during}::date)::int as days`.execute(db.read)
  await agePostings(db, rows[0]?.days ?? 0)
  const [operator] = await twoOperators(tukar)
  assert.deepEqual(await figuresIn(tukar, operator, await request(tukar, operator)), [
    ['BTC', 'transfer-in', '1', '0.2', '0'],
    ['BTC', 'transfer-out', '1', '0.2', '0'],
    ['BTC', 'wallet-out', '1', '0.2', '0'],
  ])
})

test('a year without a transaction is a nil report, and its file is valid', async (t) => {
  const tukar = await startTukar(t)
  const operators = await twoOperators(tukar)
  const id = await request(tukar, operators[0])
  const report = await shown(tukar, operators[0], id)
  assert.deepEqual([report.state, report.checked, report.newRecords], ['drawn', valid, 0])
  const xml = await fileOf(tukar, operators[0], id, 'format=xml')
  assert.match(xml, /<MessageTypeIndic>CARF703</)
  const [proposed, released] = await release(tukar, id, ...operators)
  assert.equal(proposed?.body.data.state, 'proposed')
  assert.equal(released?.body.data.state, 'released')
})

test('a report is released by two independent operators, each once', async (t) => {
  const tukar = await startTukar(t)
  const [one, other] = await twoOperators(tukar)
  const id = await request(tukar, one)
  const again = await release(tukar, id, one, one)
  assert.deepEqual(
    again.map(({ status }) => status),
    [200, 400],
  )
  assert.equal(again[1]?.body.message, 'api.second_operator_needed')
  const [done, late] = await release(tukar, id, other, other)
  assert.equal(done?.body.data.state, 'released')
  assert.equal(late?.body.message, 'api.already_decided')
  const viewer = await makeOperator(tukar, 'viewer')
  const denied = await tukar.call('GET', `${reports}/${id}/file`, { token: viewer.token })
  assert.equal(denied.status, 403)
})

test('a correction has what changed, names what it corrects, and chains', async (t) => {
  const tukar = await startTukar(t)
  await price(tukar)
  const [same, changed, left, late] = [
    await makeProvenTrader(tukar),
    await makeProvenTrader(tukar),
    await makeProvenTrader(tukar),
    await makeProvenTrader(tukar),
  ]
  const bought = { side: 'BUY', volume: 10_000_000n, amount: 10_000_000_000n, fee: 0n } as const
  for (const trader of [same, changed, left]) {
    expectOk(await certify(tukar, trader))
    await trade(tukar, trader, bought)
  }
  const operators = await twoOperators(tukar)
  const [operator] = operators
  const first = await request(tukar, operator)
  await release(tukar, first, ...operators)
  const nothing = await request(tukar, operator)
  const [refused] = await release(tukar, nothing, operator)
  assert.equal(refused?.body.message, 'api.nothing_to_change')
  const { token } = operator
  expectOk(await tukar.call('POST', `${reports}/${nothing}/discard`, { token, body: {} }))
  await trade(tukar, changed, bought)
  await run(tukar, sql`delete from fills where user_id = ${left.id}`)
  await trade(tukar, late, bought)
  const second = await request(tukar, operator)
  const report = await shown(tukar, operator, second)
  assert.deepEqual(
    [report.isCorrection, report.newRecords, report.corrections, report.deletions, report.checked],
    [true, 1, 1, 1, valid],
  )
  const xml = await fileOf(tukar, operator, second, 'part=corrections')
  const ref = (of: number, { id }: Trader) => `ID${year}-TUKAR-${of}-${id}`
  for (const [type, trader] of [
    ['OECD2', changed],
    ['OECD3', left],
  ] as const) {
    const spec =
      `<stf:DocTypeIndic>${type}</stf:DocTypeIndic>\n` +
      `<stf:DocRefId>${ref(second, trader)}</stf:DocRefId>\n` +
      `<stf:CorrDocRefId>${ref(first, trader)}</stf:CorrDocRefId>`
    assert.ok(xml.includes(spec), `${type}\n${xml}`)
  }
  assert.ok(!xml.includes(ref(second, same)) && !xml.includes(ref(second, late)))
  assert.match(await fileOf(tukar, operator, second, 'part=new'), new RegExp(ref(second, late)))
  await release(tukar, second, ...operators)
  await trade(tukar, changed, bought)
  const third = await request(tukar, operator)
  const last = await fileOf(tukar, operator, third, 'part=corrections')
  assert.ok(last.includes(`<stf:CorrDocRefId>${ref(second, changed)}`))
  assert.equal((await shown(tukar, operator, third)).corrections, 1)
})

test('the report of a year waits for its end, and one of a year is open at a time', async (t) => {
  const tukar = await startTukar(t)
  const { token } = await makeOperator(tukar, 'finance')
  const ask = (of: number) => tukar.call('POST', reports, { token, body: { year: of } })
  assert.deepEqual(messageOf(await ask(new Date().getUTCFullYear() + 1)), [
    400,
    'api.carf_year_open',
  ])
  const answers = await Promise.all([ask(year), ask(year), ask(year)])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409])
  assert.equal((await ask(year - 1)).status, 200)
})

test('each asset has one rate an hour, by its last price', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  await sql`
    insert into prices (pair, price, source, observed_at)
    values ('BTC_IDR', 1600000000, 'venue', now())
    on conflict (pair) do update
      set price = 1600000000, observed_at = now(), source = 'venue'`.execute(db.read)
  for (let times = 0; times < 2; times += 1) await recordRupiahRates(db.read)
  const { rows } = await sql<{ rate: string }>`
    select trim_scale(rate)::text as rate from rupiah_rates r join assets a on a.id = r.asset_id
    where a.symbol = 'BTC'`.execute(db.read)
  assert.deepEqual(rows, [{ rate: '160000000000' }])
})
