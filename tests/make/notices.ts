import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../src/core/database/database.ts'
import { Notice, OperatorNotice } from '../../src/core/outbox/notices.ts'
import type { Tukar } from '../harness.ts'

/** The payloads of the open jobs of one name, oldest first. */
export async function queued(db: Database, job: string): Promise<readonly unknown[]> {
  const found = await sql<{ payload: unknown }>`
    select j.payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = ${job} order by j.id`.execute(db.read)
  return found.rows.map(({ payload }) => payload)
}

/** The recorded alerts to operators, and the notices that wait for a job, oldest first. */
export async function noticesIn(db: Database): Promise<readonly Notice[]> {
  const recorded = await db.read
    .selectFrom('operator_alerts')
    .select(['kind', 'dedupe_key as key', 'severity', 'subject', 'data'])
    .orderBy('id')
    .execute()
  const jobs = [...(await queued(db, 'announce')), ...(await queued(db, 'send-urgent-mails'))]
  return [
    ...recorded.map((alert) => OperatorNotice.parse({ to: 'operator', ...alert })),
    ...jobs.flatMap((payload) => z.array(Notice).parse(payload)),
  ]
}

/** The messages to users that were recorded, oldest first. */
export const messagesIn = (db: Database) =>
  db.read.selectFrom('user_messages').select(['kind', 'data']).orderBy('id').execute()

/** The kinds of the alerts to operators, recorded or not. */
export async function alertsIn(db: Database): Promise<readonly string[]> {
  const notices = await noticesIn(db)
  return notices.filter(({ to }) => to === 'operator').map(({ kind }) => kind)
}

/** An alert to operators. */
export const operatorAlert = (key: string) =>
  ({
    to: 'operator',
    kind: 'inquiry-received',
    key,
    severity: 'info',
    subject: key,
    data: {},
  }) as const

/** The number of alerts of a kind to operators. */
export const alertsOf = async ({ service }: Tukar, kind: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from operator_alerts where kind = ${kind}`.execute(
    service.ctx.db.read,
  )
  return rows[0]?.count ?? 0
}
