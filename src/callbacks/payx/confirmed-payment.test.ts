import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar } from '../../../tests/harness.ts'
import { auditsClean } from '../../../tests/make/audit.ts'
import { hurried } from '../../../tests/make/due-jobs.ts'
import { inboxOf } from '../../../tests/make/inbox-node.ts'
import { creditedByJob, houseRupiah, idle, rupiah } from '../../../tests/make/payd-books.ts'
import { leaderOf, makeAccount, paidInto, received, reportPayx } from '../../../tests/make/payx.ts'
import {
  breakPayx,
  countCalls,
  payAccount,
  payCode,
  reportStates,
  worries,
} from '../../../tests/make/payx-books.ts'
import { enveloped, makeCode, scanned } from '../../../tests/make/qris.ts'
import { setLimits } from '../../../tests/make/set-limits.ts'
import { confirmPayments } from '../../app/deposits/confirm-payments.ts'
import { reportLimits } from '../../app/deposits/deposit-limits.ts'
import { pollQrCodes } from '../../app/deposits/payx/poll-codes.ts'
import type { Database } from '../../core/database/database.ts'

const paymentsPath = '/callback_virtual_account_payments'

async function start(t: TestContext, nodes = 1) {
  const tukar = await startTukar(t, { nodes })
  const { db } = (await leaderOf(tukar)).ctx
  return { tukar, db, account: await makeAccount(db) }
}

/** Changes how much is credited on messages alone. */
const allow = (db: Database, account: string, house = '500000000') =>
  sql`
  update settings set value = case key when 'payx.unconfirmed_account_idr' then ${account}
    else ${house} end
  where key in ('payx.unconfirmed_account_idr', 'payx.unconfirmed_house_idr')`.execute(db.read)

const denied = ['payment-not-confirmed warning', 'payment-not-confirmed critical']

test('tokens alone credit no large payment: payx denies it, operators are notified', async (t) => {
  setLimits(t, reportLimits, { payxPerSecond: 100 })
  const { tukar, db, account } = await start(t)
  const code = await makeCode(db, { rupiah: 9_000_000n })
  const forged = [
    await reportPayx(tukar, 'deposit-paid', paidInto(account, 'forged-1', 50_450_000_000_000)),
    await reportPayx(tukar, 'deposit-paid', paidInto(account, 'forged-2', 2_000_001)),
    await reportPayx(
      tukar,
      'deposit-paid',
      paidInto({ accountNumber: '1', bankCode: 'BCA' }, 'forged-3', 5e6),
    ),
    await reportPayx(tukar, 'deposit-paid-qris', scanned(code, 'qrpy_forged', 9_000_000)),
    await reportPayx(tukar, 'deposit-paid-qris', enveloped(code, 'qrpy_other', 9_000_000)),
  ]
  for (const { status, text } of forged) assert.deepEqual([status, text], [200, received])
  assert.deepEqual(
    (await inboxOf(db)).map(({ outcome }) => outcome),
    forged.map(() => 'reported'),
  )
  await hurried(db, 'denials', async () =>
    (await reportStates(db)).every((one) => one === 'REFUSED'),
  )
  await eventually('the alerts', async () => (await worries(db)).length === 10)
  const wanted = forged.flatMap(() => denied)
  assert.deepEqual((await worries(db)).toSorted(), wanted.toSorted())
  assert.equal(await rupiah(db, account.user), 0n)
  assert.equal(await rupiah(db, code.user), 0n)
  assert.equal(await houseRupiah(db, 'payx'), 0n)
  assert.equal(await houseRupiah(db, 'suspense'), 0n)
  await auditsClean(db)
})

test('a large payment is credited once payx confirms it, and only once', async (t) => {
  const { tukar, db, account } = await start(t)
  const code = await makeCode(db, { rupiah: 9_000_000n })
  await payAccount(tukar, account, 5_000_000, 'large')
  await payCode(tukar, code.externalId, 9_000_000, 'qrpy_large')
  await creditedByJob(db, account.user, 4_995_560n)
  await creditedByJob(db, code.user, 8_937_000n)
  for (let again = 0; again < 3; again += 1) {
    await reportPayx(tukar, 'deposit-paid', { ...paidInto(account, 'large', 5_000_000), again })
    await reportPayx(tukar, 'deposit-paid-qris', {
      ...scanned(code, 'qrpy_large', 9_000_000),
      again,
    })
  }
  await idle(tukar)
  assert.equal(await rupiah(db, account.user), 4_995_560n)
  assert.equal(await rupiah(db, code.user), 8_937_000n)
  assert.deepEqual(await worries(db), [])
  await auditsClean(db)
})

test('a payment credited after a query is the one that callback and poll name', async (t) => {
  const { tukar, db, account } = await start(t)
  const code = await makeCode(db, { rupiah: 9_000_000n })
  await payAccount(tukar, account, 5_000_000, 'large')
  await payCode(tukar, code.externalId, 9_000_000, 'qrpy_large')
  await creditedByJob(db, account.user, 4_995_560n)
  await creditedByJob(db, code.user, 8_937_000n)
  // With this setting a callback alone is enough to credit such an amount.
  await allow(db, '50000000')
  const again = [
    await reportPayx(tukar, 'deposit-paid', { ...paidInto(account, 'large', 5e6), extra: 1 }),
    await reportPayx(tukar, 'deposit-paid-qris', {
      ...scanned(code, 'qrpy_large', 9e6),
      extra: 1,
    }),
  ]
  for (const { status, text } of again) assert.deepEqual([status, text], [200, received])
  assert.deepEqual(
    (await inboxOf(db)).slice(2).map(({ outcome }) => outcome),
    ['repeated', 'repeated'],
  )
  await sql`update qris_codes set status = 'ACTIVE', poll_at = now()`.execute(db.read)
  await pollQrCodes((await leaderOf(tukar)).ctx)
  assert.equal(await rupiah(db, account.user), 4_995_560n)
  assert.equal(await rupiah(db, code.user), 8_937_000n)
  assert.equal(await houseRupiah(db, 'payx'), -14_000_000n)
  assert.equal(await houseRupiah(db, 'suspense'), 0n)
  await auditsClean(db)
})

test('one large payment reported by many callbacks at once is credited once', async (t) => {
  const { tukar, db, account } = await start(t, 2)
  await payAccount(tukar, account, 2_000_000, 'large')
  const urls = tukar.nodes.map(({ url }) => url)
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      reportPayx(
        tukar,
        'deposit-paid',
        { ...paidInto(account, 'large', 2_000_000), at: at % 5 },
        { url: urls[at % 2] ?? '' },
      ),
    ),
  )
  for (const { status } of answers) assert.equal(status, 200)
  await creditedByJob(db, account.user, 1_995_560n)
  await idle(tukar)
  assert.equal(await rupiah(db, account.user), 1_995_560n)
  assert.equal(await houseRupiah(db, 'payx'), -2_000_000n)
  await auditsClean(db)
})

test('payx is queried about a payment beyond the bound, and about none below it', async (t) => {
  const { tukar, db, account } = await start(t)
  const calls = await countCalls(tukar, paymentsPath)
  await reportPayx(tukar, 'deposit-paid', paidInto(account, 'below', 999_999))
  assert.equal(await rupiah(db, account.user), 995_559n)
  await idle(tukar)
  assert.equal(await calls(), 0)
  await payAccount(tukar, account, 1_000_002, 'beyond-the-bound')
  await creditedByJob(db, account.user, 995_559n + 995_562n)
  assert.equal(await calls(), 1)
  await reportPayx(tukar, 'deposit-paid', paidInto(account, 'up-to-the-bound', 1_000_001))
  assert.equal(await rupiah(db, account.user), 995_559n + 995_562n + 995_561n)
  await allow(db, '2100000')
  await reportPayx(tukar, 'deposit-paid', paidInto(account, 'raised', 100_000))
  assert.equal(await rupiah(db, account.user), 995_559n + 995_562n + 995_561n + 95_560n)
  assert.equal(await calls(), 1)
  await auditsClean(db)
})

test('payments beyond the rate of queries are asked about soon, not as failures', async (t) => {
  const { tukar, db, account } = await start(t)
  const { ctx } = await leaderOf(tukar)
  const calls = await countCalls(tukar, paymentsPath)
  const refs = Array.from({ length: reportLimits.payxPerSecond + 2 }, (_, at) => `paid-${at}`)
  await allow(db, '0')
  for (const ref of refs) await payAccount(tukar, account, 100_000, ref)
  await eventually('the reports', async () => (await reportStates(db)).length === refs.length)
  await sql`delete from graphile_worker._private_jobs`.execute(db.read)
  const keys = refs.map((ref) => ({ method: 'VA', ref, account: account.accountNumber }))
  await Promise.all(
    confirmPayments(
      ctx,
      keys.map((key) => ({ ...key, units: '10000000' })),
    ),
  )
  assert.equal(await calls(), reportLimits.payxPerSecond)
  assert.equal((await reportStates(db)).filter((state) => state === 'ASKING').length, 2)
  const { rows } = await sql<{ items: number; soon: boolean }>`
    select json_array_length(payload) as items, run_at < now() + interval '3 seconds' as soon
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'confirm-payments'`.execute(db.read)
  assert.deepEqual(rows, [{ items: 2, soon: true }])
})

test('a payment that cannot be booked keeps no other of its job from its owner', async (t) => {
  const { tukar, db, account } = await start(t)
  const { ctx } = await leaderOf(tukar)
  await sql`
    alter table cash_deposits add constraint our_fault check (provider_ref <> 'bad')`.execute(
    db.read,
  )
  await allow(db, '0')
  const refs = ['bad', 'good']
  for (const ref of refs) await payAccount(tukar, account, 100_000, ref)
  await eventually('the reports', async () => (await reportStates(db)).length === refs.length)
  const keys = refs.map((ref) => ({ method: 'VA', ref, account: account.accountNumber }))
  const confirmed = await Promise.allSettled(
    confirmPayments(
      ctx,
      keys.map((key) => ({ ...key, units: '10000000' })),
    ),
  )
  assert.deepEqual(
    confirmed.map(({ status }) => status),
    ['rejected', 'fulfilled'],
  )
  await sql`alter table cash_deposits drop constraint our_fault`.execute(db.read)
  await hurried(db, 'both', async () => (await rupiah(db, account.user)) === 2n * 95_560n)
  await auditsClean(db)
})

test('while payx cannot be queried a payment waits, and is credited once it can', async (t) => {
  const { tukar, db, account } = await start(t)
  const heal = await breakPayx(tukar, paymentsPath)
  await payAccount(tukar, account, 3_000_000, 'patient')
  await hurried(db, 'an attempt', async () => {
    const { rows } = await sql<{ why: string | null }>`select why from payment_reports`.execute(
      db.read,
    )
    return typeof rows[0]?.why === 'string'
  })
  assert.equal(await rupiah(db, account.user), 0n)
  assert.deepEqual(await worries(db), [])
  await sql`update payment_reports set created_at = now() - interval '11 minutes'`.execute(db.read)
  await hurried(db, 'an alert', async () => (await worries(db)).length > 0)
  assert.deepEqual(await worries(db), ['payment-not-confirmed critical'])
  assert.deepEqual(await reportStates(db), ['ASKING'])
  await heal()
  await hurried(db, 'the credit', async () => (await rupiah(db, account.user)) === 2_995_560n)
  await auditsClean(db)
})

test('a payment that payx denied is queried again when it is reported again', async (t) => {
  const { tukar, db, account } = await start(t)
  const early = paidInto(account, 'early', 4_000_000)
  await reportPayx(tukar, 'deposit-paid', early)
  await hurried(db, 'the denial', async () => (await reportStates(db))[0] === 'REFUSED')
  await tukar.control('POST', '/faults', { provider: 'payx', fault: 'lose-callbacks' })
  await payAccount(tukar, account, 4_000_000, 'early')
  await reportPayx(tukar, 'deposit-paid', early)
  await creditedByJob(db, account.user, 3_995_560n)
  await auditsClean(db)
})

test('the credit is the amount at payx, whatever a callback reports', async (t) => {
  const { tukar, db, account } = await start(t)
  const other = await makeAccount(db)
  await tukar.control('POST', '/faults', { provider: 'payx', fault: 'lose-callbacks' })
  await payAccount(tukar, account, 1_200_000, 'real')
  await reportPayx(tukar, 'deposit-paid', paidInto(other, 'real', 45_000_000))
  await creditedByJob(db, account.user, 1_195_560n)
  await eventually('the alert', async () => (await worries(db)).length === 1)
  assert.deepEqual(await worries(db), ['deposit-conflict critical'])
  assert.equal(await rupiah(db, other.user), 0n)
  await auditsClean(db)
})

test('a late response of payx does not make a payment late for its code', async (t) => {
  const { tukar, db } = await start(t)
  const code = await makeCode(db, { rupiah: 2_000_000n })
  await allow(db, '0')
  const heal = await breakPayx(tukar, '/qr_codes/payments')
  await payCode(tukar, code.externalId, 2_000_000, 'qrpy_slow')
  await hurried(db, 'an attempt', async () => {
    const { rows } = await sql<{ why: string | null }>`select why from payment_reports`.execute(
      db.read,
    )
    return typeof rows[0]?.why === 'string'
  })
  await sql`update qris_codes set expires_at = clock_timestamp()`.execute(db.read)
  await heal()
  await hurried(db, 'the credit', async () => (await rupiah(db, code.user)) === 1_986_000n)
  await auditsClean(db)
})

test('an amount outside the bounds that operators set is in suspense', async (t) => {
  const { tukar, db, account } = await start(t)
  await sql`
    update settings set value = '9000' where key = 'deposit.va_minimum_idr'`.execute(db.read)
  await sql`
    update settings set value = '40000000' where key = 'deposit.va_maximum_idr'`.execute(db.read)
  await payAccount(tukar, account, 8_999, 'little')
  await payAccount(tukar, account, 40_000_001, 'much')
  await payAccount(tukar, account, 9_000, 'least')
  await payAccount(tukar, account, 40_000_000, 'most')
  await creditedByJob(db, account.user, 4_560n + 39_995_560n)
  await eventually('the alerts', async () => (await worries(db)).length === 2)
  const { rows } = await sql<{ reason: string; units: string }>`
    select reason, units::text from suspense_items i order by i.units`.execute(db.read)
  assert.deepEqual(rows, [
    { reason: 'below-account-minimum', units: '899900' },
    { reason: 'above-account-maximum', units: '4000000100' },
  ])
  assert.deepEqual(await worries(db), [
    'deposit-in-suspense warning',
    'deposit-in-suspense warning',
  ])
  await auditsClean(db)
})
