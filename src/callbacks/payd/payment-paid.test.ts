import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar, type Tukar } from '../../../tests/harness.ts'
import { auditsClean } from '../../../tests/make/audit.ts'
import { inboxOf } from '../../../tests/make/inbox-node.ts'
import { makeUser, owned } from '../../../tests/make/ledger.ts'
import {
  makeOrder,
  md5,
  openOrder,
  paymentFields,
  payOrder,
  received,
  tellPayd,
} from '../../../tests/make/payd.ts'
import { leaderOf } from '../../../tests/make/payx.ts'
import { makeTrader } from '../../../tests/make/trader.ts'
import { type UserId, userId } from '../../base/ids.ts'
import type { Database } from '../../database/database.ts'
import type { HouseKind } from '../../ledger/accounts.ts'
import { readHouseBalances } from '../../ledger/house.ts'

const rupiah = async (db: Database, user: UserId) => (await owned(db, user)).available / 100n

async function houseRupiah(db: Database, kind: HouseKind): Promise<bigint> {
  const balances = await db.inTransaction(readHouseBalances)
  return (balances.find((balance) => balance.kind === kind)?.units ?? 0n) / 100n
}

/** What operators were told to look at. */
const alerts = async (db: Database): Promise<readonly string[]> =>
  (
    await db.read
      .selectFrom('operator_alerts')
      .select('kind')
      .where('kind', 'not in', ['deposit-completed', 'email-verified'])
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind)

const alerted = (db: Database, kinds: readonly string[]) =>
  eventually(`alerts ${kinds}`, async () => (await alerts(db)).join() === kinds.join())

const credited = (db: Database, user: UserId, amount: bigint) =>
  eventually(`Rp ${amount}`, async () => (await rupiah(db, user)) === amount)

const stateOf = async (db: Database, order: string): Promise<string | undefined> =>
  (
    await db.read
      .selectFrom('payd_reports')
      .where('merchant_order_id', '=', order)
      .select('state')
      .executeTakeFirst()
  )?.state

const decided = (db: Database, order: string, state: string) =>
  eventually(`${order} ${state}`, async () => (await stateOf(db, order)) === state)

const noQuestions = (db: Database) =>
  sql`update settings set value = 'false' where key = 'payd.confirm_status'`.execute(db.read)

/** Waits until no job is left, so that what did not happen by now will not. */
const idle = ({ service }: Tukar) =>
  eventually('no job', async () => {
    const { rows } = await sql<{ jobs: number }>`
      select count(*)::int as jobs from graphile_worker._private_jobs`.execute(service.ctx.db.read)
    return rows[0]?.jobs === 0
  })

test('a paid order is credited whole and once, whichever form tells of it', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const trader = await makeTrader(tukar)
  const order = await openOrder(tukar, trader)
  assert.match(order.merchantOrderId, /^TD[0-9A-F]{24}$/)
  const user = userId(trader.id)
  await payOrder(tukar, order.merchantOrderId, 150_000)
  await credited(db, user, 150_000n)
  assert.equal(await houseRupiah(db, 'payd'), -150_000n)
  assert.equal(await houseRupiah(db, 'fees'), 0n)
  const again = paymentFields(tukar, { order: order.merchantOrderId, amount: '150000' })
  for (const said of [{}, { json: true }]) {
    for (const event of ['payd-deposit', 'payd/notify'] as const) {
      const answer = await tellPayd(tukar, event, again, said)
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

test('an order whose answer was lost is credited all the same', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const user = await makeUser(db)
  const order = await makeOrder(db, user)
  await payOrder(tukar, order, 150_000)
  await credited(db, user, 150_000n)
  await auditsClean(db)
})

test('the callback is answered while payd itself does not, and credited when it does', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const user = await makeUser(db)
  const order = await makeOrder(db, user)
  const path = '/webapi/api/merchant/transactionStatus'
  await tukar.control('POST', '/faults', { provider: 'payd', fault: 'error-500', path, times: 1 })
  await payOrder(tukar, order, 150_000)
  await eventually('a question without an answer', async () => {
    const row = await db.read.selectFrom('payd_reports').selectAll().executeTakeFirst()
    return row?.asked === 1 && row.why === 'server-error'
  })
  assert.equal(await rupiah(db, user), 0n)
  assert.deepEqual(
    (await inboxOf(db)).map(({ state, outcome }) => [state, outcome]),
    [['done', 'reported']],
  )
  await credited(db, user, 150_000n)
  await auditsClean(db)
})

test('a forged success of a payment that failed is credited to nobody', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const user = await makeUser(db)
  const order = await makeOrder(db, user)
  await payOrder(tukar, order, 150_000, '01')
  await eventually('the failure', async () => (await inboxOf(db))[0]?.outcome === 'not-paid')
  const forged = paymentFields(tukar, { order, amount: '150000' })
  const answer = await tellPayd(tukar, 'payd-deposit', forged)
  assert.deepEqual([answer.status, answer.text], [200, received])
  await decided(db, order, 'REFUSED')
  await alerted(db, ['payment-not-confirmed'])
  assert.equal(await rupiah(db, user), 0n)
  assert.equal(await houseRupiah(db, 'payd'), 0n)
  await auditsClean(db)
})

test('a success told before payd has one is credited when it has', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const trader = await makeTrader(tukar)
  const { merchantOrderId: order } = await openOrder(tukar, trader)
  await tellPayd(tukar, 'payd-deposit', paymentFields(tukar, { order, amount: '150000' }))
  await alerted(db, ['payment-not-confirmed'])
  assert.equal(await rupiah(db, userId(trader.id)), 0n)
  assert.equal(await stateOf(db, order), 'ASKING')
  await payOrder(tukar, order, 150_000)
  await credited(db, userId(trader.id), 150_000n)
  await auditsClean(db)
})

test('what is asked in vain too often is given up, with an alert, and asked anew if told anew', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const trader = await makeTrader(tukar)
  const { merchantOrderId: order } = await openOrder(tukar, trader)
  const told = { order, amount: '150000' }
  await tellPayd(tukar, 'payd-deposit', paymentFields(tukar, told))
  await alerted(db, ['payment-not-confirmed'])
  await sql`update payd_reports set asked = 14`.execute(db.read)
  await decided(db, order, 'GIVEN_UP')
  await alerted(db, ['payment-not-confirmed', 'payment-not-confirmed'])
  await payOrder(tukar, order, 150_000)
  await credited(db, userId(trader.id), 150_000n)
  await auditsClean(db)
})

test('digits moved between amount and order are signed alike and credited to nobody', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const user = await makeUser(db)
  const order = await makeOrder(db, user)
  const { signature = '' } = paymentFields(tukar, { order, amount: '150000' })
  const shifted = paymentFields(tukar, { order: `0${order}`, amount: '15000' }, { signature })
  assert.equal(shifted['signature'], signature)
  assert.equal((await tellPayd(tukar, 'payd-deposit', shifted)).text, received)
  const taken = paymentFields(
    tukar,
    { order: order.slice(1), amount: `150000${order.slice(0, 1)}` },
    { signature },
  )
  assert.equal((await tellPayd(tukar, 'payd-deposit', taken)).text, received)
  await idle(tukar)
  assert.equal(await rupiah(db, user), 0n)
  assert.equal(await houseRupiah(db, 'payd'), 0n)
  assert.deepEqual(
    (await inboxOf(db)).map(({ outcome }) => outcome),
    ['no-order-id', 'unreadable-amount'],
  )
  assert.deepEqual(await alerts(db), ['deposit-unreadable-amount', 'deposit-unreadable-amount'])
  await noQuestions(db)
  const believed = { ...shifted, reference: 'another' }
  assert.equal((await tellPayd(tukar, 'payd-deposit', believed)).text, received)
  assert.equal(await houseRupiah(db, 'suspense'), 0n)
  await auditsClean(db)
})

test('only a result of exactly 00 is a success; a missing one only of orders', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  await noQuestions(db)
  const results = [
    '"01"',
    '"02"',
    '"0"',
    '0',
    '"00 "',
    '" 00"',
    '"000"',
    '""',
    'null',
    '[]',
    '"OK"',
  ]
  for (const result of results) {
    for (const event of ['payd-deposit', 'payd/notify'] as const) {
      const user = await makeUser(db)
      const order = await makeOrder(db, user)
      const fields = paymentFields(tukar, { order, amount: '150000', resultCode: '??' })
      const body = JSON.stringify(fields).replace('"??"', result)
      const answer = await tellPayd(tukar, event, body, { json: true })
      assert.deepEqual([answer.status, answer.text], [200, received], result)
      assert.equal((await inboxOf(db)).at(-1)?.outcome, 'not-paid', result)
      assert.equal(await rupiah(db, user), 0n, result)
    }
  }
  const user = await makeUser(db)
  for (const [event, outcome] of [
    ['payd/notify', 'not-paid'],
    ['payd-deposit', 'credited'],
  ] as const) {
    const order = await makeOrder(db, user)
    const { resultCode: _, ...fields } = paymentFields(tukar, { order, amount: '150000' })
    await tellPayd(tukar, event, fields)
    assert.equal((await inboxOf(db)).at(-1)?.outcome, outcome)
  }
  assert.equal(await rupiah(db, user), 150_000n)
  await auditsClean(db)
})

test('an amount in any spelling but plain whole rupiah is kept and credits nothing', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  await noQuestions(db)
  const user = await makeUser(db)
  const amounts = [
    '150000.00',
    '0150000',
    '+150000',
    '-150000',
    '150,000',
    '1.5e5',
    '0',
    ' 150000',
    '150000 ',
    '0x249F0',
    '１５００００',
    'NaN',
    '9999999999999999',
  ]
  for (const amount of amounts) {
    const order = await makeOrder(db, user)
    const answer = await tellPayd(tukar, 'payd-deposit', paymentFields(tukar, { order, amount }))
    assert.deepEqual([answer.status, answer.text], [200, received], amount)
    assert.equal((await inboxOf(db)).at(-1)?.outcome, 'unreadable-amount', amount)
  }
  const asNumber = await makeOrder(db, user)
  const fields = paymentFields(tukar, { order: asNumber, amount: '150000.00' })
  const body = JSON.stringify(fields).replace('"150000.00"', '150000.00')
  await tellPayd(tukar, 'payd-deposit', body, { json: true })
  assert.equal(await rupiah(db, user), 0n)
  assert.equal(await houseRupiah(db, 'payd'), 0n)
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
  assert.equal((await tellPayd(tukar, 'payd-deposit', forged)).text, received)
  await alerted(db, ['deposit-in-suspense', 'payment-not-confirmed'])
  assert.equal(await houseRupiah(db, 'suspense'), 75_000n)
  await auditsClean(db)
})

test('an order paid with another amount is set aside, and no second payment of it counts', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const trader = await makeTrader(tukar)
  const { merchantOrderId: order } = await openOrder(tukar, trader)
  await payOrder(tukar, order, 140_000)
  await alerted(db, ['deposit-in-suspense'])
  await tellPayd(tukar, 'payd-deposit', paymentFields(tukar, { order, amount: '150000' }))
  await alerted(db, ['deposit-in-suspense', 'deposit-conflict'])
  assert.equal(await rupiah(db, userId(trader.id)), 0n)
  assert.equal(await houseRupiah(db, 'suspense'), 140_000n)
  await auditsClean(db)
})

test('a credited order that is told with another amount changes nothing and alerts', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const user = await makeUser(db)
  const [order, other] = [await makeOrder(db, user), await makeOrder(db, user)]
  await payOrder(tukar, order, 150_000)
  await credited(db, user, 150_000n)
  await payOrder(tukar, order, 900_000)
  await alerted(db, ['deposit-conflict'])
  await noQuestions(db)
  await tellPayd(tukar, 'payd-deposit', paymentFields(tukar, { order: other, amount: '150000' }))
  await tellPayd(tukar, 'payd/notify', paymentFields(tukar, { order: other, amount: '900000' }))
  await alerted(db, ['deposit-conflict', 'deposit-conflict'])
  assert.equal(await rupiah(db, user), 300_000n)
  await auditsClean(db)
})

test('what an operator turned off is not asked: a signed word is enough then', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  await noQuestions(db)
  const user = await makeUser(db)
  const order = await makeOrder(db, user)
  const fields = paymentFields(tukar, { order, amount: '150000' })
  for (const reference of ['a', 'b']) {
    assert.equal((await tellPayd(tukar, 'payd-deposit', { ...fields, reference })).text, received)
    assert.equal(await rupiah(db, user), 150_000n)
  }
  const unknown = paymentFields(tukar, { order: 'UNKNOWN-1', amount: '20000' })
  await tellPayd(tukar, 'payd-deposit', unknown)
  assert.equal(await houseRupiah(db, 'suspense'), 20_000n)
  const asked = await tukar.control('GET', '/state')
  assert.deepEqual(asked.body.payd.payments, [])
  await auditsClean(db)
})

test('a suspended user is credited what was paid', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const user = await makeUser(db)
  const order = await makeOrder(db, user)
  await sql`update users set suspended_at = now() where id = ${user}`.execute(db.read)
  await payOrder(tukar, order, 150_000)
  await credited(db, user, 150_000n)
  await auditsClean(db)
})

test('without the right signature nothing is stored, and the answer is 400 with 99', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const user = await makeUser(db)
  const order = await makeOrder(db, user)
  const { payd } = tukar.config
  const right = paymentFields(tukar, { order, amount: '150000' })
  const { signature = '', ...unsigned } = right
  const wrong: readonly Readonly<Record<string, string>>[] = [
    unsigned,
    { ...right, signature: '' },
    { ...right, signature: signature.toUpperCase() },
    { ...right, signature: ` ${signature}` },
    { ...right, signature: `${signature} ` },
    { ...right, signature: signature.slice(0, 31) },
    { ...right, signature: `${signature}0` },
    { ...right, signature: '0'.repeat(32) },
    { ...right, signature: md5(payd.merchantCode, '150000', order, 'another key') },
    { ...right, amount: '150001' },
    { ...right, amount: '150000.00' },
    { ...right, merchantOrderId: `${order} ` },
    { ...right, merchantOrderId: order.toLowerCase() },
    { ...right, merchantCode: 'D0002' },
    {
      ...right,
      merchantCode: 'D0002',
      signature: md5('D0002', '150000', order, payd.apiKey),
    },
    {},
  ]
  for (const fields of wrong) {
    for (const json of [false, true]) {
      const answer = await tellPayd(tukar, 'payd-deposit', fields, { json })
      const told = '{"statusCode":"99","statusMessage":"invalid signature"}'
      assert.deepEqual([answer.status, answer.text], [400, told], JSON.stringify(fields))
    }
  }
  assert.deepEqual(await inboxOf(db), [])
  assert.equal(await rupiah(db, user), 0n)
})

test('a body that could mean two things, or nothing, is refused as it is', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const user = await makeUser(db)
  const order = await makeOrder(db, user)
  const right = paymentFields(tukar, { order, amount: '150000' })
  const form = new URLSearchParams(right).toString()
  const json = JSON.stringify(right)
  const bodies: readonly (readonly [string, boolean])[] = [
    [`${form}&amount=999999`, false],
    [`${form}&resultCode=00`, false],
    [form.replace('merchantOrderId', 'merchantOrderId%5B%5D'), false],
    [json.replace('{', '{"amount":"1",'), true],
    [json.slice(0, -1), true],
    [`[${json}]`, true],
    [`\uFEFF${json}`, true],
    ['null', true],
  ]
  for (const [body, isJson] of bodies) {
    const answer = await tellPayd(tukar, 'payd-deposit', body, { json: isJson })
    assert.deepEqual([answer.status, answer.body.statusCode], [400, '99'], body)
  }
  assert.deepEqual(await inboxOf(db), [])
  const large = JSON.stringify({ ...right, additionalParam: 'x'.repeat(300_000) })
  assert.equal((await tellPayd(tukar, 'payd-deposit', large, { json: true })).status, 413)
  assert.equal(await rupiah(db, user), 0n)
})

test('a signed body whose other fields can not be read is kept for a person', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const order = await makeOrder(db, await makeUser(db))
  const fields = paymentFields(tukar, { order, amount: '150000' }, { reference: 'x'.repeat(101) })
  const answer = await tellPayd(tukar, 'payd-deposit', fields)
  assert.deepEqual([answer.status, answer.body.statusCode], [400, '99'])
  assert.deepEqual(
    (await inboxOf(db)).map(({ state }) => state),
    ['parked'],
  )
  await alerted(db, ['event-parked'])
})
