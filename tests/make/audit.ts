import assert from 'node:assert/strict'
import { systemClock } from '../../src/base/clock.ts'
import type { Database } from '../../src/core/database/database.ts'
import { auditLedger, type HoldOwner } from '../../src/core/ledger/audit.ts'
import { withdrawalHolds } from '../../src/features/transfers/withdrawals/withdrawals.sql.ts'

/** The end of every money test: an audit of the whole ledger, without findings. */
export async function auditsClean(
  db: Database,
  owners: readonly HoldOwner[] = [withdrawalHolds],
): Promise<void> {
  assert.deepEqual(await auditLedger({ db, clock: systemClock }, 'full', owners), [])
}
