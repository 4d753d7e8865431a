import { type OperatorId, operatorId } from '../base/ids.ts'
import type { Database, Tx } from '../database/database.ts'

export type Alert = Readonly<{
  id: number
  severity: string
  kind: string
  subject: string
  data: unknown
  createdAt: Date
}>

/** Lists operator alerts, newest first. */
export async function listAlerts(
  db: Pick<Database, 'read'>,
  { severity, kind }: Readonly<{ severity: string | null; kind: string | null }>,
  page: Readonly<{ limit: number; offset: number }>,
): Promise<readonly Alert[]> {
  let query = db.read
    .selectFrom('operator_alerts')
    .select(['id', 'severity', 'kind', 'subject', 'data', 'created_at as createdAt'])
  if (severity !== null) query = query.where('severity', '=', severity)
  if (kind !== null) query = query.where('kind', '=', kind)
  return query.orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute()
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
  return rows.map(({ id }) => operatorId(id))
}
