import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { auditsClean } from '../../../tests/make/audit.ts'
import { inboxOf } from '../../../tests/make/inbox-node.ts'
import { makeUser, post, transfer } from '../../../tests/make/ledger.ts'
import {
  makeFirstAdmin,
  makeOperator,
  type SignedInOperator,
} from '../../../tests/make/operator.ts'
import { credited, houseRupiah, rupiah } from '../../../tests/make/payd-books.ts'
import { leaderOf, makeAccount, received, reportPayx } from '../../../tests/make/payx.ts'
import { breakPayx, payAccount, payCode, worries } from '../../../tests/make/payx-books.ts'
import { makeCode } from '../../../tests/make/qris.ts'
import { expectOk } from '../../../tests/make/trader.ts'
import { sessionsWait } from '../../../tests/make/waiting-sessions.ts'
import { lookUpRefunds } from '../../app/deposits/payx/look-up-refunds.ts'
import { claimRefunds } from '../../app/deposits/payx/refunds.sql.ts'
import { pollingLimits } from '../../app/transfers/polling-limits.ts'
import type { Database } from '../../core/database/database.ts'

async function start(t: TestContext) {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const admin = await makeFirstAdmin(tukar)
  const operators = [
    await makeOperator(tukar, 'finance', admin),
    await makeOperator(tukar, 'finance', admin),
  ] as const
  return { tukar, db, operators, account: await makeAccount(db) }
}

const refund = async (tukar: Tukar, paymentId: string, amount?: number, status = 'SUCCEEDED') => {
  const body = { paymentId, status, ...(amount === undefined ? {} : { amount }) }
  expectOk(await tukar.control('POST', '/payx/refunds', body))
}

/** Waits until this many refunds are in suspense; returns their numbers. */
const opened = (tukar: Tukar, { token }: SignedInOperator, count = 1): Promise<readonly number[]> =>
  eventually('the refunds', async () => {
    await lookUpRefunds(tukar.service.ctx)
    const list = await tukar.call('GET', '/operator/api/suspense?state=open', { token })
    const items: readonly { id: number; source: string }[] = list.body.data.data
    const refunds = items.filter(({ source }) => source === 'payx REFUND')
    return refunds.length === count ? refunds.map(({ id }) => id) : null
  })

/** Moves the marks of the lists ahead, so that none of them names a refund. */
const skipLists = (db: Database) =>
  sql`update pulled set since_ms = (extract(epoch from now()) * 1000)::bigint + 7200000`.execute(
    db.read,
  )

const decide = (tukar: Tukar, { token }: SignedInOperator, path: string, userId?: number) => {
  const body = { reason: 'seen at payx', ...(userId === undefined ? {} : { userId }) }
  return tukar.call('POST', `/operator/api/suspense/${path}`, { token, body })
}

test('a refund alerts, and two operators take it from its user and the fees', async (t) => {
  const { tukar, db, operators, account } = await start(t)
  const [one, other] = operators
  await payAccount(tukar, account, 250_000, 'first')
  await payAccount(tukar, account, 100_000, 'second')
  await credited(db, account.user, 341_120n)
  await refund(tukar, 'first')
  const [id] = await opened(tukar, one)
  assert.equal(await rupiah(db, account.user), 341_120n, 'no message books anything')
  await eventually('the alert', async () => (await worries(db)).length === 1)
  assert.deepEqual(await worries(db), ['payment-refunded critical'])
  const stranger = await makeAccount(db)
  assert.equal((await decide(tukar, one, `${id}/assign`, stranger.user)).status, 200)
  assert.deepEqual(messageOf(await decide(tukar, other, `${id}/assign`, stranger.user)), [
    400,
    'api.refund_not_theirs',
  ])
  assert.deepEqual(messageOf(await decide(tukar, one, `${id}/assign`, account.user)), [
    200,
    'api.suspense_updated',
  ])
  const agreed = await decide(tukar, other, `${id}/assign`, account.user)
  assert.deepEqual([agreed.status, agreed.body.data.state], [200, 'assigned'])
  assert.equal(await rupiah(db, account.user), 95_560n)
  assert.equal(await houseRupiah(db, 'payx'), -100_000n)
  assert.equal(await houseRupiah(db, 'fees'), 4_000n)
  assert.equal(await houseRupiah(db, 'vat'), 440n)
  await auditsClean(db)
})

test('a refund of a payment in suspense is taken from there, in parts or whole', async (t) => {
  const { tukar, db, operators } = await start(t)
  const [one, other] = operators
  await payAccount(tukar, { accountNumber: '990', bankCode: 'BCA' }, 300_000, 'lost')
  await eventually('suspense', async () => (await houseRupiah(db, 'suspense')) === 300_000n)
  for (const amount of [100_000, 200_000]) {
    await refund(tukar, 'lost', amount)
    const [id] = await opened(tukar, one)
    assert.equal((await decide(tukar, one, `${id}/return`)).status, 200)
    const agreed = await decide(tukar, other, `${id}/return`)
    assert.deepEqual([agreed.status, agreed.body.data.state], [200, 'returned'])
  }
  assert.equal(await houseRupiah(db, 'suspense'), 0n)
  assert.equal(await houseRupiah(db, 'payx'), 0n)
  const left = await tukar.call('GET', '/operator/api/suspense?state=open', { token: one.token })
  assert.deepEqual(left.body.data.data, [])
  await auditsClean(db)
})

test('a refund is not taken from suspense while its payment is given to a user', async (t) => {
  const { tukar, db, operators, account } = await start(t)
  const [one, other] = operators
  const third = await makeOperator(tukar, 'finance')
  await payAccount(tukar, { accountNumber: '990', bankCode: 'BCA' }, 300_000, 'lost')
  await eventually('suspense', async () => (await houseRupiah(db, 'suspense')) === 300_000n)
  await refund(tukar, 'lost')
  const [id] = await opened(tukar, one)
  const { rows } = await sql<{ id: string }>`
    select id from suspense_items where reference = 'payx:lost'`.execute(db.read)
  const assign = `${rows[0]?.id}/assign`
  assert.equal((await decide(tukar, one, assign, account.user)).status, 200)
  assert.equal((await decide(tukar, one, `${id}/return`)).status, 200)
  const decisions = await db.inTransaction(async (tx) => {
    await sql`select from cash_deposits where provider_ref = 'lost' for update`.execute(tx)
    const given = decide(tukar, other, assign, account.user)
    await sessionsWait(db)
    const returned = decide(tukar, third, `${id}/return`)
    await sessionsWait(db, 2)
    return [given, returned]
  })
  assert.deepEqual((await Promise.all(decisions)).map(messageOf), [
    [200, 'api.suspense_updated'],
    [400, 'api.refund_not_theirs'],
  ])
  assert.equal(await houseRupiah(db, 'suspense'), 0n)
  await auditsClean(db)
})

test('a refund whose event was lost is found in the list; a code is refunded alike', async (t) => {
  const { tukar, db, operators, account } = await start(t)
  const [one] = operators
  const code = await makeCode(db, { rupiah: 50_000n })
  await payAccount(tukar, account, 250_000, 'paid')
  await payCode(tukar, code.externalId, 50_000, 'qrpy_paid')
  await credited(db, code.user, 49_650n)
  await refund(tukar, 'qrpy_paid', 10_000)
  await eventually('the event', async () =>
    (await inboxOf(db)).some(({ outcome }) => outcome === 'refund'),
  )
  await tukar.control('POST', '/faults', { provider: 'payx', fault: 'lose-callbacks' })
  await refund(tukar, 'paid')
  await opened(tukar, one, 2)
})

test('a payment that payx voided or reversed is opened once, also if no event came', async (t) => {
  const { tukar, db, operators, account } = await start(t)
  const [one] = operators
  const codes = [await makeCode(db, { rupiah: 50_000n }), await makeCode(db, { rupiah: 60_000n })]
  await payCode(tukar, codes[0]?.externalId ?? '', 50_000, 'qrpy_told')
  await payCode(tukar, codes[1]?.externalId ?? '', 60_000, 'qrpy_lost')
  await payAccount(tukar, account, 250_000, 'paid')
  await credited(db, account.user, 245_560n)
  await credited(db, codes[1]?.user ?? account.user, 59_580n)
  await refund(tukar, 'qrpy_told')
  await opened(tukar, one)
  const lost = { provider: 'payx', fault: 'lose-callbacks' }
  await tukar.control('POST', '/faults', lost)
  await refund(tukar, 'qrpy_lost')
  expectOk(await tukar.control('POST', '/payx/reversals', { paymentId: 'paid' }))
  await opened(tukar, one, 3)
  await lookUpRefunds(tukar.service.ctx)
  const { rows } = await sql<{ payment: string; units: string }>`
    select data->>'payment' as payment, units::text from suspense_items
    where source = 'payx REFUND' order by payment`.execute(db.read)
  assert.deepEqual(
    rows.map(({ payment }) => payment),
    ['paid', 'qrpy_lost', 'qrpy_told'],
  )
})

test('two records that return a payment which we do not have open it once', async (t) => {
  const { tukar, db } = await start(t)
  const code = await makeCode(db, { rupiah: 50_000n })
  await tukar.control('POST', '/faults', { provider: 'payx', fault: 'lose-callbacks' })
  await payCode(tukar, code.externalId, 50_000, 'qrpy_lost')
  await tukar.control('DELETE', '/faults')
  await refund(tukar, 'qrpy_lost')
  await eventually('the event', async () => (await inboxOf(db)).length === 1)
  let looking: Promise<number> | null = null
  await db.inTransaction(async (tx) => {
    await sql`lock table suspense_items in share mode`.execute(tx)
    looking ??= lookUpRefunds(tukar.service.ctx)
    await sessionsWait(db, 2)
  })
  await looking
  const { rows } = await sql`select from suspense_items`.execute(db.read)
  assert.equal(rows.length, 1)
})

test('a refund that ends after its last look-up is opened by the event of its end', async (t) => {
  const { tukar, db, operators, account } = await start(t)
  await payAccount(tukar, account, 250_000, 'paid')
  await credited(db, account.user, 245_560n)
  const asked = { paymentId: 'paid', status: 'PENDING' }
  const { id } = (await tukar.control('POST', '/payx/refunds', asked)).body
  await eventually('the event', async () => (await inboxOf(db)).length === 2)
  await sql`update payx_refunds set poll_at = null`.execute(db.read)
  await skipLists(db)
  expectOk(await tukar.control('POST', `/payx/refunds/${id}`, { status: 'SUCCEEDED' }))
  await opened(tukar, operators[0])
})

test('a refund whose last look-up ended with its process is looked up again', async (t) => {
  const { tukar, db, operators, account } = await start(t)
  await payAccount(tukar, account, 250_000, 'paid')
  await credited(db, account.user, 245_560n)
  await refund(tukar, 'paid')
  await eventually('the event', async () => (await inboxOf(db)).length === 2)
  await sql`update payx_refunds set polls = ${pollingLimits.refunds.tries - 1}`.execute(db.read)
  assert.deepEqual(
    (await claimRefunds(db, 1)).map(({ isLast }) => isLast),
    [true],
  )
  await skipLists(db)
  await opened(tukar, operators[0], 0)
  await sql`update payx_refunds set poll_at = now() where poll_at is not null`.execute(db.read)
  await opened(tukar, operators[0])
})

test('a listed refund that cannot be recorded alerts, and blocks no other one', async (t) => {
  const { tukar, db, operators, account } = await start(t)
  const { payx } = tukar.service.ctx
  await payAccount(tukar, account, 250_000, 'paid')
  await credited(db, account.user, 245_560n)
  await tukar.control('POST', '/faults', { provider: 'payx', fault: 'lose-callbacks' })
  await refund(tukar, 'paid')
  const list = payx.listRefunds
  t.mock.method(payx, 'listRefunds', async (wanted: Parameters<typeof list>[0]) => {
    const answer = await list(wanted)
    if (answer.kind !== 'accepted') return answer
    const { ids } = answer.value
    return { ...answer, value: { ...answer.value, ids: ['r'.repeat(101), ...ids] } }
  })
  await opened(tukar, operators[0])
  await eventually('the alerts', async () => (await worries(db)).length === 2)
  const alerts = ['payment-not-confirmed critical', 'payment-refunded critical']
  assert.deepEqual((await worries(db)).toSorted(), alerts)
})

test('a refund that is unreadable, or unanswered to the end, alerts once', async (t) => {
  const { tukar, db, account } = await start(t)
  const { ctx } = tukar.service
  await payAccount(tukar, account, 250_000, 'paid')
  await credited(db, account.user, 245_560n)
  await tukar.control('POST', '/faults', { provider: 'payx', fault: 'lose-callbacks' })
  const lookUpNow = async () => {
    await lookUpRefunds(ctx)
    await sql`update payx_refunds set poll_at = now() where poll_at is not null`.execute(db.read)
  }
  await refund(tukar, 'paid', 0)
  for (let at = 0; at < 3; at += 1) await lookUpNow()
  await eventually('the alert', async () => (await worries(db)).length === 1)
  await sql`update payx_refunds set poll_at = null`.execute(db.read)
  await refund(tukar, 'paid', 1_000)
  await breakPayx(tukar, '/refunds/')
  for (let at = 0; at < pollingLimits.refunds.tries; at += 1) await lookUpNow()
  await eventually('the other', async () => (await worries(db)).length === 2)
  assert.deepEqual(new Set(await worries(db)), new Set(['payment-not-confirmed critical']))
})

test('refunds that fill more than a page of the list are all found', async (t) => {
  const { tukar, db, account } = await start(t)
  await payAccount(tukar, account, 250_000, 'paid')
  await tukar.control('POST', '/faults', { provider: 'payx', fault: 'lose-callbacks' })
  for (let at = 0; at < 51; at += 1) await refund(tukar, 'paid', 1_000)
  await lookUpRefunds(tukar.service.ctx)
  const { rows } = await sql`select from payx_refunds`.execute(db.read)
  assert.equal(rows.length, 51)
})

test('a refund that the user no longer has is refused, and nothing is booked', async (t) => {
  const { tukar, db, operators, account } = await start(t)
  const [one, other] = operators
  await payAccount(tukar, account, 250_000, 'paid')
  await credited(db, account.user, 245_560n)
  await post(db, transfer('spent', account.user, await makeUser(db), 10_000n))
  await refund(tukar, 'paid', 200_000)
  await refund(tukar, 'paid', 50_000)
  const ids = await opened(tukar, one, 2)
  const results: unknown[] = []
  for (const id of ids) {
    await decide(tukar, one, `${id}/assign`, account.user)
    results.push(messageOf(await decide(tukar, other, `${id}/assign`, account.user))[1])
  }
  assert.deepEqual(results.toSorted(), ['api.insufficient_funds', 'api.suspense_updated'])
  await auditsClean(db)
})

test('refunds in parts take from their user what was credited, and no fee', async (t) => {
  const { tukar, db, operators, account } = await start(t)
  const [one, other] = operators
  await payAccount(tukar, account, 250_000, 'first')
  await payAccount(tukar, account, 100_000, 'second')
  await credited(db, account.user, 341_120n)
  for (const amount of [100_000, 100_000, 50_000]) await refund(tukar, 'first', amount)
  const ids = await opened(tukar, one, 3)
  for (const id of ids) await decide(tukar, one, `${id}/assign`, account.user)
  const agree = (id: number) => decide(tukar, other, `${id}/assign`, account.user)
  const agreed = await Promise.all(ids.map(agree))
  assert.deepEqual(
    agreed.map(({ body }) => body.data.state),
    ['assigned', 'assigned', 'assigned'],
  )
  assert.equal(await rupiah(db, account.user), 95_560n)
  assert.equal(await houseRupiah(db, 'fees'), 4_000n)
  await refund(tukar, 'first', 1_000)
  const [more = 0] = await opened(tukar, one)
  await decide(tukar, one, `${more}/assign`, account.user)
  assert.deepEqual(messageOf(await agree(more)), [400, 'api.refund_not_theirs'])
  await auditsClean(db)
})

test('a forged refund, or one that failed, books nothing and needs no decision', async (t) => {
  const { tukar, db, operators, account } = await start(t)
  const [one] = operators
  await payAccount(tukar, account, 250_000, 'paid')
  await credited(db, account.user, 245_560n)
  const forged = { event: 'refund.succeeded', data: { id: 'rfd-forged', amount: 250_000 } }
  const answer = await reportPayx(tukar, 'deposit-paid-qris', forged)
  assert.deepEqual([answer.status, answer.text], [200, received])
  await refund(tukar, 'paid', 100_000, 'FAILED')
  await opened(tukar, one, 0)
  await eventually('the alert', async () => (await worries(db)).length === 1)
  assert.deepEqual(await worries(db), ['payment-not-confirmed warning'])
  assert.equal(await rupiah(db, account.user), 245_560n)
})
