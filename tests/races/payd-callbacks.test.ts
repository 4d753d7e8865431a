import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { confirmPayments } from '../../src/app/deposits/confirm-payments.ts'
import type { UserId } from '../../src/base/values/ids.ts'
import type { Database } from '../../src/core/database/database.ts'
import { type Answer, eventually, startTukar } from '../harness.ts'
import { auditsClean } from '../make/audit.ts'
import { makeUser } from '../make/ledger.ts'
import {
  makeOrder,
  openOrder,
  paymentFields,
  payOrder,
  received,
  sendPaydCallback,
} from '../make/payd.ts'
import { idle, rupiah } from '../make/payd-books.ts'
import { leaderOf } from '../make/payx.ts'
import { makeTrader } from '../make/trader.ts'

const countOf = async (db: Database, what: 'cash_deposits' | 'postings'): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(what)}`.execute(db.read)
  return rows[0]?.n ?? -1
}

test('an order reported 200 times at once, by both paths on two nodes, counts once', async (t) => {
  const tukar = await startTukar(t, { nodes: 2, jobs: ['sweep the inbox'] })
  const { db } = (await leaderOf(tukar)).ctx
  const trader = await makeTrader(tukar)
  const { merchantOrderId: order } = await openOrder(tukar, trader)
  await tukar.control('POST', '/faults', { provider: 'payd', fault: 'lose-callbacks', times: 1 })
  await payOrder(tukar, order, 150_000)
  const urls = tukar.nodes.map(({ url }) => url)
  const deliveries: Promise<Answer>[] = []
  for (let at = 0; at < 200; at += 1) {
    // Twenty bodies, so that some deliveries are the same event and others are not.
    const fields = paymentFields(tukar, { order, amount: '150000' }, { reference: `r${at % 20}` })
    const event = at % 2 === 0 ? 'payd-deposit' : 'payd/notify'
    const url = urls[at % 3 === 0 ? 0 : 1] ?? tukar.url
    deliveries.push(sendPaydCallback(tukar, event, fields, { url, json: at % 5 === 0 }))
  }
  const answers = await Promise.all(deliveries)
  assert.deepEqual(
    [...new Set(answers.map(({ status, text }) => `${status} ${text}`))],
    [`200 ${received}`],
  )
  await idle(tukar)
  assert.equal(await rupiah(db, trader.id), 150_000n)
  assert.deepEqual([await countOf(db, 'cash_deposits'), await countOf(db, 'postings')], [1, 1])
  await auditsClean(db)
})

test('without queries to payd both paths at once credit an order once', async (t) => {
  const tukar = await startTukar(t, { nodes: 2, jobs: ['sweep the inbox'] })
  const { db } = (await leaderOf(tukar)).ctx
  await sql`update settings set value = 'false' where key = 'payd.confirm_status'`.execute(db.read)
  const users: UserId[] = []
  const deliveries: Promise<Answer>[] = []
  for (let made = 0; made < 30; made += 1) {
    const user = await makeUser(db)
    users.push(user)
    const fields = paymentFields(tukar, { order: await makeOrder(db, user), amount: '150000' })
    for (const { url } of tukar.nodes) {
      deliveries.push(sendPaydCallback(tukar, 'payd-deposit', fields, { url }))
      deliveries.push(sendPaydCallback(tukar, 'payd/notify', fields, { url }))
    }
  }
  const answers = await Promise.all(deliveries)
  assert.ok(answers.every(({ status, text }) => status === 200 && text === received))
  // The sweep applies callbacks that a node stored because its leader was late.
  const isCredited = async (user: UserId) => (await rupiah(db, user)) > 0n
  for (const user of users) await eventually('the credit', () => isCredited(user))
  for (const user of users) assert.equal(await rupiah(db, user), 150_000n)
  await auditsClean(db)
})

test('the job that confirms may run many times at once, and again, and credits once', async (t) => {
  const tukar = await startTukar(t)
  const { ctx } = await leaderOf(tukar)
  const { db } = ctx
  const user = await makeUser(db)
  const order = await makeOrder(db, user)
  await payOrder(tukar, order, 150_000)
  const items = [{ method: 'ORDER', ref: order, account: '', units: '15000000' }]
  await eventually(
    'the report',
    async () => (await db.read.selectFrom('payment_reports').selectAll().execute()).length === 1,
  )
  for (let round = 0; round < 3; round += 1) {
    await Promise.all(Array.from({ length: 8 }, () => confirmPayments(ctx, items)).flat())
  }
  await idle(tukar)
  assert.equal(await rupiah(db, user), 150_000n)
  assert.equal(await countOf(db, 'postings'), 1)
  await auditsClean(db)
})
