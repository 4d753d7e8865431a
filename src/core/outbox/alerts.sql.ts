import type { CursorRequest } from '../../base/values/cursor.ts'
import type { OperatorId } from '../../base/values/ids.ts'
import type { Database, Tx } from '../database/database.ts'
import { type IdWindow, idsWithin, scannedPage } from '../database/partitions/id-windows.ts'
import { afterCursor, whereEach } from '../database/partitions/page-query.ts'
import { type TimeSpan, whereWithin } from '../database/partitions/time-span.ts'

type AlertFilter = Readonly<{ severity?: string | undefined; kind?: string | undefined }> & TimeSpan

/** Lists a page of alerts by a bounded scan, so a page may be short. */
export async function listAlerts(
  db: Pick<Database, 'read'>,
  { severity, kind, ...page }: AlertFilter & CursorRequest,
) {
  const alerts = db.read
    .selectFrom('operator_alerts')
    .select(['id', 'severity', 'kind', 'subject', 'data', 'created_at as createdAt'])
  const within = whereWithin(alerts, 'created_at', page)
  const matching =
    severity === 'notable'
      ? whereEach(within, { kind }).where('severity', '<>', 'info')
      : whereEach(within, { kind, severity })
  const paged = afterCursor(matching, 'id', page)
  const timed = { table: 'operator_alerts', time: 'created_at' } as const
  const read = ({ since, until }: IdWindow) =>
    paged.where('id', '>=', since).where('id', '<', until).execute()
  return scannedPage(page, await idsWithin(db.read, timed, page), read)
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
