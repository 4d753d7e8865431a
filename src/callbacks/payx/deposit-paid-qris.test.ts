import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar } from '../../../tests/harness.ts'
import { auditsClean } from '../../../tests/make/audit.ts'
import { inboxOf } from '../../../tests/make/inbox-node.ts'
import { owned } from '../../../tests/make/ledger.ts'
import { leaderOf, makeAccount, paidInto, received, reportPayx } from '../../../tests/make/payx.ts'
import { enveloped, makeCode, scanned } from '../../../tests/make/qris.ts'
import { makeTrader } from '../../../tests/make/trader.ts'
import type { UserId } from '../../base/values/ids.ts'
import type { Database } from '../../core/database/database.ts'
import type { HouseKind } from '../../core/ledger/accounts.ts'
import { readHouseBalances } from '../../core/ledger/house.ts'

/** Returns a user's available balance in whole rupiah. */
const rupiah = async (db: Database, user: UserId) => (await owned(db, user)).available / 100n

/** Returns a house account's balance in whole rupiah. */
async function houseRupiah(db: Database, kind: HouseKind): Promise<bigint> {
  const balances = await db.inTransaction(readHouseBalances)
  return (balances.find((balance) => balance.kind === kind)?.units ?? 0n) / 100n
}

const statusOf = async (db: Database, externalId: string) =>
  (
    await db.read
      .selectFrom('qris_codes')
      .where('external_id', '=', externalId)
      .select('status')
      .executeTakeFirstOrThrow()
  ).status

const reasons = async (db: Database) =>
  (await db.read.selectFrom('suspense_items').select('reason').orderBy('id').execute()).map(
    ({ reason }) => reason,
  )

const outcomes = async (db: Database) => (await inboxOf(db)).map(({ outcome }) => outcome)

const alertsOf = async (db: Database, kind: string) =>
  (await db.read.selectFrom('operator_alerts').where('kind', '=', kind).select('id').execute())
    .length

test('a paid code is credited less 0.7 percent, once, despite redeliveries', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const code = await makeCode(db)
  const body = scanned(code, 'qrpy_1')
  for (const again of [body, body, { ...body, extra: 1 }, enveloped(code, 'qrpy_1')]) {
    const answer = await reportPayx(tukar, 'deposit-paid-qris', again)
    assert.deepEqual([answer.status, answer.text], [200, received])
    assert.equal(await rupiah(db, code.user), 14_895n)
  }
  assert.equal(await statusOf(db, code.externalId), 'PAID')
  // 94.60 and 10.40, together 0.7 %.
  assert.equal(await houseRupiah(db, 'fees'), 94n)
  assert.equal(await houseRupiah(db, 'vat'), 10n)
  assert.deepEqual(await outcomes(db), ['credited', 'repeated', 'repeated'])
  await auditsClean(db)
})

test('the newer form of the callback means the same', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const code = await makeCode(db)
  const answer = await reportPayx(tukar, 'deposit-paid-qris', enveloped(code, 'qrpy_1'))
  assert.deepEqual([answer.status, answer.text], [200, received])
  assert.equal(await rupiah(db, code.user), 14_895n)
  assert.deepEqual(
    (await inboxOf(db)).map(({ key }) => key),
    ['qrpy_1'],
  )
  await auditsClean(db)
})

test('the fee is a share of the settings, rounded half up to whole rupiah', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const cases: readonly (readonly [paid: bigint, fee: bigint])[] = [
    [1n, 0n],
    [71n, 0n],
    [72n, 1n],
    [10_500n, 74n],
    [999_999n, 7_000n],
  ]
  for (const [paid, fee] of cases) {
    const code = await makeCode(db, { rupiah: paid })
    await reportPayx(tukar, 'deposit-paid-qris', scanned(code, `qrpy_${paid}`, Number(paid)))
    assert.equal(await rupiah(db, code.user), paid - fee, `${paid}`)
  }
  await sql`update settings set value = '0' where key = 'deposit.qris_fee_ppm'`.execute(db.read)
  const free = await makeCode(db)
  await reportPayx(tukar, 'deposit-paid-qris', { ...scanned(free, 'qrpy_free'), fee: 5_000 })
  assert.equal(await rupiah(db, free.user), 15_000n)
  await auditsClean(db)
})

test('only a payment that is through credits; any other event is acknowledged', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const code = await makeCode(db)
  const paid = scanned(code, 'qrpy_1')
  const newer = enveloped(code, 'qrpy_1')
  const bodies: readonly (readonly [Record<string, unknown>, string])[] = [
    [{ ...paid, status: 'PENDING' }, 'not-paid'],
    [{ ...paid, status: 'FAILED' }, 'not-paid'],
    [{ ...paid, status: 'PAID' }, 'not-paid'],
    [{ ...newer, data: { ...newer.data, status: 'PENDING' } }, 'not-paid'],
    [{ ...paid, status: 'completed' }, 'unknown-status'],
    [{ ...paid, status: 'SETTLED' }, 'unknown-status'],
    [{ ...paid, event: 'qr.created' }, 'ignored'],
    [{ id: 'invoice-1', status: 'PAID', amount: 15_000, external_id: code.externalId }, 'ignored'],
    [{ ...newer, event: 'payment.succeeded' }, 'ignored'],
    [{ event: 'payment.capture', data: { payment_id: 'py-1', status: 'SUCCEEDED' } }, 'ignored'],
    [{ event: 'qr.expired' }, 'ignored'],
  ]
  for (const [body, outcome] of bodies) {
    const answer = await reportPayx(tukar, 'deposit-paid-qris', body)
    assert.deepEqual([answer.status, answer.text], [200, received], JSON.stringify(body))
    assert.equal((await outcomes(db)).at(-1), outcome)
  }
  assert.equal(await rupiah(db, code.user), 0n)
  assert.equal(await houseRupiah(db, 'payx'), 0n)
  await eventually('the alerts', async () => (await alertsOf(db, 'provider-status-unknown')) === 2)
  await reportPayx(tukar, 'deposit-paid-qris', paid)
  assert.equal(await rupiah(db, code.user), 14_895n, 'what was pending before is paid now')
  await auditsClean(db)
})

test('a payment that does not match its code waits in suspense, with an alert', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const code = await makeCode(db)
  const expired = await makeCode(db, { user: code.user })
  await sql`update qris_codes set expires_at = now() - interval '1 second'
            where external_id = ${expired.externalId}`.execute(db.read)
  const bodies = [
    scanned({ externalId: 'qr-of-nobody' }, 'qrpy_1'),
    scanned(code, 'qrpy_2', 14_999),
    scanned(code, 'qrpy_3', 15_001),
    scanned(code, 'qrpy_4', '15000.5'),
    scanned(expired, 'qrpy_5'),
    { ...scanned(expired, 'qrpy_6'), created: undefined },
  ]
  for (const body of bodies) {
    const answer = await reportPayx(tukar, 'deposit-paid-qris', body)
    assert.deepEqual([answer.status, answer.text], [200, received])
  }
  assert.deepEqual(await reasons(db), [
    'unknown-qr-code',
    'amount-differs-from-qr-code',
    'amount-differs-from-qr-code',
    'not-whole-rupiah',
    'qr-code-expired',
    'qr-code-expired',
  ])
  assert.equal(await rupiah(db, code.user), 0n)
  assert.equal(await statusOf(db, code.externalId), 'ACTIVE')
  assert.equal(await houseRupiah(db, 'fees'), 0n)
  await eventually('the alerts', async () => (await alertsOf(db, 'deposit-in-suspense')) === 6)
  await auditsClean(db)
})

test('a code that was paid in time is credited though payx reports it late', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const code = await makeCode(db)
  const body = { ...scanned(code, 'qrpy_1'), created: new Date(Date.now() - 60_000).toISOString() }
  await sql`update qris_codes set expires_at = now() - interval '1 second'`.execute(db.read)
  await reportPayx(tukar, 'deposit-paid-qris', body)
  assert.equal(await rupiah(db, code.user), 14_895n)
})

test('a second payment of one code is never credited automatically', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const code = await makeCode(db)
  const bodies = Array.from({ length: 20 }, (_, at) => scanned(code, `qrpy_${at}`))
  const answers = await Promise.all(
    bodies.map((body) => reportPayx(tukar, 'deposit-paid-qris', body)),
  )
  assert.ok(answers.every(({ text }) => text === received))
  await reportPayx(tukar, 'deposit-paid-qris', scanned(code, 'qrpy_later'))
  assert.equal(await rupiah(db, code.user), 14_895n)
  assert.equal(await houseRupiah(db, 'suspense'), 20n * 15_000n)
  assert.deepEqual(new Set(await reasons(db)), new Set(['qr-code-paid-already']))
  await auditsClean(db)
})

test('one payment reported a hundred times at once, in both forms, is one credit', async (t) => {
  const tukar = await startTukar(t, { nodes: 2, jobs: ['sweep the inbox'] })
  const { db } = (await leaderOf(tukar)).ctx
  const code = await makeCode(db)
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, at) =>
      reportPayx(
        tukar,
        'deposit-paid-qris',
        at % 2 === 0 ? scanned(code, 'qrpy_1') : enveloped(code, 'qrpy_1'),
        { url: tukar.nodes[at % 2]?.url ?? tukar.url },
      ),
    ),
  )
  assert.ok(answers.every(({ text }) => text === received))
  await eventually('the credit', async () => (await rupiah(db, code.user)) === 14_895n)
  assert.equal(await houseRupiah(db, 'payx'), -15_000n)
  assert.deepEqual(await reasons(db), [])
  await auditsClean(db)
})

test('the same payment with another amount or code is a conflict: nothing more', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const [code, other] = [await makeCode(db), await makeCode(db, { rupiah: 20_000n })]
  await reportPayx(tukar, 'deposit-paid-qris', scanned(code, 'qrpy_1'))
  await reportPayx(tukar, 'deposit-paid-qris', scanned(code, 'qrpy_1', 150_000))
  await reportPayx(tukar, 'deposit-paid-qris', scanned(other, 'qrpy_1', 20_000))
  assert.deepEqual(await outcomes(db), ['credited', 'conflict', 'conflict'])
  assert.equal(await rupiah(db, other.user), 0n)
  assert.equal(await houseRupiah(db, 'payx'), -15_000n)
  await eventually('the alerts', async () => (await alertsOf(db, 'deposit-conflict')) === 2)
  await reportPayx(tukar, 'deposit-paid-qris', scanned(other, 'qrpy_2', 20_000))
  assert.equal(await rupiah(db, other.user), 19_860n, 'the code it named is still to be paid')
  await auditsClean(db)
})

test('an unreadable amount goes to suspense in words, with no money moved', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const code = await makeCode(db)
  for (const [at, sent] of ['0', '-15000', '1.5e400', '"NaN"', '"15,000"'].entries()) {
    const body = JSON.stringify(scanned(code, `qrpy_${at}`, '?')).replace('"?"', sent)
    const answer = await reportPayx(tukar, 'deposit-paid-qris', body)
    assert.equal(answer.text, received, sent)
  }
  assert.deepEqual(new Set(await outcomes(db)), new Set(['unreadable-amount']))
  assert.equal(await houseRupiah(db, 'payx'), 0n)
  const items = await db.read.selectFrom('suspense_items').select('in_words').execute()
  assert.equal(items.length, 5)
  await eventually('alerts', async () => (await alertsOf(db, 'deposit-unreadable-amount')) === 5)
})

test('a payment that lacks a field needed to book it is refused and stored', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const paid = scanned(await makeCode(db), 'qrpy_1')
  const newer = enveloped(await makeCode(db), 'qrpy_2')
  const bodies = [
    {},
    { event: 'qr.payment' },
    { event: 'refund.succeeded', data: { status: 'SUCCEEDED' } },
    { ...paid, id: undefined },
    { ...paid, amount: undefined },
    { ...paid, status: undefined },
    { ...paid, qr_code: undefined },
    { ...paid, qr_code: { id: 'qr_object' } },
    { ...newer, data: { ...newer.data, amount: undefined } },
    { ...newer, data: { ...newer.data, reference_id: undefined } },
    { ...newer, data: { ...newer.data, id: undefined } },
  ]
  for (const body of bodies) {
    const answer = await reportPayx(tukar, 'deposit-paid-qris', body)
    assert.equal(answer.status, 400, JSON.stringify(body))
    assert.equal(answer.body.response_code, 400)
  }
  assert.ok((await inboxOf(db)).every(({ state }) => state === 'parked'))
})

test('virtual account and QR payments in any order each have one effect', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const account = await makeAccount(db)
  const { user } = account
  const codes = await Promise.all(Array.from({ length: 5 }, () => makeCode(db, { user })))
  const callbacks = codes.flatMap((code, at) => [
    () => reportPayx(tukar, 'deposit-paid-qris', scanned(code, `qrpy_${at}`)),
    () => reportPayx(tukar, 'deposit-paid', paidInto(account, `payment_${at}`, 10_000)),
    () => reportPayx(tukar, 'deposit-paid-qris', enveloped(code, `qrpy_${at}`)),
    () => reportPayx(tukar, 'deposit-paid', paidInto(account, `payment_${at}`, 10_000)),
  ])
  const answers = await Promise.all([...callbacks, ...callbacks.toReversed()].map((say) => say()))
  assert.ok(answers.every(({ text }) => text === received))
  assert.equal(await rupiah(db, user), 5n * 14_895n + 5n * 5_560n)
  await auditsClean(db)
})

test('a QR payment is reported to the regulator as B, and to its owner', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const opened = await tukar.call('POST', '/api/payx/qris', {
    token: trader.token,
    body: { amount: 15_000 },
  })
  await tukar.control('POST', '/payx/qr-payments', { externalId: opened.body.data.externalId })
  const { db } = (await leaderOf(tukar)).ctx
  const reports = () => db.read.selectFrom('reports').select(['kind', 'status']).execute()
  await eventually('the report', async () => (await reports())[0]?.status === 'SUCCESS')
  assert.deepEqual(
    (await reports()).map(({ kind }) => kind),
    ['B'],
  )
  const messages = await tukar.call('GET', '/api/user-messages', { token: trader.token })
  assert.match(messages.text, /14895|14,895|14\.895/)
})
