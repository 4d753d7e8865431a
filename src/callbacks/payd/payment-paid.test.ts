import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar } from '../../../tests/harness.ts'
import { auditsClean } from '../../../tests/make/audit.ts'
import { inboxOf } from '../../../tests/make/inbox-node.ts'
import { makeUser } from '../../../tests/make/ledger.ts'
import {
  makeOrder,
  openOrder,
  paymentFields,
  payOrder,
  received,
  sendPaydCallback,
} from '../../../tests/make/payd.ts'
import {
  alerted,
  alerts,
  creditedByJob,
  decided,
  houseRupiah,
  idle,
  noQuestions,
  reportOf,
  rupiah,
  stateOf,
} from '../../../tests/make/payd-books.ts'
import { leaderOf } from '../../../tests/make/payx.ts'
import { expectOk, makeTrader } from '../../../tests/make/trader.ts'

test('a paid order is credited in full and once, in whichever form it is reported', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const trader = await makeTrader(tukar)
  const order = await openOrder(tukar, trader)
  assert.match(order.merchantOrderId, /^TD[0-9A-F]{24}$/)
  const user = trader.id
  await payOrder(tukar, order.merchantOrderId, 150_000)
  await creditedByJob(db, user, 150_000n)
  assert.equal(await houseRupiah(db, 'payd'), -150_000n)
  assert.equal(await houseRupiah(db, 'fees'), 0n)
  const again = paymentFields(tukar, { order: order.merchantOrderId, amount: '150000' })
  for (const options of [{}, { json: true }]) {
    for (const event of ['payd-deposit', 'payd/notify'] as const) {
      const answer = await sendPaydCallback(tukar, event, again, options)
      assert.deepEqual([answer.status, answer.text], [200, received])
    }
  }
  await idle(tukar)
  assert.equal(await rupiah(db, user), 150_000n)
  const row = await db.read.selectFrom('payd_orders').selectAll().executeTakeFirstOrThrow()
  assert.deepEqual([row.status, row.publisher_order_id?.slice(0, 3)], ['PAID', 'MGU'])
  assert.deepEqual(await alerts(db), [])
  await auditsClean(db)
})

test('an order with a lost response is credited all the same', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const user = await makeUser(db)
  const order = await makeOrder(db, user)
  await payOrder(tukar, order, 150_000)
  await creditedByJob(db, user, 150_000n)
  await auditsClean(db)
})

test('payd gets a response while its books are unavailable, and the credit follows', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const user = await makeUser(db)
  const order = await makeOrder(db, user)
  const path = '/webapi/api/merchant/transactionStatus'
  await tukar.control('POST', '/faults', { provider: 'payd', fault: 'error-500', path, times: 1 })
  await payOrder(tukar, order, 150_000)
  await eventually('a query without a response', async () => {
    const row = await reportOf(db, order)
    return row?.queries === 1 && row.why === 'server-error'
  })
  assert.equal(await rupiah(db, user), 0n)
  assert.deepEqual(
    (await inboxOf(db)).map(({ state, outcome }) => [state, outcome]),
    [['done', 'reported']],
  )
  await creditedByJob(db, user, 150_000n)
  await auditsClean(db)
})

test('a success reported before payd has one is credited once payd has it', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const trader = await makeTrader(tukar)
  const { merchantOrderId: order } = await openOrder(tukar, trader)
  await sendPaydCallback(tukar, 'payd-deposit', paymentFields(tukar, { order, amount: '150000' }))
  await alerted(db, ['payment-not-confirmed'])
  assert.equal(await rupiah(db, trader.id), 0n)
  assert.equal(await stateOf(db, order), 'ASKING')
  await payOrder(tukar, order, 150_000)
  await creditedByJob(db, trader.id, 150_000n)
  await auditsClean(db)
})

test('a report is given up after too many queries, and retried on redelivery', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const trader = await makeTrader(tukar)
  const { merchantOrderId: order } = await openOrder(tukar, trader)
  const payment = { order, amount: '150000' }
  await sendPaydCallback(tukar, 'payd-deposit', paymentFields(tukar, payment))
  await alerted(db, ['payment-not-confirmed'])
  await sql`update payment_reports set queries = 14`.execute(db.read)
  await decided(db, order, 'GIVEN_UP')
  await alerted(db, ['payment-not-confirmed', 'payment-not-confirmed'])
  await payOrder(tukar, order, 150_000)
  await creditedByJob(db, trader.id, 150_000n)
  await auditsClean(db)
})

test('a report that was given up is queried again on redelivery', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const user = await makeUser(db)
  const order = await makeOrder(db, user)
  const path = '/webapi/api/merchant/transactionStatus'
  await tukar.control('POST', '/faults', { provider: 'payd', fault: 'error-500', path })
  expectOk(await payOrder(tukar, order, 150_000))
  const reported = () => reportOf(db, order)
  await eventually('a query without a response', async () => (await reported())?.queries === 1)
  await sql`update payment_reports set queries = 14`.execute(db.read)
  await decided(db, order, 'GIVEN_UP')
  await alerted(db, ['payment-not-confirmed'])
  const [callback] = (await tukar.control('GET', '/callbacks?provider=payd')).body
  const again = () => tukar.control('POST', `/callbacks/${callback.id}/resend`)
  expectOk(await again())
  await eventually('another query', async () => (await reported())?.reported === 2)
  expectOk(await again())
  assert.equal((await reported())?.reported, 2)
  await tukar.control('DELETE', '/faults')
  await creditedByJob(db, user, 150_000n)
  expectOk(await again())
  await idle(tukar)
  assert.equal((await reported())?.reported, 2)
  assert.deepEqual(
    (await inboxOf(db)).map(({ outcome }) => outcome),
    ['reported'],
  )
  await auditsClean(db)
})

test('an unknown order that payd holds money for is set aside for an operator', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  await payOrder(tukar, 'OLD-ORDER-1', 75_000)
  await alerted(db, ['deposit-in-suspense'])
  assert.equal(await houseRupiah(db, 'suspense'), 75_000n)
  const item = await db.read.selectFrom('suspense_items').selectAll().executeTakeFirstOrThrow()
  assert.deepEqual([item.reference, item.reason], ['payd:OLD-ORDER-1', 'unknown-order'])
  const forged = paymentFields(tukar, { order: 'NEVER-PAID-1', amount: '75000' })
  assert.equal((await sendPaydCallback(tukar, 'payd-deposit', forged)).text, received)
  await alerted(db, ['deposit-in-suspense', 'payment-not-confirmed'])
  assert.equal(await houseRupiah(db, 'suspense'), 75_000n)
  await auditsClean(db)
})

test('an order paid with another amount is set aside, and counts once', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const trader = await makeTrader(tukar)
  const { merchantOrderId: order } = await openOrder(tukar, trader)
  await payOrder(tukar, order, 140_000)
  await alerted(db, ['deposit-in-suspense'])
  await sendPaydCallback(tukar, 'payd-deposit', paymentFields(tukar, { order, amount: '150000' }))
  await alerted(db, ['deposit-in-suspense', 'deposit-conflict'])
  assert.equal(await rupiah(db, trader.id), 0n)
  assert.equal(await houseRupiah(db, 'suspense'), 140_000n)
  await auditsClean(db)
})

test('a credited order reported with another amount changes nothing and alerts', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const user = await makeUser(db)
  const [order, other] = [await makeOrder(db, user), await makeOrder(db, user)]
  await payOrder(tukar, order, 150_000)
  await creditedByJob(db, user, 150_000n)
  await payOrder(tukar, order, 900_000)
  await alerted(db, ['deposit-conflict'])
  await noQuestions(db)
  await sendPaydCallback(
    tukar,
    'payd-deposit',
    paymentFields(tukar, { order: other, amount: '150000' }),
  )
  await sendPaydCallback(
    tukar,
    'payd/notify',
    paymentFields(tukar, { order: other, amount: '900000' }),
  )
  await alerted(db, ['deposit-conflict', 'deposit-conflict'])
  assert.equal(await rupiah(db, user), 300_000n)
  await auditsClean(db)
})

test('a disabled query is skipped: a signed report is enough then', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  await noQuestions(db)
  const user = await makeUser(db)
  const order = await makeOrder(db, user)
  const fields = paymentFields(tukar, { order, amount: '150000' })
  for (const reference of ['a', 'b']) {
    assert.equal(
      (await sendPaydCallback(tukar, 'payd-deposit', { ...fields, reference })).text,
      received,
    )
    assert.equal(await rupiah(db, user), 150_000n)
  }
  const unknown = paymentFields(tukar, { order: 'UNKNOWN-1', amount: '20000' })
  await sendPaydCallback(tukar, 'payd-deposit', unknown)
  assert.equal(await houseRupiah(db, 'suspense'), 20_000n)
  const snapshot = await tukar.control('GET', '/state')
  assert.deepEqual(snapshot.body.payd.payments, [])
  await auditsClean(db)
})

test('a suspended user is credited all payments', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const user = await makeUser(db)
  const order = await makeOrder(db, user)
  await sql`update users set suspended_at = now() where id = ${user}`.execute(db.read)
  await payOrder(tukar, order, 150_000)
  await creditedByJob(db, user, 150_000n)
  await auditsClean(db)
})
