import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { makeFirstAdmin, makeOperator } from '../../../../tests/make/operator.ts'
import { historyOf, pricesSeen, steadyPrices } from '../../../../tests/make/prices.ts'
import {
  becomes,
  fund,
  later,
  makeWithdrawer,
  moveAtCustody,
  oneBtc,
  pauseCustody,
  refused,
  run,
  startWithdrawer,
  trx,
  type Withdrawer,
  withdrawalsOf,
  withdrawCoin,
  xrp,
} from '../../../../tests/make/withdrawal.ts'

const residentialAddress = 'Jalan Merdeka 1'
const beyondDay = 'api.exceed_system_daily_withdrawal_limit'

/** Returns the newest withdrawal's worth in whole rupiah, its status and approval reasons. */
async function judged({ service }: Tukar) {
  const { rows } = await sql<{ worth: string; status: string; reasons: readonly string[] }>`
    select trim_scale(worth_idr / 100)::text as worth, status, approval_reasons as reasons
    from withdrawals order by id desc limit 1`.execute(service.ctx.db.read)
  return rows[0]
}

const set = (tukar: Tukar, key: string, value: string) =>
  run(tukar, `update settings set value = '${value}' where key = '${key}'`)

const limitBtc = (tukar: Tukar, units: bigint) =>
  run(tukar, `update assets set daily_withdrawal_limit = ${units} where symbol = 'BTC'`)

async function withVenue(t: TestContext): Promise<[Tukar, Withdrawer]> {
  const tukar = await startTukar(t, { jobs: ['record venue prices'], prices: true })
  await tukar.control('POST', '/venue/pace', { walk: false })
  const trader = await makeWithdrawer(tukar)
  const { db } = tukar.service.ctx
  const usual = { BTC_IDR: '1640000000', USDT_IDR: '16400', BTC_USDT: '100000' }
  const setVenuePrice = (pair: string, price: string) =>
    tukar.control('POST', '/venue/price', { symbol: pair.replace('_', ''), price })
  for (const [pair, price] of Object.entries(usual)) await setVenuePrice(pair, price)
  await historyOf(db, usual)
  const priceIs = (price: string) =>
    eventually(`a price of ${price} beside its median`, async () => {
      const { rows } = await sql`
        select from prices where pair = 'BTC_IDR' and price = ${price}::numeric
          and median = ${usual.BTC_IDR}::numeric and samples > 60`.execute(db.read)
      return rows.length === 1
    })
  await priceIs(usual.BTC_IDR)
  await setVenuePrice('BTC_IDR', '1640000')
  await priceIs('1640000')
  return [tukar, trader]
}

test('at a thousandth of the price coins keep their worth and their limits', async (t) => {
  const [tukar, trader] = await withVenue(t)
  await refused(tukar, trader, { amount: '4' }, 'api.residential_address_required')
  await refused(tukar, trader, { amount: '4', residentialAddress }, beyondDay)
  await set(tukar, 'withdrawal.daily_limit_idr', '10000000000')
  await refused(tukar, trader, { amount: '4', residentialAddress }, beyondDay)
  await limitBtc(tukar, 4n * oneBtc)
  const answer = await withdrawCoin(tukar, trader, { amount: '4', residentialAddress })
  assert.equal(answer.body.data?.status, 'PENDING_APPROVAL', answer.text)
  const known = await judged(tukar)
  assert.equal(known?.worth, '6560000000')
  assert.deepEqual(known?.reasons, [
    'very large amount',
    'large amount',
    'a new account',
    'new destination',
    'prices that disagree',
  ])
  const admin = await makeFirstAdmin(tukar)
  const path = `/operator/api/withdrawals/${answer.body.data.request_id}/approve`
  const approve = async () => {
    const { token } = await makeOperator(tukar, 'finance', admin)
    return (await tukar.call('POST', path, { token, body: {} })).body.data.status
  }
  assert.deepEqual([await approve(), await approve()], ['PENDING_APPROVAL', 'PROCESSING'])
  await becomes(tukar, trader, 'SUCCESS')
  await auditsClean(tukar.service.ctx.db)
})

test('without a recent price an operator decides, by the last known price', async (t) => {
  const { tukar, trader, db } = await startWithdrawer(t)
  await pricesSeen(db, { BTC_IDR: '1000000000' })
  await run(tukar, `update prices set observed_at = now() - interval '1 day'`)
  await limitBtc(tukar, 900_000n)
  await refused(tukar, trader, {}, 'api.residential_address_required')
  await refused(tukar, trader, { amount: '0.00900001', residentialAddress }, beyondDay)
  const answer = await withdrawCoin(tukar, trader, { residentialAddress })
  assert.equal(answer.body.data?.status, 'PENDING_APPROVAL', answer.text)
  const known = { worth: '5000000', status: 'PENDING_APPROVAL', reasons: ['no recent price'] }
  assert.deepEqual(await judged(tukar), known)
  await auditsClean(db)
})

test('a coin that never had a price leaves with two operators, within its own limit', async (t) => {
  const { tukar, trader, db } = await startWithdrawer(t)
  await fund(tukar, trader, 200_000_000_000n, trx)
  const tron = { symbol: 'TRX', network: 'TRX', toAddress: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' }
  const withdraw = (amount: string) =>
    withdrawCoin(tukar, trader, { ...tron, amount, residentialAddress })
  await refused(tukar, trader, { ...tron, amount: '100' }, 'api.residential_address_required')
  assert.equal((await withdraw('100000.000001')).body.message, beyondDay)
  const answer = await withdraw('100')
  assert.deepEqual(answer.body.data?.status, 'PENDING_APPROVAL', answer.text)
  assert.deepEqual((await judged(tukar))?.reasons, ['no price'])
  const admin = await makeFirstAdmin(tukar)
  const path = `/operator/api/withdrawals/${answer.body.data.request_id}`
  const { worthIdr, context } = (await tukar.call('GET', path, { token: admin.token })).body.data
  assert.deepEqual([worthIdr, context.price.used], [null, null])
  const approve = async () => {
    const { token } = await makeOperator(tukar, 'finance', admin)
    return (await tukar.call('POST', `${path}/approve`, { token, body: {} })).body.data.status
  }
  assert.deepEqual([await approve(), await approve()], ['PENDING_APPROVAL', 'PROCESSING'])
  await becomes(tukar, trader, 'SUCCESS')
  await auditsClean(db)
})

const prices = { BTC_IDR: '1000000000', USDT_IDR: '16000', BTC_USDT: '62500' }

for (const [what, now, worth, reasons] of [
  ['agree', {}, '5000000', []],
  ['last is highest', { BTC_IDR: '1100000000' }, '5500000', []],
  ['last differs by more', { BTC_IDR: '1100000001' }, '5500000.01', ['prices that disagree']],
  ['median is highest', { BTC_IDR: '1000000' }, '5000000', ['prices that disagree']],
  ['cross rate is highest', { BTC_USDT: '125000' }, '10000000', ['prices that disagree']],
] as const) {
  test(`the highest of three prices counts: ${what}`, async (t) => {
    const { tukar, trader, db } = await startWithdrawer(t)
    await set(tukar, 'withdrawal.first_use_approval_idr', '999999999')
    await steadyPrices(db, prices)
    await pricesSeen(db, { ...prices, ...now })
    await withdrawCoin(tukar, trader, { residentialAddress })
    const status = reasons.length === 0 ? 'PROCESSING' : 'PENDING_APPROVAL'
    const { status: stands, ...known } = (await judged(tukar)) ?? {}
    assert.deepEqual(known, { worth, reasons })
    if (reasons.length > 0) assert.equal(stands, status)
  })
}

test('how far prices may differ is a setting', async (t) => {
  const { tukar, trader, db } = await startWithdrawer(t)
  await pricesSeen(db, { BTC_IDR: '1050000000' })
  await set(tukar, 'withdrawal.price_disagreement_ppm', '49999')
  await withdrawCoin(tukar, trader)
  assert.deepEqual((await judged(tukar))?.reasons, ['prices that disagree'])
})

test('while a price has a short history only small amounts need no approval', async (t) => {
  const { tukar, trader } = await startWithdrawer(t)
  await run(tukar, `update prices set samples = 29 where pair = 'BTC_IDR'`)
  const withdraw = async (amount: string) => {
    assert.equal((await withdrawCoin(tukar, trader, { amount })).status, 200)
    await later(tukar, trader)
    return (await judged(tukar))?.reasons
  }
  assert.deepEqual(await withdraw('0.0045'), [])
  assert.deepEqual(await withdraw('0.0005'), [])
  assert.deepEqual(await withdraw('0.0005'), ['a short price history'])
})

test('a low price in rupiah or USDT never waives the residential address', async (t) => {
  const { tukar, trader, db } = await startWithdrawer(t)
  await steadyPrices(db, prices)
  const above = { amount: '0.0161' }
  for (const now of [{ BTC_USDT: '62' }, { BTC_IDR: '1000000' }, { USDT_IDR: '16000000' }]) {
    await pricesSeen(db, { ...prices, ...now })
    await refused(tukar, trader, above, 'api.residential_address_required')
  }
})

test('withdrawals of a coin have a limit in units, counted by day and user', async (t) => {
  const { tukar, trader, db } = await startWithdrawer(t)
  await pauseCustody(tukar)
  await limitBtc(tukar, 900_000n)
  const withdraw = async (amount: string, by = trader) => {
    const answer = await withdrawCoin(tukar, by, { amount })
    await later(tukar, by)
    return answer.body.message
  }
  const taken = 'api.withdraw_apply_successful'
  assert.equal(await withdraw('0.00900001'), beyondDay)
  assert.equal(await withdraw('0.005'), taken)
  assert.equal(await withdraw('0.00400001'), beyondDay)
  assert.equal(await withdraw('0.004'), taken)
  assert.equal(await withdraw('0.0005'), beyondDay)
  const [first] = await withdrawalsOf(tukar, trader)
  await becomes(tukar, trader, 'SUBMITTED')
  await moveAtCustody(tukar, first?.requestId ?? '', 'FAILED')
  await becomes(tukar, trader, 'FAILED')
  assert.equal(await withdraw('0.005'), taken, 'what failed no longer counts')
  const other = await makeWithdrawer(tukar)
  assert.equal(await withdraw('0.005', other), taken, 'each user has a limit')
  await run(tukar, `update withdrawals set created_at = created_at - interval '1 day'`)
  assert.equal(await withdraw('0.005'), taken, 'each day has a limit')
  await limitBtc(tukar, 0n)
  assert.equal(await withdraw('0.0005', other), beyondDay, 'none may leave')
  await fund(tukar, other, 100_000_000n, xrp)
  const toAddress = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'
  const ripple = { symbol: 'XRP', network: 'XRP', amount: '25', toAddress, destination_tag: '7' }
  assert.equal((await withdrawCoin(tukar, other, ripple)).status, 200)
  await auditsClean(db)
})
