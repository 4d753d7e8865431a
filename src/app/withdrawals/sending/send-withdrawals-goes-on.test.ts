import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startTukar } from '../../../../tests/harness.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import {
  becomes,
  makeWithdrawer,
  moveAtCustody,
  pauseCustody,
  pauseOver,
  requestCoins,
} from '../../../../tests/make/withdrawal.ts'
import { settleDueWithdrawals } from './send-withdrawals.ts'

test('a withdrawal that cannot be settled blocks no other', async (t) => {
  const tukar = await startTukar(t)
  const { ctx } = tukar.service
  const { db } = ctx
  await pauseCustody(tukar)
  const traders = [await makeWithdrawer(tukar), await makeWithdrawer(tukar)] as const
  const [bad, good] = [
    await requestCoins(tukar, traders[0], { amount: '0.002' }),
    await requestCoins(tukar, traders[1], { amount: '0.002' }),
  ] as const
  for (const trader of traders) await becomes(tukar, trader, 'SUBMITTED')
  await tukar.control('POST', '/faults', { provider: 'custody', fault: 'lose-callbacks' })
  for (const requestId of [bad, good]) await moveAtCustody(tukar, requestId, 'COMPLETED')
  // Corrupts the books: one of the two has no hold.
  await sql`update holds set owner_id = 'elsewhere' where owner_id = ${bad}`.execute(db.read)
  await pauseOver(tukar)
  await assert.rejects(settleDueWithdrawals(ctx), /not held/)
  await becomes(tukar, traders[1], 'SUCCESS')
  await sql`update holds set owner_id = ${bad} where owner_id = 'elsewhere'`.execute(db.read)
  await pauseOver(tukar)
  await settleDueWithdrawals(ctx)
  await becomes(tukar, traders[0], 'SUCCESS')
  await auditsClean(db)
})
