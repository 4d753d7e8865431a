import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { openOrder, payOrder } from '../../../../tests/make/payd.ts'
import { rupiah } from '../../../../tests/make/payd-books.ts'
import { leaderOf } from '../../../../tests/make/payx.ts'
import { worries } from '../../../../tests/make/payx-books.ts'
import { expectOk, makeTrader, type Trader } from '../../../../tests/make/trader.ts'
import type { Database } from '../../../core/database/database.ts'
import { pollPaydOrders } from './poll-orders.ts'

async function start(t: TestContext) {
  const tukar = await startTukar(t)
  const { ctx } = await leaderOf(tukar)
  const trader = await makeTrader(tukar)
  const { merchantOrderId } = await openOrder(tukar, trader, 150_000)
  await tukar.control('POST', '/faults', { provider: 'payd', fault: 'lose-callbacks' })
  return { tukar, ctx, db: ctx.db, trader, order: merchantOrderId }
}

const look = async (tukar: Tukar, { token }: Trader) =>
  expectOk(await tukar.call('GET', '/api/users/history/deposit-withdraw', { token }))

/** Makes all that happened so far this much older. */
const wait = (db: Database, seconds: number) =>
  sql`
  update payd_orders set created_at = created_at - make_interval(secs => ${seconds}),
    polled_at = polled_at - make_interval(secs => ${seconds})`.execute(db.read)

test('while its user looks, an order whose callback was lost is credited in time', async (t) => {
  const { tukar, ctx, db, trader, order } = await start(t)
  await payOrder(tukar, order, 150_000)
  await look(tukar, trader)
  assert.equal(await pollPaydOrders(ctx), 0, 'not in the first minute')
  await wait(db, 60)
  assert.equal(await pollPaydOrders(ctx), 1)
  assert.equal(await rupiah(db, trader.id), 150_000n)
  await auditsClean(db)
})

test('payd is not polled sooner about orders that no user looks at', async (t) => {
  const { tukar, ctx, db, trader } = await start(t)
  await wait(db, 600)
  assert.equal(await pollPaydOrders(ctx), 0)
  await look(tukar, trader)
  await sql`update deposit_looks set looked_at = now() - interval '121 seconds'`.execute(db.read)
  assert.equal(await pollPaydOrders(ctx), 0, 'the look is over')
})

test('an order that is looked at is polled with pauses, a limited number of times', async (t) => {
  const { tukar, ctx, db, trader } = await start(t)
  await look(tukar, trader)
  await wait(db, 60)
  let polled = 0
  for (let again = 0; again < 30; again += 1) {
    polled += await pollPaydOrders(ctx)
    assert.equal(await pollPaydOrders(ctx), 0)
    await wait(db, 100)
  }
  assert.equal(polled, 20)
})

test('a polled order that was paid with an unreadable amount alerts once', async (t) => {
  const { ctx, db, order } = await start(t)
  const facts = { reference: 'D1', amount: '1.234', status: 'paid' } as const
  t.mock.method(ctx.payd, 'transactionStatus', async () => ({ kind: 'accepted', value: facts }))
  for (let at = 0; at < 2; at += 1) {
    await sql`update payd_orders set poll_at = now()`.execute(db.read)
    assert.equal(await pollPaydOrders(ctx), 1)
  }
  const items = await db.read.selectFrom('suspense_items').select(['reference', 'reason']).execute()
  assert.deepEqual(items, [{ reference: `payd:${order}`, reason: 'unreadable-amount' }])
  await eventually('the alert', async () => (await worries(db)).length === 1)
  assert.deepEqual(await worries(db), ['deposit-unreadable-amount critical'])
  await auditsClean(db)
})
