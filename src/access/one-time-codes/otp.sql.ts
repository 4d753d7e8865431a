import { sql } from 'kysely'
import type { UserId } from '../../base/ids.ts'
import type { Database, Tx } from '../../database/database.ts'
import { deleteInSteps } from '../../database/delete-in-steps.sql.ts'

/** The owner of codes: one purpose, one identity they are sent to, one user. */
export type OtpOwner = Readonly<{
  purpose: 'email' | 'sms' | 'withdraw'
  identity: string
  user: UserId | null
}>

const rowOf = ({ purpose, identity, user }: OtpOwner) => sql<boolean>`
  purpose = ${purpose} and identity = ${identity} and user_id is not distinct from ${user}::bigint`

/**
 * Stores a new code; the counts of failed tries stay. With `keepsFormer`, the previous code remains
 * valid until it expires, unless its tries are spent.
 */
export async function storeCode(
  tx: Tx,
  { purpose, identity, user }: OtpOwner,
  mac: Buffer,
  {
    ttlSeconds,
    tries,
    keepsFormer,
  }: Readonly<{
    ttlSeconds: number
    tries: number
    keepsFormer: boolean
  }>,
): Promise<void> {
  await sql`
    insert into otp_codes as known (purpose, identity, user_id, mac, expires_at)
    values (${purpose}, ${identity}, ${user}, ${mac}, now() + make_interval(secs => ${ttlSeconds}))
    on conflict (purpose, identity, user_id) do update set
      former_mac = case when ${keepsFormer} and known.code_tries < ${tries} then known.mac end,
      former_expires_at = known.expires_at,
      former_tries = known.code_tries,
      mac = excluded.mac, expires_at = excluded.expires_at, code_tries = 0`.execute(tx)
}

export type TryBounds = Readonly<{
  tries: number
  windowSeconds: number
  dayTries: number
  daySeconds: number
}>

const newestIsAlive = sql<boolean>`(mac is not null and expires_at > now())`
const formerIsAlive = sql<boolean>`(former_mac is not null and former_expires_at > now())`
const isOf = (mac: Buffer) => sql<boolean>`
  ((mac = ${mac} and ${newestIsAlive}) or (former_mac = ${mac} and ${formerIsAlive}))`

/**
 * Counts a try in a single statement before any comparison, and returns the digests to compare
 * with; empty if no live code or no try is left. The last try of a day starts a new day, so that
 * the lock lasts a full day.
 */
export async function reserveTry(
  db: Pick<Database, 'read'>,
  owner: OtpOwner,
  { tries, windowSeconds, dayTries, daySeconds }: TryBounds,
): Promise<readonly Buffer[]> {
  const found = await sql<{ mac: Buffer | null; former: Buffer | null }>`
    update otp_codes set
      code_tries = code_tries + 1,
      former_tries = former_tries + 1,
      window_tries = case when window_ends_at > now() then window_tries else 0 end + 1,
      window_ends_at = case when window_ends_at > now() then window_ends_at
        else now() + make_interval(secs => ${windowSeconds}) end,
      day_tries = case when day_ends_at > now() then day_tries else 0 end + 1,
      day_ends_at = case when day_ends_at > now() and day_tries + 1 < ${dayTries}
        then day_ends_at else now() + make_interval(secs => ${daySeconds}) end
    where ${rowOf(owner)}
      and ((${newestIsAlive} and code_tries < ${tries})
        or (${formerIsAlive} and former_tries < ${tries}))
      and (window_ends_at <= now() or window_tries < ${tries})
      and (day_ends_at <= now() or day_tries < ${dayTries})
    returning
      case when ${newestIsAlive} and code_tries <= ${tries} then mac end as mac,
      case when ${formerIsAlive} and former_tries <= ${tries}
        then former_mac end as former`.execute(db.read)
  const [row] = found.rows
  return [row?.mac, row?.former].filter((mac) => mac !== null && mac !== undefined)
}

/** Returns whether tries are currently refused, whatever the code. */
export async function isLocked(
  db: Pick<Database, 'read'>,
  owner: OtpOwner,
  { tries, dayTries }: TryBounds,
): Promise<boolean> {
  const found = await sql<{ locked: boolean }>`
    select (window_ends_at > now() and window_tries >= ${tries})
        or (day_ends_at > now() and day_tries >= ${dayTries}) as locked
    from otp_codes where ${rowOf(owner)}`.execute(db.read)
  return found.rows[0]?.locked === true
}

/** Returns whether the owner has a code that is neither used nor expired. */
export async function isAlive(db: Pick<Database, 'read'>, owner: OtpOwner): Promise<boolean> {
  const found = await sql`
    select from otp_codes
    where ${rowOf(owner)} and (${newestIsAlive} or ${formerIsAlive})`.execute(db.read)
  return found.rows.length === 1
}

/** Returns whether a digest belongs to a code that is neither used nor expired. */
export async function isCurrent(
  db: Pick<Database, 'read'>,
  owner: OtpOwner,
  mac: Buffer,
): Promise<boolean> {
  const found = await sql`
    select from otp_codes where ${rowOf(owner)} and ${isOf(mac)}`.execute(db.read)
  return found.rows.length === 1
}

/** Returns the try that a correct code used. */
export async function returnTry(db: Pick<Database, 'read'>, owner: OtpOwner): Promise<void> {
  await sql`
    update otp_codes set
      code_tries = greatest(code_tries - 1, 0),
      former_tries = greatest(former_tries - 1, 0),
      window_tries = greatest(window_tries - 1, 0),
      day_tries = greatest(day_tries - 1, 0)
    where ${rowOf(owner)}`.execute(db.read)
}

/**
 * Consumes the code, and the owner's other code with it; returns true for exactly one of several
 * concurrent callers.
 */
export async function takeCode(tx: Tx, owner: OtpOwner, mac: Buffer): Promise<boolean> {
  const taken = await sql`
    update otp_codes set mac = null, former_mac = null, window_tries = 0
    where ${rowOf(owner)} and ${isOf(mac)}
    returning purpose`.execute(tx)
  return taken.rows.length === 1
}

/** Deletes expired codes after their counts of tries have expired as well. */
export const deleteExpiredOtps = (db: Pick<Database, 'read'>): Promise<number> =>
  deleteInSteps(
    db,
    'otp_codes',
    sql`expires_at < now() and window_ends_at < now() and day_ends_at < now()`,
  )
