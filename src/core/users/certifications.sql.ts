import { type RawBuilder, sql } from 'kysely'
import type { UserId } from '../../base/values/ids.ts'
import type { Reader, Tx } from '../database/database.ts'
import { columnsOf, type RowOf, readRows } from '../database/driver/read-rows.ts'
import { jakartaToday } from '../database/driver/times.sql.ts'

const setting = 'tax.certification_from'

/** The day from which users need a certification; null if operators set none. */
const firstDay = sql`(
  select nullif(value, 'none')::date from settings where key = ${setting})`

const isCertified = (user: RawBuilder<unknown>) => sql`exists (
  select from self_certifications c where c.user_id = ${user} and c.ended_at is null)`

/** Whether a user may not trade or deposit until a certification is stored, in a query. */
export const lacksCertification = (user: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  coalesce(${firstDay} <= ${jakartaToday}, false) and not ${isCertified(user)}`

/** Returns those of these users who may not trade or deposit until a certification is stored. */
export async function findUncertified(
  db: Reader,
  users: readonly UserId[],
): Promise<ReadonlySet<UserId>> {
  if (users.length === 0) return new Set()
  const rows = await readRows(db, { id: 'userId' })`
    select u.id from users u where u.id = any(${users}) and ${lacksCertification(sql`u.id`)}`
  return new Set(rows.map(({ id }) => id))
}

/** From which day users need a certification, as `yyyy-mm-dd`, and whether it has come. */
export async function readCertificationDay(
  db: Reader,
): Promise<Readonly<{ day: string | null; hasCome: boolean }>> {
  const [row] = await readRows(db, { day: 'text?', hasCome: 'boolean' })`
    select ${firstDay}::text as day, coalesce(${firstDay} <= ${jakartaToday}, false) as "hasCome"`
  return row ?? { day: null, hasCome: false }
}

const storedColumns = columnsOf({
  user: 'userId',
  id: 'bigint',
  sealed: 'text',
  countries: 'text[]',
  explained: 'boolean',
  createdAt: 'timestamptz',
})

/** A user's valid certification; its statements are sealed. */
export type StoredCertification = RowOf<typeof storedColumns>

/** Returns the valid certifications of those of these users who have one. */
export async function findCertifications(
  db: Reader,
  users: readonly UserId[],
): Promise<ReadonlyMap<UserId, StoredCertification>> {
  const rows = await readRows(db, storedColumns)`
    select user_id as "user", id, sealed, countries, explained, created_at as "createdAt"
    from self_certifications where user_id = any(${users}) and ended_at is null`
  return new Map(rows.map((row) => [row.user, row]))
}

/** Returns the valid certification of a user, or null. */
export const findCertification = async (
  db: Reader,
  user: UserId,
): Promise<StoredCertification | null> => (await findCertifications(db, [user])).get(user) ?? null

type NewCertification = Readonly<{
  user: UserId
  sealed: string
  countries: readonly string[]
  cardNumber: Buffer
  explained: boolean
}>

/** Stores a certification, which ends the user's former one. Lock the user's row first. */
export async function insertCertification(tx: Tx, stated: NewCertification): Promise<void> {
  await endCertification(tx, stated.user)
  const { user, sealed, countries, cardNumber, explained } = stated
  await tx
    .insertInto('self_certifications')
    .values({
      user_id: user,
      sealed,
      countries: [...countries],
      card_number: cardNumber,
      explained,
    })
    .execute()
}

/** Ends a user's certification, if there is one. */
export async function endCertification(tx: Tx, user: UserId): Promise<void> {
  await sql`
    update self_certifications set ended_at = now()
    where user_id = ${user} and ended_at is null`.execute(tx)
}

/** Ends a certification that was compared with another card than the one that proved the user. */
export async function endCertificationOfOtherCard(tx: Tx, user: UserId): Promise<void> {
  await sql`
    update self_certifications c set ended_at = now()
    where c.user_id = ${user} and c.ended_at is null and not exists (
      select from identity_numbers n where n.user_id = c.user_id and n.digest = c.card_number
    )`.execute(tx)
}

/** Deletes these users' certifications, except those that name a person in a yearly report. */
export async function deleteCertifications(tx: Tx, users: readonly UserId[]): Promise<void> {
  await sql`
    delete from self_certifications c where c.user_id = any(${users})
      and not exists (select from carf_records r where r.certification_id = c.id)`.execute(tx)
}

/** A reminder of some users without a certification, and how many days are left. */
export type CertificationReminder = Readonly<{
  day: string
  daysLeft: number
  users: readonly UserId[]
}>

/**
 * Takes the next users to remind, by id, of the reminder whose time it is. Returns null if all were
 * reminded or none is due. `daysBefore`: when reminders are sent.
 */
export async function takeUsersToRemind(
  tx: Tx,
  daysBefore: readonly number[],
  most: number,
): Promise<CertificationReminder | null> {
  const [reminder] = await readRows(tx, { day: 'text', days: 'smallint', lastUser: 'bigint' })`
    insert into certification_reminders as r (due, days)
    select s.day, s.days from (select ${firstDay} as day, unnest(${daysBefore}::int[]) as days) s
    where s.day - s.days <= ${jakartaToday} order by s.days limit 1
    on conflict (due, days) do update set last_user = r.last_user
    returning due::text as day, days, last_user as "lastUser"`
  if (reminder === undefined) return null
  const { day, days } = reminder
  const next = await readRows(tx, { id: 'userId', lacks: 'boolean' })`
    select u.id, u.identity_status = 'success' and u.suspended_at is null
      and not ${isCertified(sql`u.id`)} as lacks
    from users u where u.id > ${reminder.lastUser} order by u.id limit ${most}`
  const last = next.at(-1)
  if (last === undefined) return null
  await sql`
    update certification_reminders set last_user = ${last.id}
    where due = ${day}::date and days = ${days}`.execute(tx)
  return { day, daysLeft: days, users: next.flatMap(({ id, lacks }) => (lacks ? [id] : [])) }
}
