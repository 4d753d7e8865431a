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
  holdStill,
  later,
  makeWithdrawer,
  moveAtCustody,
  oneBtc,
  refused,
  run,
  startWithdrawer,
  type Withdrawer,
  withdrawalsOf,
  withdrawCoin,
  xrp,
} from '../../../../tests/make/withdrawal.ts'

const residentialAddress = 'Jalan Merdeka 1'
const beyondDay = 'api.exceed_system_daily_withdrawal_limit'

/** The newest withdrawal's worth, in whole rupiah, its status and its reasons for approval. */
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
  const venueSays = (pair: string, price: string) =>
    tukar.control('POST', '/venue/price', { symbol: pair.replace('_', ''), price })
  for (const [pair, price] of Object.entries(usual)) await venueSays(pair, price)
  await historyOf(db, usual)
  const priceIs = (price: string) =>
    eventually(`a price of ${price} beside its median`, async () => {
      const { rows } = await sql`
        select from prices where pair = 'BTC_IDR' and price = ${price}::numeric
          and median = ${usual.BTC_IDR}::numeric and samples > 60`.execute(db.read)
      return rows.length === 1
    })
  await priceIs(usual.BTC_IDR)
  await venueSays('BTC_IDR', '1640000')
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

test('while a price has a short history only a small part of a coin leaves unseen', async (t) => {
  const { tukar, trader } = await startWithdrawer(t)
  await run(tukar, `update prices set samples = 29 where pair = 'BTC_IDR'`)
  const ask = async (amount: string) => {
    assert.equal((await withdrawCoin(tukar, trader, { amount })).status, 200)
    await later(tukar, trader)
    return (await judged(tukar))?.reasons
  }
  assert.deepEqual(await ask('0.0045'), [])
  assert.deepEqual(await ask('0.0005'), [])
  assert.deepEqual(await ask('0.0005'), ['a short price history'])
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

test('a coin leaves up to its own limit in units, counted by day and user', async (t) => {
  const { tukar, trader, db } = await startWithdrawer(t)
  await holdStill(tukar)
  await limitBtc(tukar, 900_000n)
  const ask = async (amount: string, by = trader) => {
    const answer = await withdrawCoin(tukar, by, { amount })
    await later(tukar, by)
    return answer.body.message
  }
  const taken = 'api.withdraw_apply_successful'
  assert.equal(await ask('0.00900001'), beyondDay)
  assert.equal(await ask('0.005'), taken)
  assert.equal(await ask('0.00400001'), beyondDay)
  assert.equal(await ask('0.004'), taken)
  assert.equal(await ask('0.0005'), beyondDay)
  const [first] = await withdrawalsOf(tukar, trader)
  await becomes(tukar, trader, 'SUBMITTED')
  await moveAtCustody(tukar, first?.requestId ?? '', 'FAILED')
  await becomes(tukar, trader, 'FAILED')
  assert.equal(await ask('0.005'), taken, 'what failed no longer counts')
  const other = await makeWithdrawer(tukar)
  assert.equal(await ask('0.005', other), taken, 'each user has a limit')
  await run(tukar, `update withdrawals set created_at = created_at - interval '1 day'`)
  assert.equal(await ask('0.005'), taken, 'each day has a limit')
  await limitBtc(tukar, 0n)
  assert.equal(await ask('0.0005', other), beyondDay, 'none may leave')
  await fund(tukar, other, 100_000_000n, xrp)
  const toAddress = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'
  const ripple = { symbol: 'XRP', network: 'XRP', amount: '25', toAddress, destination_tag: '7' }
  assert.equal((await withdrawCoin(tukar, other, ripple)).status, 200)
  await auditsClean(db)
})
