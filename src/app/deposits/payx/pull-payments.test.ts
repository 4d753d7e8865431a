import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar } from '../../../../tests/harness.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { credited, creditedByJob, houseRupiah, rupiah } from '../../../../tests/make/payd-books.ts'
import { leaderOf, makeAccount, paidInto, reportPayx } from '../../../../tests/make/payx.ts'
import { payAccount, payCode, worries } from '../../../../tests/make/payx-books.ts'
import { makeCode, scanned } from '../../../../tests/make/qris.ts'
import { setLimits } from '../../../../tests/make/set-limits.ts'
import type { Context } from '../../../context.ts'
import type { Database } from '../../../core/database/database.ts'
import { readPulled } from '../../transfers/pulled.sql.ts'
import { paymentListLimits } from '../deposit-limits.ts'
import { pullPayments } from './pull-payments.ts'

const allow = (db: Database, units: string) =>
  sql`
  update settings set value = ${units} where key = 'payx.unconfirmed_account_idr'`.execute(db.read)

const lost = { provider: 'payx', fault: 'lose-callbacks' } as const

test('payments whose callbacks were lost are credited from the list, once', async (t) => {
  setLimits(t, paymentListLimits, { idleMs: 100, lostMs: 300 })
  const tukar = await startTukar(t, { jobs: ['pull payx payments'] })
  const { db } = (await leaderOf(tukar)).ctx
  const account = await makeAccount(db)
  const code = await makeCode(db, { rupiah: 40_000n })
  await tukar.control('POST', '/faults', lost)
  for (let at = 0; at < 3; at += 1) await payAccount(tukar, account, 5_000_000, `lost-${at}`)
  await payCode(tukar, code.externalId, 40_000, 'qrpy_lost')
  await payAccount(tukar, { accountNumber: '998', bankCode: 'BCA' }, 70_000, 'stranger')
  await creditedByJob(db, account.user, 3n * 4_995_560n)
  await creditedByJob(db, code.user, 39_720n)
  await eventually('the suspense', async () => (await houseRupiah(db, 'suspense')) === 70_000n)
  await reportPayx(tukar, 'deposit-paid', paidInto(account, 'lost-0', 5_000_000))
  await reportPayx(tukar, 'deposit-paid-qris', scanned(code, 'qrpy_lost', 40_000))
  assert.equal(await rupiah(db, account.user), 3n * 4_995_560n)
  assert.equal(await rupiah(db, code.user), 39_720n)
  await eventually('the alert', async () => (await worries(db)).length > 0)
  assert.deepEqual(await worries(db), ['deposit-in-suspense warning'])
  await auditsClean(db)
})

test('a run that may not read the whole list is continued by the next one', async (t) => {
  const tukar = await startTukar(t)
  const { ctx } = await leaderOf(tukar)
  const { db } = ctx
  const account = await makeAccount(db)
  await allow(db, '900000000')
  await payAccount(tukar, account, 10_000, 'oldest')
  const count = 401
  for (let at = 1; at < count; at += 1) await payAccount(tukar, account, 10_000, `paid-${at}`)
  await credited(db, account.user, BigInt(count) * 5_560n)
  const slow = { ...ctx, config: { ...ctx.config, production: true } }
  assert.equal(await pullPayments(slow), 400, 'eight pages, the newest first')
  await allow(db, '1500000')
  await reportPayx(tukar, 'deposit-paid', paidInto(account, 'before', 1_500_000))
  assert.equal(await rupiah(db, account.user), BigInt(count) * 5_560n, 'one is unconfirmed')
  await pullPayments(slow)
  await reportPayx(tukar, 'deposit-paid', paidInto(account, 'after', 1_500_000))
  assert.equal(await rupiah(db, account.user), BigInt(count) * 5_560n + 1_495_560n)
  assert.deepEqual(await worries(db), [])
})

type Payx = Context['payx']

/** A run so much later, with a list of payx that may fail. */
const runLater = (ctx: Context, ms: number, listPayments: Payx['listPayments']) =>
  pullPayments({
    ...ctx,
    clock: { ...ctx.clock, now: () => new Date(ctx.clock.now().getTime() + ms) },
    payx: { ...ctx.payx, listPayments },
  })

/** Starts with a payment whose callback was lost, before a full page of reported ones. */
async function startBehindPage(t: TestContext) {
  const tukar = await startTukar(t)
  const { ctx } = await leaderOf(tukar)
  const account = await makeAccount(ctx.db)
  await pullPayments(ctx)
  await tukar.control('POST', '/faults', lost)
  await payAccount(tukar, account, 50_000, 'lost')
  await tukar.control('DELETE', '/faults')
  return { tukar, ctx, account }
}

test('a list that payx refuses to continue is read again, to its end', async (t) => {
  const { tukar, ctx, account } = await startBehindPage(t)
  const { db, payx } = ctx
  for (let at = 0; at < 50; at += 1) await payAccount(tukar, account, 10_000, `paid-${at}`)
  await credited(db, account.user, 50n * 5_560n)
  const refused = { kind: 'rejected', code: 'FORBIDDEN', message: 'no', status: 403 } as const
  const firstPageOnly: Payx['listPayments'] = async (wanted) =>
    wanted.afterId === null ? payx.listPayments(wanted) : refused
  await assert.rejects(runLater(ctx, 200_000, firstPageOnly), /FORBIDDEN/)
  await runLater(ctx, 220_000, payx.listPayments)
  await credited(db, account.user, 50n * 5_560n + 45_560n)
})

test('a leader whose clock is an hour ahead leaves out no payment', async (t) => {
  const tukar = await startTukar(t)
  const { ctx } = await leaderOf(tukar)
  const { db, payx } = ctx
  const account = await makeAccount(db)
  await runLater(ctx, 3_600_000, payx.listPayments)
  await tukar.control('POST', '/faults', lost)
  await payAccount(tukar, account, 50_000, 'lost')
  await runLater(ctx, 3_700_000, payx.listPayments)
  await credited(db, account.user, 45_560n)
  const behindMs = ctx.clock.now().getTime() - (await readPulled(db, 'payx'))
  assert.ok(behindMs >= 0, 'the next leader reads on from the present')
})

test('a page without payments into our accounts does not end the list', async (t) => {
  const { ctx, account } = await startBehindPage(t)
  const { db, payx } = ctx
  const createdAtMs = ctx.clock.now().getTime()
  const payments = Array.from({ length: 50 }, (_, at) => {
    return { id: `card-${at}`, createdAtMs, payment: null }
  })
  const afterCards: Payx['listPayments'] = async (wanted) =>
    wanted.afterId === null
      ? { kind: 'accepted', value: { payments, hasMore: true } }
      : payx.listPayments({ ...wanted, afterId: null })
  await runLater(ctx, 200_000, afterCards)
  await credited(db, account.user, 45_560n)
})

test('listed payments that cannot be read or recorded alert, and block no other', async (t) => {
  const { ctx, account } = await startBehindPage(t)
  const { db, payx } = ctx
  const odd = {
    method: 'QRIS',
    ref: 'qrpy_odd',
    externalId: 'made-by-hand-'.repeat(12),
    accountNumber: null,
    channelCode: null,
    amount: '50000',
  } as const
  const withOdd: Payx['listPayments'] = async (wanted) => {
    const answer = await payx.listPayments(wanted)
    if (answer.kind !== 'accepted') return answer
    const createdAtMs = ctx.clock.now().getTime()
    const unreadable = { id: 'txn_odd', createdAtMs, payment: null, isUnreadable: true }
    const long = { id: 'txn_long', createdAtMs, payment: odd }
    const amount = { id: 'txn_amount', createdAtMs, payment: { ...odd, ref: 'q', amount: 'NaN' } }
    const payments = [unreadable, long, amount, ...answer.value.payments]
    return { ...answer, value: { ...answer.value, payments } }
  }
  await runLater(ctx, 200_000, withOdd)
  await credited(db, account.user, 45_560n)
  await runLater(ctx, 220_000, withOdd)
  const alert = 'payment-not-confirmed critical'
  assert.deepEqual(await worries(db), [alert, alert, alert])
})
