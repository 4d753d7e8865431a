import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar } from '../../../tests/harness.ts'
import { auditsClean } from '../../../tests/make/audit.ts'
import {
  makeCashWithdrawer,
  pausePayouts,
  withdrawCash,
} from '../../../tests/make/cash-withdrawal.ts'
import { hurried } from '../../../tests/make/due-jobs.ts'
import { inboxOf } from '../../../tests/make/inbox-node.ts'
import { credited, houseRupiah, rupiah } from '../../../tests/make/payd-books.ts'
import { leaderOf, makeAccount, paidInto, received, reportPayx } from '../../../tests/make/payx.ts'
import {
  breakPayx,
  countCalls,
  payAccount,
  payCode,
  reportStates,
  worries,
} from '../../../tests/make/payx-books.ts'
import { makeCode, scanned } from '../../../tests/make/qris.ts'
import { setLimits } from '../../../tests/make/set-limits.ts'
import { expectOk } from '../../../tests/make/trader.ts'
import { sessionsWait } from '../../../tests/make/waiting-sessions.ts'
import { attempted, becomes, pauseOver, withdrawalsOf } from '../../../tests/make/withdrawal.ts'
import { paymentListLimits } from '../../app/deposits/deposit-limits.ts'
import { pullPayments } from '../../app/deposits/payx/pull-payments.ts'
import { userId } from '../../base/values/ids.ts'
import type { Database } from '../../core/database/database.ts'
import { readWalletFlags } from '../../core/reference/wallet-flags.sql.ts'

const pull = { jobs: ['pull payx payments'] } as const

/** Has payx asked soon about a payment that its list does not have. */
const askSoon = (t: TestContext) => setLimits(t, paymentListLimits, { graceMs: 500 })

async function start(t: TestContext, wanted: Parameters<typeof startTukar>[1] = {}) {
  const tukar = await startTukar(t, wanted)
  const { db } = (await leaderOf(tukar)).ctx
  return { tukar, db, account: await makeAccount(db) }
}

const setting = (db: Database, key: string, value: string) =>
  sql`update settings set value = ${value} where key = ${key}`.execute(db.read)

const outcomes = async (db: Database, outcome: string) =>
  (await inboxOf(db)).filter((one) => one.outcome === outcome).length

test('300 forged payments at once credit one account no more than its bound', async (t) => {
  const { tukar, db, account } = await start(t)
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, at) =>
      reportPayx(tukar, 'deposit-paid', paidInto(account, `forged-${at}`, 999_999)),
    ),
  )
  for (const { status, text } of answers) assert.deepEqual([status, text], [200, received])
  assert.equal(await rupiah(db, account.user), 2n * 995_559n)
  assert.deepEqual([await outcomes(db, 'credited'), await outcomes(db, 'reported')], [2, 298])
  await auditsClean(db)
})

test('forged payments to many accounts credit no more than the bound of the house', async (t) => {
  const { tukar, db } = await start(t)
  await setting(db, 'payx.unconfirmed_house_idr', '5000000')
  const accounts = await Promise.all(Array.from({ length: 10 }, () => makeAccount(db)))
  const code = await makeCode(db, { rupiah: 900_000n })
  await Promise.all([
    ...accounts.map((one, at) =>
      reportPayx(tukar, 'deposit-paid', paidInto(one, `forged-${at}`, 900_000)),
    ),
    reportPayx(tukar, 'deposit-paid-qris', scanned(code, 'qrpy_forged', 900_000)),
  ])
  assert.equal(await houseRupiah(db, 'payx'), -5n * 900_000n)
  await auditsClean(db)
})

test('payments without an owner share the bound of one account', async (t) => {
  const { tukar, db } = await start(t)
  for (const at of [1, 2, 3]) {
    const stranger = { accountNumber: `99${at}`, bankCode: 'BCA' }
    await reportPayx(tukar, 'deposit-paid', paidInto(stranger, `forged-${at}`, 900_000))
  }
  assert.equal(await houseRupiah(db, 'suspense'), 1_800_000n)
})

test("payx's list frees the bound within seconds, whatever the number of payments", async (t) => {
  const { tukar, db, account } = await start(t, pull)
  const calls = await countCalls(tukar, '/callback_virtual_account_payments')
  const code = await makeCode(db, { rupiah: 1_500_000n })
  for (let at = 0; at < 60; at += 1) await payAccount(tukar, account, 900_000, `paid-${at}`)
  await payCode(tukar, code.externalId, 1_500_000, 'qrpy_paid')
  await credited(db, account.user, 60n * 895_560n)
  await credited(db, code.user, 1_489_500n)
  assert.equal(await calls(), 0, 'the list confirms them, without a query for each')
  assert.deepEqual(await worries(db), [])
  await auditsClean(db)
})

test('a payment beyond the bound is credited once the list has it, only once', async (t) => {
  const { tukar, db, account } = await start(t, pull)
  await payAccount(tukar, account, 7_000_000, 'large')
  await credited(db, account.user, 6_995_560n)
  await hurried(db, 'the job', async () => (await reportStates(db))[0] === 'BOOKED')
  assert.equal(await rupiah(db, account.user), 6_995_560n)
  await auditsClean(db)
})

test('a denial of a credited payment stops withdrawals at once, with an alert', async (t) => {
  askSoon(t)
  const { tukar, db, account } = await start(t, pull)
  await payAccount(tukar, account, 500_000, 'honest')
  await reportPayx(tukar, 'deposit-paid', paidInto(account, 'forged', 600_000))
  assert.equal((await readWalletFlags(db)).WD, true)
  await hurried(db, 'the stop', async () => (await readWalletFlags(db)).WD === false)
  await eventually('the alerts', async () => (await worries(db)).length === 2)
  assert.deepEqual((await worries(db)).toSorted(), [
    'payment-not-confirmed warning',
    'withdrawals-stopped critical',
  ])
  await setting(db, 'payx.unconfirmed_account_idr', '1000000')
  await reportPayx(tukar, 'deposit-paid', paidInto(account, 'forged-2', 500_000))
  assert.equal(await outcomes(db, 'reported'), 1, 'a denied payment counts on')
  await auditsClean(db)
})

test('a payment can leave only once the list of payx has it', async (t) => {
  const tukar = await startTukar(t, { jobs: ['settle withdrawals'] })
  await pausePayouts(tukar)
  const { ctx } = await leaderOf(tukar)
  const [early, payer] = [await makeCashWithdrawer(tukar), await makeCashWithdrawer(tukar)]
  const account = await makeAccount(ctx.db, { user: userId(payer.id) })
  await pullPayments(ctx)
  await payAccount(tukar, account, 400_000, 'paid')
  await eventually('the event', async () => (await inboxOf(ctx.db)).length === 1)
  for (const one of [payer, early]) expectOk(await withdrawCash(tukar, one))
  await becomes(tukar, early, 'SUBMITTED')
  await attempted(tukar, payer, 1)
  assert.equal((await withdrawalsOf(tukar, payer))[0]?.status, 'PROCESSING')
  await sql`update cash_deposits set created_at = now() - interval '1 minute'`.execute(ctx.db.read)
  await pullPayments(ctx)
  await pauseOver(tukar)
  await becomes(tukar, payer, 'SUBMITTED')
})

test('a small payment that payx denies holds what its user withdraws, no more', async (t) => {
  askSoon(t)
  const tukar = await startTukar(t, { jobs: ['pull payx payments', 'settle withdrawals'] })
  await pausePayouts(tukar)
  const { db } = (await leaderOf(tukar)).ctx
  const [forger, honest] = [await makeCashWithdrawer(tukar), await makeCashWithdrawer(tukar)]
  const account = await makeAccount(db, { user: userId(forger.id) })
  await reportPayx(tukar, 'deposit-paid', paidInto(account, 'forged', 400_000))
  await hurried(db, 'the alerts', async () => (await worries(db)).length >= 2)
  assert.deepEqual((await worries(db)).toSorted(), [
    'payment-not-confirmed critical',
    'payment-not-confirmed warning',
  ])
  assert.equal((await readWalletFlags(db)).WD, true)
  for (const one of [forger, honest]) expectOk(await withdrawCash(tukar, one))
  await becomes(tukar, honest, 'SUBMITTED')
  assert.equal((await withdrawalsOf(tukar, forger))[0]?.status, 'PROCESSING')
})

test('a forged payment whose credit commits late is denied once it counts', async (t) => {
  const { tukar, db, account } = await start(t)
  const { ctx } = await leaderOf(tukar)
  const now = () => new Date(Date.now() + 2 * paymentListLimits.graceMs)
  const pullLater = () => pullPayments({ ...ctx, clock: { ...ctx.clock, now } })
  let reported: ReturnType<typeof reportPayx> | null = null
  await db.inTransaction(async (tx) => {
    await sql`lock table cash_deposits in exclusive mode`.execute(tx)
    reported ??= reportPayx(tukar, 'deposit-paid', paidInto(account, 'forged', 600_000))
    await sessionsWait(db)
    await pullLater()
    assert.deepEqual(await reportStates(db), [])
  })
  await reported
  assert.equal(await rupiah(db, account.user), 595_560n)
  await pullLater()
  await hurried(db, 'the stop', async () => (await readWalletFlags(db)).WD === false)
  assert.ok((await worries(db)).includes('withdrawals-stopped critical'))
})

test('a real payment that was reported larger stops withdrawals', async (t) => {
  askSoon(t)
  const { tukar, db, account } = await start(t, pull)
  await tukar.control('POST', '/faults', { provider: 'payx', fault: 'lose-callbacks' })
  await reportPayx(tukar, 'deposit-paid', paidInto(account, 'real', 1_900_000))
  await payAccount(tukar, account, 10_000, 'real')
  await hurried(db, 'the stop', async () => (await readWalletFlags(db)).WD === false)
  await eventually('the alerts', async () => (await worries(db)).length >= 2)
  assert.ok((await worries(db)).includes('deposit-conflict critical'))
})

test('the list also confirms a payment that payx was asked about in vain', async (t) => {
  const { tukar, db, account } = await start(t)
  const { ctx } = await leaderOf(tukar)
  await breakPayx(tukar, '/callback_virtual_account_payments')
  await tukar.control('POST', '/faults', { provider: 'payx', fault: 'lose-callbacks' })
  await reportPayx(tukar, 'deposit-paid', paidInto(account, 'late', 400_000))
  const now = () => new Date(Date.now() + 2 * paymentListLimits.graceMs)
  await eventually('the question', async () => {
    await pullPayments({ ...ctx, clock: { ...ctx.clock, now } })
    return (await reportStates(db)).join() === 'ASKING'
  })
  await payAccount(tukar, account, 400_000, 'late')
  // Without a new payment to confirm, the list is read every ten seconds.
  await reportPayx(tukar, 'deposit-paid', paidInto(account, 'next', 100_000))
  await pullPayments(ctx)
  assert.deepEqual(await reportStates(db), ['BOOKED'])
  assert.equal(await rupiah(db, account.user), 395_560n + 95_560n)
  await auditsClean(db)
})

test('while payx lists nothing, payments are credited up to the bound and then wait', async (t) => {
  const { tukar, db, account } = await start(t, pull)
  const heal = await breakPayx(tukar, '/transactions')
  const broken = await breakPayx(tukar, '/callback_virtual_account_payments')
  for (const at of [1, 2, 3]) await payAccount(tukar, account, 900_000, `paid-${at}`)
  await eventually('three events', async () => (await inboxOf(db)).length === 3)
  assert.equal(await rupiah(db, account.user), 2n * 895_560n)
  await broken()
  await heal()
  await credited(db, account.user, 3n * 895_560n)
  assert.equal((await readWalletFlags(db)).WD, true)
  await auditsClean(db)
})

test('a new leader counts what the one before it credited unconfirmed', async (t) => {
  const { tukar, db, account } = await start(t, { nodes: 2, fresh: true })
  await reportPayx(tukar, 'deposit-paid', paidInto(account, 'before', 1_500_000))
  const leader = await leaderOf(tukar)
  await leader.ctx.leadership.stop()
  const other = tukar.nodes.find((node) => node !== leader)
  await eventually('the other', async () => other?.ctx.leadership.current() !== null)
  await reportPayx(tukar, 'deposit-paid', paidInto(account, 'after', 600_000), {
    url: other?.url ?? '',
  })
  assert.equal(await rupiah(db, account.user), 1_495_560n)
  assert.deepEqual([await outcomes(db, 'credited'), await outcomes(db, 'reported')], [1, 1])
})
