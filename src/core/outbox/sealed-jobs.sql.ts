/** Reads and replaces the payloads of queued jobs, for a change of the application key. */
import { z } from 'zod'
import type { Reader } from '../database/database.ts'
import { readRows } from '../database/driver/read-rows.ts'

export type QueuedJob = Readonly<{
  id: number
  job: string
  /** The payload as it is stored. */
  stored: string
  items: readonly unknown[]
}>

const Items = z.array(z.unknown())

/** Lists queued jobs of these names in the order of their ids. */
export async function listQueuedJobs(
  db: Reader,
  names: readonly string[],
  { after, limit }: Readonly<{ after: number; limit: number }>,
): Promise<readonly QueuedJob[]> {
  const rows = await readRows(db, { id: 'bigint', job: 'text', stored: 'text' })`
    select j.id, t.identifier as job, j.payload::text as stored
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = any(${names}::text[]) and j.id > ${after}::bigint
    order by j.id limit ${limit}`
  return rows.map((row) => ({ ...row, items: Items.parse(JSON.parse(row.stored)) }))
}

/** Replaces a payload that is still as it was read, unless a worker has the job. */
export async function replaceItems(
  db: Reader,
  { id, stored }: QueuedJob,
  items: readonly unknown[],
): Promise<void> {
  await readRows(db, { id: 'bigint' })`
    update graphile_worker._private_jobs set payload = ${JSON.stringify(items)}::text::json
    where id = ${id}::bigint and locked_at is null and payload::text = ${stored}
    returning id`
}
