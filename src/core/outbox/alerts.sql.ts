import type { CursorRequest } from '../../base/values/cursor.ts'
import type { OperatorId } from '../../base/values/ids.ts'
import type { Database, Tx } from '../database/database.ts'
import {
  type IdWindow,
  idsWithin,
  scannedPage,
  type TimeSpan,
} from '../database/partitions/id-windows.ts'
import { afterCursor } from '../database/partitions/page-query.ts'

type AlertFilter = Readonly<{ severity: string | null; kind: string | null }> & TimeSpan

/** Lists a page of alerts by a bounded scan, so a page may be short. */
export async function listAlerts(
  db: Pick<Database, 'read'>,
  { severity, kind, from, to }: AlertFilter,
  page: CursorRequest,
) {
  let query = db.read
    .selectFrom('operator_alerts')
    .select(['id', 'severity', 'kind', 'subject', 'data', 'created_at as createdAt'])
  if (severity === 'notable') query = query.where('severity', '<>', 'info')
  else if (severity !== null) query = query.where('severity', '=', severity)
  if (kind !== null) query = query.where('kind', '=', kind)
  if (from !== null) query = query.where('created_at', '>=', from)
  if (to !== null) query = query.where('created_at', '<', to)
  const paged = afterCursor(query, 'id', page)
  const timed = { table: 'operator_alerts', time: 'created_at' } as const
  const read = ({ since, until }: IdWindow) =>
    paged.where('id', '>=', since).where('id', '<', until).execute()
  return scannedPage(page, await idsWithin(db.read, timed, { from, to }), read)
}

/** Returns those of the keys that operators were alerted to. */
export async function findAlerted(
  db: Pick<Database, 'read'>,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db.read
    .selectFrom('operator_alerts')
    .where('dedupe_key', 'in', [...keys])
    .select('dedupe_key')
    .execute()
  return new Set(rows.map((row) => row.dedupe_key))
}

/** Lists the admins who get alert mails: those who can sign in. */
export async function listAlertedAdmins(tx: Tx): Promise<readonly OperatorId[]> {
  const rows = await tx
    .selectFrom('operators')
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .where('password_hash', 'is not', null)
    .orderBy('id')
    .select('id')
    .execute()
  return rows.map(({ id }) => id)
}
