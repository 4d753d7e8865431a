import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { startTukar, type Tukar } from '../../../tests/harness.ts'
import { auditsClean } from '../../../tests/make/audit.ts'
import {
  makeCashWithdrawer,
  movePayout,
  pausePayouts,
  payoutReport,
  rupiahOf,
  withdrawCash,
} from '../../../tests/make/cash-withdrawal.ts'
import { openOrder, paymentFields, payOrder, sendPaydCallback } from '../../../tests/make/payd.ts'
import { alerts, idle, noQuestions, rupiah } from '../../../tests/make/payd-books.ts'
import { leaderOf, reportPayx } from '../../../tests/make/payx.ts'
import { makeCode, scanned } from '../../../tests/make/qris.ts'
import { makeTrader } from '../../../tests/make/trader.ts'
import { becomes } from '../../../tests/make/withdrawal.ts'
import type { Database } from '../../core/database/database.ts'
import { pollPaydOrders } from '../deposits/payd/poll-orders.ts'
import { pollQrCodes } from '../deposits/payx/poll-codes.ts'
import { pollPayouts } from '../withdrawals/sending/poll-payouts.ts'

async function start(t: TestContext) {
  const tukar = await startTukar(t)
  const { ctx } = await leaderOf(tukar)
  return { tukar, ctx, db: ctx.db }
}

const loseCallbacks = (tukar: Tukar, provider: 'payx' | 'payd') =>
  tukar.control('POST', '/faults', { provider, fault: 'lose-callbacks' })

type Table = 'qris_codes' | 'payd_orders' | 'withdrawals'

/** Makes every scheduled poll due now. */
const due = (db: Database, table: Table) =>
  sql`update ${sql.table(table)} set poll_at = now() where poll_at is not null`.execute(db.read)

const payCode = (tukar: Tukar, externalId: string, fields: object = {}) =>
  tukar.control('POST', '/payx/qr-payments', { externalId, amount: 15_000, ...fields })

test('a paid code with a lost callback is credited by polling, once', async (t) => {
  const { tukar, ctx, db } = await start(t)
  const { user, externalId } = await makeCode(db)
  await loseCallbacks(tukar, 'payx')
  const paid = await payCode(tukar, externalId)
  assert.equal(await pollQrCodes(ctx), 0, 'a code is asked about after a while')
  await due(db, 'qris_codes')
  assert.equal(await pollQrCodes(ctx), 1)
  assert.equal(await rupiah(db, user), 14_895n)
  await due(db, 'qris_codes')
  assert.equal(await pollQrCodes(ctx), 0, 'what is paid is not asked about')
  await reportPayx(tukar, 'deposit-paid-qris', scanned({ externalId }, paid.body.id))
  assert.equal(await rupiah(db, user), 14_895n)
  assert.deepEqual(await alerts(db), [])
  await auditsClean(db)
})

test('a code is polled with growing pauses, a limited number of times', async (t) => {
  const { ctx, db } = await start(t)
  await makeCode(db)
  const pauses: (number | null)[] = []
  for (let count = 0; count < 12; count += 1) {
    await due(db, 'qris_codes')
    await pollQrCodes(ctx)
    const { rows } = await sql<{ minutes: number | null }>`
      select round(extract(epoch from poll_at - now()) / 60)::int as minutes
      from qris_codes`.execute(db.read)
    pauses.push(rows[0]?.minutes ?? null)
  }
  assert.deepEqual(pauses, [10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, null, null, null])
})

test('payments listed by payx but not called paid are not credited', async (t) => {
  const { tukar, ctx, db } = await start(t)
  const { user, externalId } = await makeCode(db)
  await loseCallbacks(tukar, 'payx')
  await payCode(tukar, externalId, { status: 'PENDING' })
  await due(db, 'qris_codes')
  assert.equal(await pollQrCodes(ctx), 1)
  assert.equal(await rupiah(db, user), 0n)
})

test('many codes polled on two leaders at once are each credited once', async (t) => {
  const { tukar, ctx, db } = await start(t)
  const codes = await Promise.all(Array.from({ length: 12 }, () => makeCode(db)))
  await loseCallbacks(tukar, 'payx')
  for (const { externalId } of codes) await payCode(tukar, externalId)
  const fault = { provider: 'payx', fault: 'error-500', path: '/qr_codes/payments', times: 3 }
  await tukar.control('POST', '/faults', fault)
  for (let round = 0; round < 3; round += 1) {
    await due(db, 'qris_codes')
    await Promise.all([pollQrCodes(ctx), pollQrCodes(ctx), pollQrCodes(ctx)])
  }
  for (const { user } of codes) assert.equal(await rupiah(db, user), 14_895n)
  await auditsClean(db)
})

test('a returned payout with a lost callback is refunded by polling', async (t) => {
  const { tukar, ctx, db } = await start(t)
  const trader = await makeCashWithdrawer(tukar)
  const before = await rupiahOf(tukar, trader)
  await pausePayouts(tukar)
  await withdrawCash(tukar, trader)
  const { requestId } = await becomes(tukar, trader, 'SUBMITTED')
  await movePayout(tukar, requestId, 'SUCCEEDED')
  await becomes(tukar, trader, 'SUCCESS')
  await due(db, 'withdrawals')
  assert.equal(await pollPayouts(ctx), 1, 'it still stands')
  await loseCallbacks(tukar, 'payx')
  await movePayout(tukar, requestId, 'REVERSED')
  assert.notDeepEqual(await rupiahOf(tukar, trader), before)
  await due(db, 'withdrawals')
  assert.equal(await pollPayouts(ctx), 1)
  assert.deepEqual(await rupiahOf(tukar, trader), before)
  await reportPayx(tukar, 'withdrawal', payoutReport(requestId, trader.id, 'REVERSED'))
  await due(db, 'withdrawals')
  assert.equal(await pollPayouts(ctx), 0)
  assert.deepEqual(await rupiahOf(tukar, trader), before)
  await auditsClean(db)
})

test('a paid order with a lost callback is credited by polling, once', async (t) => {
  const { tukar, ctx, db } = await start(t)
  const trader = await makeTrader(tukar)
  const user = trader.id
  const { merchantOrderId: order } = await openOrder(tukar, trader)
  await due(db, 'payd_orders')
  assert.equal(await pollPaydOrders(ctx), 1, 'nobody paid it yet')
  await loseCallbacks(tukar, 'payd')
  await payOrder(tukar, order, 150_000)
  await due(db, 'payd_orders')
  assert.equal(await pollPaydOrders(ctx), 1)
  assert.equal(await rupiah(db, user), 150_000n)
  await sendPaydCallback(tukar, 'payd-deposit', paymentFields(tukar, { order, amount: '150000' }))
  await idle(tukar)
  await due(db, 'payd_orders')
  assert.equal(await pollPaydOrders(ctx), 0)
  assert.equal(await rupiah(db, user), 150_000n)
  assert.deepEqual(await alerts(db), [])
  await auditsClean(db)
})

test('an order is not polled if a setting switches queries to payd off', async (t) => {
  const { tukar, ctx, db } = await start(t)
  await openOrder(tukar, await makeTrader(tukar))
  await noQuestions(db)
  await due(db, 'payd_orders')
  assert.equal(await pollPaydOrders(ctx), 0)
})
