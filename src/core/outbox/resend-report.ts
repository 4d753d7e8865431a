import type { Tx } from '../database/database.ts'
import { RegulatorReport } from './notices.ts'
import { enqueueDeliveries } from './queue.ts'
import { reopenReport } from './reports.sql.ts'

/**
 * Sends a report again that the queue rejected or has not answered. Returns its earlier state; null
 * if it was accepted or does not exist. The queue knows it by its request id, so it counts once.
 */
export async function resendReport(tx: Tx, id: number): Promise<string | null> {
  const found = await reopenReport(tx, id)
  if (found === null) return null
  enqueueDeliveries(tx, 'deliver', [{ by: 'report', report: RegulatorReport.parse(found) }])
  return found.status
}
