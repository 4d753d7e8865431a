import type { CursorRequest } from '../../base/values/cursor.ts'
import type { Database, Tx } from '../database/database.ts'
import { afterCursor, whereEach } from '../database/partitions/page-query.ts'

export const reportStates = ['PENDING', 'SENT', 'SUCCESS', 'FAILED'] as const
type ReportState = (typeof reportStates)[number]

const listed = [
  'id',
  'request_id as requestId',
  'kind',
  'status as state',
  'message',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const

type ReportFilter = Readonly<{ state?: ReportState | undefined; requestId?: string | undefined }>

/** Lists a page of reports to the regulator, and one more. */
export async function listReports(
  db: Pick<Database, 'read'>,
  { state, requestId, ...page }: ReportFilter & CursorRequest,
) {
  const query = db.read.selectFrom('reports').select(listed)
  const matching = whereEach(query, { status: state, request_id: requestId })
  return afterCursor(matching, 'id', page).execute()
}

export async function findReport(db: Pick<Database, 'read'>, id: number) {
  const query = db.read
    .selectFrom('reports')
    .select([...listed, 'payload'])
    .where('id', '=', id)
  return (await query.executeTakeFirst()) ?? null
}

/**
 * Locks a report that the queue rejected or has not answered, and marks it as not sent. Returns it
 * with its earlier state; null if it was accepted or does not exist.
 */
export async function reopenReport(tx: Tx, id: number) {
  const found = await tx
    .selectFrom('reports')
    .select(['request_id as key', 'kind', 'payload as data', 'status'])
    .where('id', '=', id)
    .where('status', '<>', 'SUCCESS')
    .forUpdate()
    .executeTakeFirst()
  if (found === undefined) return null
  await tx
    .updateTable('reports')
    .set({ status: 'PENDING', message: null })
    .where('id', '=', id)
    .execute()
  return found
}
