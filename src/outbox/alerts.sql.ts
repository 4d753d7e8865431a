import type { Database } from '../database/database.ts'

export type Alert = Readonly<{
  id: number
  severity: string
  kind: string
  subject: string
  data: unknown
  createdAt: Date
}>

/** What operators were alerted to, the newest first. */
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
