import assert from 'node:assert/strict'
import { systemClock } from '../../src/base/clock.ts'
import type { Database } from '../../src/database/database.ts'
import { withdrawalHolds } from '../../src/features/transfers/withdrawals/withdrawals.sql.ts'
import { auditLedger, type HoldOwner } from '../../src/ledger/audit.ts'

/** What every money test ends with: the whole ledger is audited, and nothing in it is wrong. */
export async function auditsClean(
  db: Database,
  owners: readonly HoldOwner[] = [withdrawalHolds],
): Promise<void> {
  assert.deepEqual(await auditLedger({ db, clock: systemClock }, 'full', owners), [])
}
