import { type RawBuilder, sql } from 'kysely'
import type { UserId } from '../../../base/values/ids.ts'
import type { Database, Reader, Tx } from '../../../core/database/database.ts'
import { deleteInSteps } from '../../../core/database/driver/delete-in-steps.sql.ts'
import { columnsOf, oneOfTexts, readRows } from '../../../core/database/driver/read-rows.ts'
import { rowsOf } from '../../../core/database/driver/rows.ts'

/** The owner of codes: one purpose, one identity they are sent to, one user. */
export type OtpOwner = Readonly<{
  purpose: 'email' | 'sms' | 'withdraw'
  identity: string
  user: UserId
}>

/** Identifies an owner in the results of the statements for several owners. */
export const codeOwnerKey = ({ purpose, identity, user }: OtpOwner): string =>
  `${purpose} ${user} ${identity}`

const ownerColumns = { purpose: 'text', identity: 'text', user: 'userId' } as const

const isRowOf = sql<boolean>`
  (o.purpose = t.purpose and o.identity = t.identity and o.user_id = t."user")`

const ownerOfRow = sql`o.purpose, o.identity, o.user_id as "user"`

const ownerRow = columnsOf({
  purpose: oneOfTexts('email', 'sms', 'withdraw'),
  identity: 'text',
  user: 'userId',
})

const rowOf = ({ purpose, identity, user }: OtpOwner) => sql<boolean>`
  o.purpose = ${purpose} and o.identity = ${identity} and o.user_id = ${user}`

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

const boundColumns = {
  tries: 'integer',
  windowSeconds: 'integer',
  dayTries: 'integer',
  daySeconds: 'integer',
} as const

const newestIsAlive = sql<boolean>`(o.mac is not null and o.expires_at > now())`
const formerIsAlive = sql<boolean>`(o.former_mac is not null and o.former_expires_at > now())`
const isOf = (mac: unknown) => sql<boolean>`
  ((o.mac = ${mac} and ${newestIsAlive}) or (o.former_mac = ${mac} and ${formerIsAlive}))`

/** The digests to compare with, and the day's tries so far. */
export type Reserved = Readonly<{ macs: readonly Buffer[]; dayTries: number }>

/**
 * Counts a try of each owner, before any comparison; owners without a live code or a remaining try
 * are absent from the result. The last try of a day starts a new day, so that the lock lasts a full
 * day. The list must contain each owner once.
 */
export async function reserveTries(
  db: Reader,
  owners: readonly (OtpOwner & TryBounds)[],
): Promise<ReadonlyMap<string, Reserved>> {
  if (owners.length === 0) return new Map()
  const rows = rowsOf(owners, { ...ownerColumns, ...boundColumns })
  const found = await readRows(db, {
    ...ownerRow,
    mac: 'bytea?',
    former: 'bytea?',
    dayTries: 'integer',
  })`
    with t as (
      select t.*
      from otp_codes o join ${rows} on ${isRowOf}
      where ((${newestIsAlive} and o.code_tries < t.tries)
          or (${formerIsAlive} and o.former_tries < t.tries))
        and (o.window_ends_at <= now() or o.window_tries < t.tries)
        and (o.day_ends_at <= now() or o.day_tries < t."dayTries")
      order by o.user_id, o.purpose for update of o
    )
    update otp_codes o set
      code_tries = o.code_tries + 1,
      former_tries = o.former_tries + 1,
      window_tries = case when o.window_ends_at > now() then o.window_tries else 0 end + 1,
      window_ends_at = case when o.window_ends_at > now() then o.window_ends_at
        else now() + make_interval(secs => t."windowSeconds") end,
      day_tries = case when o.day_ends_at > now() then o.day_tries else 0 end + 1,
      day_ends_at = case when o.day_ends_at > now() and o.day_tries + 1 < t."dayTries"
        then o.day_ends_at else now() + make_interval(secs => t."daySeconds") end
    from t where ${isRowOf}
    returning ${ownerOfRow}, o.day_tries as "dayTries",
      case when ${newestIsAlive} and o.code_tries <= t.tries then o.mac end as mac,
      case when ${formerIsAlive} and o.former_tries <= t.tries then o.former_mac end as former`
  return new Map(
    found.map(({ mac, former, dayTries, ...owner }) => [
      codeOwnerKey(owner),
      { macs: [mac, former].filter((one) => one !== null), dayTries },
    ]),
  )
}

/** Returns whether tries are currently refused, whatever the code. */
export async function isLocked(
  db: Pick<Database, 'read'>,
  owner: OtpOwner,
  { tries, dayTries }: TryBounds,
): Promise<boolean> {
  const found = await readRows(db.read, { locked: 'boolean' })`
    select (o.window_ends_at > now() and o.window_tries >= ${tries})
        or (o.day_ends_at > now() and o.day_tries >= ${dayTries}) as locked
    from otp_codes o where ${rowOf(owner)}`
  return found[0]?.locked === true
}

/** Returns whether the owner has a code that is neither used nor expired. */
export async function isCodeAlive(db: Pick<Database, 'read'>, owner: OtpOwner): Promise<boolean> {
  const found = await sql`
    select from otp_codes o
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
    select from otp_codes o where ${rowOf(owner)} and ${isOf(mac)}`.execute(db.read)
  return found.rows.length === 1
}

/**
 * Counts a try against these users' daily limit of withdrawals, whatever kind of code it used;
 * users without remaining tries are absent.
 */
export async function reserveDays(
  tx: Tx,
  owners: readonly Pick<OtpOwner, 'user' | 'identity'>[],
  { dayTries, daySeconds }: Pick<TryBounds, 'dayTries' | 'daySeconds'>,
): Promise<ReadonlyMap<UserId, number>> {
  if (owners.length === 0) return new Map()
  const rows = rowsOf(owners, { user: 'userId', identity: 'text' })
  const found = await readRows(tx, { user: 'userId', dayTries: 'integer' })`
    insert into otp_codes as o
      (purpose, identity, user_id, expires_at, day_tries, day_ends_at)
    select 'withdraw', t.identity, t."user", now(), 1,
      now() + make_interval(secs => ${daySeconds}::int)
    from ${rows} order by t."user"
    on conflict (purpose, identity, user_id) do update set
      day_tries = case when o.day_ends_at > now() then o.day_tries else 0 end + 1,
      day_ends_at = case when o.day_ends_at > now() and o.day_tries + 1 < ${dayTries}
        then o.day_ends_at else now() + make_interval(secs => ${daySeconds}::int) end
      where o.day_ends_at <= now() or o.day_tries < ${dayTries}
    returning o.user_id as "user", o.day_tries as "dayTries"`
  return new Map(found.map(({ user, dayTries: counted }) => [user, counted]))
}

/** Returns the tries that correct codes used. */
export const returnTries = (owners: readonly OtpOwner[]): RawBuilder<unknown> => sql`
  update otp_codes o set
    code_tries = greatest(o.code_tries - 1, 0),
    former_tries = greatest(o.former_tries - 1, 0),
    window_tries = greatest(o.window_tries - 1, 0),
    day_tries = greatest(o.day_tries - 1, 0)
  from ${rowsOf(owners, ownerColumns)} where ${isRowOf}`

export const returnDays = (
  owners: readonly Pick<OtpOwner, 'user' | 'identity'>[],
): RawBuilder<unknown> => sql`
  update otp_codes o set day_tries = greatest(o.day_tries - 1, 0)
  from ${rowsOf(owners, { user: 'userId', identity: 'text' })}
  where o.purpose = 'withdraw' and o.identity = t.identity and o.user_id = t."user"`

/**
 * Consumes codes, and each owner's other code too; returns the keys of the owners whose code was
 * valid. Of concurrent callers with one code, only one gets it. The list has an entry for each
 * digest that an owner's code may be stored with, and one code per owner.
 */
export async function takeCodes(
  tx: Tx,
  codes: readonly (OtpOwner & Readonly<{ mac: Buffer }>)[],
): Promise<ReadonlySet<string>> {
  if (codes.length === 0) return new Set()
  const rows = rowsOf(codes, { ...ownerColumns, mac: 'bytea' })
  const taken = await readRows(tx, ownerRow)`
    with t as (
      select t.* from otp_codes o join ${rows} on ${isRowOf}
      where ${isOf(sql`t.mac`)}
      order by o.user_id, o.purpose for update of o
    )
    update otp_codes o set mac = null, former_mac = null, window_tries = 0
    from t where ${isRowOf}
    returning ${ownerOfRow}`
  return new Set(taken.map(codeOwnerKey))
}

/** Deletes expired codes after their counts of tries have expired as well. */
export const deleteExpiredOtps = (db: Pick<Database, 'read'>): Promise<number> =>
  deleteInSteps(
    db,
    'otp_codes',
    sql`expires_at < now() and window_ends_at < now() and day_ends_at < now()`,
  )
