import { type RawBuilder, sql } from 'kysely'
import type { UserId } from '../../../base/values/ids.ts'
import type { Page, PageRequest } from '../../../base/values/page.ts'
import type { Database, Tx } from '../../../core/database/database.ts'
import { readRows } from '../../../core/database/driver/read-rows.ts'
import { pageOfQuery, whereEach } from '../../../core/database/partitions/page-query.ts'
import { visionLimits } from '../identity-limits.ts'
import type { VisionService, VisionStatus } from './vision-status.rules.ts'

/** A stored record: its data is sealed, its image is in the object store. */
export type StoredVerification = Readonly<{
  requestId: string
  service: VisionService
  /** The name of its image in the store. */
  file: string
  requestData: string
  responseData: string
  status: VisionStatus
  createdAt: Date
  updatedAt: Date
}>

const columns = [
  'request_id as requestId',
  'service',
  'file',
  'request_data as requestData',
  'response_data as responseData',
  'status',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const

type NewVerification = Omit<StoredVerification, 'createdAt' | 'updatedAt'>

export function insertVisionVerification(
  tx: Tx,
  user: UserId,
  fields: NewVerification,
): Promise<StoredVerification> {
  return tx
    .insertInto('vision_verifications')
    .values({
      user_id: user,
      request_id: fields.requestId,
      service: fields.service,
      file: fields.file,
      request_data: fields.requestData,
      response_data: fields.responseData,
      status: fields.status,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export type VerificationChange = Readonly<{
  responseData: string
  status: VisionStatus | undefined
  /** The change applies only if the status is one of these. */
  from: readonly VisionStatus[]
}>

/** Changes a user's record; returns null if there is none in such a status. */
export async function updateVerification(
  tx: Tx,
  user: UserId,
  requestId: string,
  { responseData, status, from }: VerificationChange,
): Promise<StoredVerification | null> {
  const row = await tx
    .updateTable('vision_verifications')
    .set({
      response_data: responseData,
      updated_at: sql<Date>`now()`,
      ...(status === undefined ? {} : { status }),
    })
    .where('request_id', '=', requestId)
    .where('user_id', '=', user)
    .where('status', 'in', from)
    .returning(columns)
    .executeTakeFirst()
  return row ?? null
}

/** Deletes all records of a user; returns the names of their images. */
export async function deleteVerifications(tx: Tx, user: UserId): Promise<readonly string[]> {
  const rows = await readRows(tx, { file: 'text' })`
    delete from vision_verifications where user_id = ${user} returning file`
  return rows.map(({ file }) => file)
}

export async function findVerification(
  db: Pick<Database, 'read'>,
  user: UserId,
  requestId: string,
): Promise<StoredVerification | null> {
  const row = await db.read
    .selectFrom('vision_verifications')
    .where('request_id', '=', requestId)
    .where('user_id', '=', user)
    .select(columns)
    .executeTakeFirst()
  return row ?? null
}

export type VerificationFilter = Readonly<{
  service: VisionService | undefined
  status: VisionStatus | undefined
}>

const matching = (
  db: Pick<Database, 'read'>,
  user: UserId,
  { service, status }: VerificationFilter,
) => whereEach(db.read.selectFrom('vision_verifications'), { user_id: user, service, status })

/** Reads a page of a user's records, newest first. */
export const readVerifications = (
  db: Pick<Database, 'read'>,
  user: UserId,
  filter: VerificationFilter,
  page: PageRequest,
): Promise<Page<StoredVerification>> =>
  pageOfQuery(matching(db, user, filter).select(columns).orderBy('id', 'desc'), page)

export type VerificationCount = Readonly<{
  service: VisionService
  status: VisionStatus
  count: number
}>

/** Counts a user's records by service and status; combinations without records are left out. */
export const countByServiceAndStatus = (
  db: Pick<Database, 'read'>,
  user: UserId,
): Promise<readonly VerificationCount[]> =>
  db.read
    .selectFrom('vision_verifications')
    .where('user_id', '=', user)
    .groupBy(['service', 'status'])
    .select(({ fn }) => ['service', 'status', fn.countAll<number>().as('count')] as const)
    .execute()

export type DayCount = Readonly<{ date: string; count: number }>

const jakartaDay = (time: RawBuilder<unknown>) => sql`(${time} at time zone 'Asia/Jakarta')::date`

/** Counts the records of each of the last days in Jakarta, today included, oldest first. */
export async function countByDay(
  db: Pick<Database, 'read'>,
  user: UserId,
): Promise<readonly DayCount[]> {
  const { days } = visionLimits
  const rows = await readRows(db.read, { date: 'text', count: 'integer' })`
    select to_char(days.day, 'YYYY-MM-DD') as date, count(made.id) as count
    from (select ${jakartaDay(sql`now()`)} - back as day
          from generate_series(0, ${days - 1}::integer) as back) as days
    left join vision_verifications as made
      on made.user_id = ${user}
      and made.created_at > now() - make_interval(days => ${days + 1}::integer)
      and ${jakartaDay(sql`made.created_at`)} = days.day
    group by days.day order by days.day`
  return rows
}
