import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually } from '../../../../tests/harness.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { alertsOf } from '../../../../tests/make/notices.ts'
import {
  attempted,
  becomes,
  bitcoinOf,
  moveAtCustody,
  oneBtc,
  pauseCustody,
  pauseOver,
  requestCoins,
  sentToCustody,
  startWithdrawer,
  withdrawalsOf,
} from '../../../../tests/make/withdrawal.ts'
import type { Database } from '../../../core/database/database.ts'
import { approveWithdrawals } from '../decisions/decide-withdrawals.ts'

const all = 10n * oneBtc
const requestedUnits = 500_000n

/** Renames the asset to a name that custody does not have. */
const misname = (db: Database) =>
  sql`update custody_assets set custody_id = 'NOPE' where custody_id = 'BTC'`.execute(db.read)

test('a withdrawal unknown to a refusing custody is refunded, with an alert', async (t) => {
  const { tukar, trader, db } = await startWithdrawer(t)
  const requestId = await requestCoins(tukar, trader, {
    amount: '0.05',
    residentialAddress: 'Here 1',
  })
  await misname(db)
  await db.inTransaction((tx) => approveWithdrawals(tx, [requestId]))
  await becomes(tukar, trader, 'FAILED')
  assert.deepEqual(await bitcoinOf(tukar, trader), { available: all, locked: 0n })
  assert.deepEqual(await sentToCustody(tukar), [])
  await eventually('an alert', async () => (await alertsOf(tukar, 'withdrawal-refused')) === 1)
  const { rows } = await sql<{ subject: string }>`
    select subject from operator_alerts where kind = 'withdrawal-refused'`.execute(db.read)
  assert.match(rows[0]?.subject ?? '', /1503 The asset 'NOPE' is not supported/)
  await auditsClean(db)
})

test('a refusal after a lost response ends nothing while that request may arrive', async (t) => {
  const { tukar, trader, db } = await startWithdrawer(t)
  const fault = { provider: 'custody', fault: 'error-500', path: '/v1/transactions', times: 1 }
  await tukar.control('POST', '/faults', { ...fault, method: 'POST' })
  await requestCoins(tukar, trader)
  await attempted(tukar, trader, 1)
  await misname(db)
  for (const attempt of [2, 3]) {
    await pauseOver(tukar)
    await attempted(tukar, trader, attempt)
    assert.equal((await withdrawalsOf(tukar, trader))[0]?.status, 'PROCESSING')
  }
  assert.deepEqual(await bitcoinOf(tukar, trader), {
    available: all - requestedUnits,
    locked: requestedUnits,
  })
  await eventually('an alert', async () => (await alertsOf(tukar, 'withdrawal-refused')) === 1)
  await sql`update withdrawals set refused_at = refused_at - interval '61 seconds'`.execute(db.read)
  await pauseOver(tukar)
  await becomes(tukar, trader, 'FAILED')
  assert.deepEqual(await bitcoinOf(tukar, trader), { available: all, locked: 0n })
  assert.deepEqual(await sentToCustody(tukar), [])
  await auditsClean(db)
})

test('a refused withdrawal that turns up at custody ends as custody reports', async (t) => {
  const { tukar, trader, db } = await startWithdrawer(t)
  await pauseCustody(tukar)
  const fault = { provider: 'custody', fault: 'drop-response', method: 'POST', times: 1 }
  await tukar.control('POST', '/faults', fault)
  const requestId = await requestCoins(tukar, trader)
  await attempted(tukar, trader, 1)
  await sql`
    update withdrawals set status = 'PROCESSING', refused_at = now() - interval '1 day',
      refusal = '1503 no such asset', attempts = 1, next_at = now()`.execute(db.read)
  await becomes(tukar, trader, 'SUBMITTED')
  await moveAtCustody(tukar, requestId, 'COMPLETED')
  await becomes(tukar, trader, 'SUCCESS')
  assert.deepEqual(await bitcoinOf(tukar, trader), { available: all - requestedUnits, locked: 0n })
  await auditsClean(db)
})
