import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { owned } from '../../../../tests/make/ledger.ts'
import {
  becomes,
  btc,
  holdStill,
  makeWithdrawer,
  moveAtCustody,
  oneBtc,
  pauseOver,
  sentToCustody,
  type Withdrawer,
  withdrawalsOf,
  withdrawCoin,
} from '../../../../tests/make/withdrawal.ts'
import { userId } from '../../../base/ids.ts'
import type { Database } from '../../../database/database.ts'
import { approveWithdrawals } from './decide-withdrawals.ts'

const all = 10n * oneBtc
const asked = 500_000n

async function start(t: TestContext) {
  const tukar = await startTukar(t)
  const trader = await makeWithdrawer(tukar)
  return { tukar, trader, db: tukar.service.ctx.db }
}

async function request(tukar: Tukar, trader: Withdrawer, fields = {}): Promise<string> {
  const answer = await withdrawCoin(tukar, trader, fields)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data.request_id
}

const ownedBy = ({ service }: Tukar, { id }: Withdrawer) => owned(service.ctx.db, userId(id), btc)

const alertsOf = async ({ service }: Tukar, kind: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from operator_alerts where kind = ${kind}`.execute(
    service.ctx.db.read,
  )
  return rows[0]?.count ?? 0
}

/** A turn is over when it was put off, or when custody's own callback was faster. */
const attempted = (tukar: Tukar, trader: Withdrawer, attempts: number) =>
  eventually(`${attempts} turns to custody that are over`, async () => {
    const [one] = await withdrawalsOf(tukar, trader)
    if (one === undefined || one.attempts < attempts) return false
    return (one.status !== 'PROCESSING' || (one.dueInMs ?? 0) < 20_000) && one
  })

/** Custody has no asset of the name that we send by. */
const misname = (db: Database) =>
  sql`update custody_assets set custody_id = 'NOPE' where custody_id = 'BTC'`.execute(db.read)

test('what custody refuses and does not know is given back, and operators hear why', async (t) => {
  const { tukar, trader, db } = await start(t)
  const requestId = await request(tukar, trader, { amount: '0.05', residentialAddress: 'Here 1' })
  await misname(db)
  await db.inTransaction((tx) => approveWithdrawals(tx, [requestId]))
  await becomes(tukar, trader, 'FAILED')
  assert.deepEqual(await ownedBy(tukar, trader), { available: all, locked: 0n })
  assert.deepEqual(await sentToCustody(tukar), [])
  await eventually('an alert', async () => (await alertsOf(tukar, 'withdrawal-refused')) === 1)
  const { rows } = await sql<{ subject: string }>`
    select subject from operator_alerts where kind = 'withdrawal-refused'`.execute(db.read)
  assert.match(rows[0]?.subject ?? '', /1503 The asset 'NOPE' is not supported/)
  await auditsClean(db)
})

test('a refusal after a lost answer ends nothing while that request may arrive', async (t) => {
  const { tukar, trader, db } = await start(t)
  const fault = { provider: 'custody', fault: 'error-500', path: '/v1/transactions', times: 1 }
  await tukar.control('POST', '/faults', { ...fault, method: 'POST' })
  await request(tukar, trader)
  await attempted(tukar, trader, 1)
  await misname(db)
  for (const turn of [2, 3]) {
    await pauseOver(tukar)
    await attempted(tukar, trader, turn)
    assert.equal((await withdrawalsOf(tukar, trader))[0]?.status, 'PROCESSING')
  }
  assert.deepEqual(await ownedBy(tukar, trader), { available: all - asked, locked: asked })
  await eventually('an alert', async () => (await alertsOf(tukar, 'withdrawal-refused')) === 1)
  await sql`update withdrawals set refused_at = refused_at - interval '61 seconds'`.execute(db.read)
  await pauseOver(tukar)
  await becomes(tukar, trader, 'FAILED')
  assert.deepEqual(await ownedBy(tukar, trader), { available: all, locked: 0n })
  assert.deepEqual(await sentToCustody(tukar), [])
  await auditsClean(db)
})

test('what was refused and turns up at custody all the same ends as custody says', async (t) => {
  const { tukar, trader, db } = await start(t)
  await holdStill(tukar)
  const fault = { provider: 'custody', fault: 'drop-response', method: 'POST', times: 1 }
  await tukar.control('POST', '/faults', fault)
  const requestId = await request(tukar, trader)
  await attempted(tukar, trader, 1)
  await sql`
    update withdrawals set status = 'PROCESSING', refused_at = now() - interval '1 day',
      refusal = '1503 no such asset', attempts = 1, next_at = now()`.execute(db.read)
  await becomes(tukar, trader, 'SUBMITTED')
  await moveAtCustody(tukar, requestId, 'COMPLETED')
  await becomes(tukar, trader, 'SUCCESS')
  assert.deepEqual(await ownedBy(tukar, trader), { available: all - asked, locked: 0n })
  await auditsClean(db)
})
