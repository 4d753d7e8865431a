import assert from 'node:assert/strict'
import { withdrawalHolds } from '../../src/app/withdrawals/model/withdrawals.sql.ts'
import { systemClock } from '../../src/base/clock.ts'
import type { Database } from '../../src/core/database/database.ts'
import { auditLedger, type HoldOwner } from '../../src/core/ledger/audit.ts'

/** Asserts that an audit of the whole ledger finds nothing. Ends every money test. */
export async function auditsClean(
  db: Database,
  owners: readonly HoldOwner[] = [withdrawalHolds],
): Promise<void> {
  assert.deepEqual(await auditLedger({ db, clock: systemClock }, 'full', owners), [])
}
