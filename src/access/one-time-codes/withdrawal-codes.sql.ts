import { sql } from 'kysely'
import type { UserId } from '../../base/ids.ts'
import { send, type Tx } from '../../database/database.ts'
import { rowsOf } from '../../database/rows.ts'

/* The statements of otp.sql.ts for many withdrawals at once. Lists must contain each owner once. */

export type CodeOwner = Readonly<{ user: UserId; identity: string; purpose: 'withdraw' | 'email' }>

export type Tries = Readonly<{
  tries: number
  windowSeconds: number
  dayTries: number
  daySeconds: number
}>

const ownerColumns = { user: 'bigint', identity: 'text', purpose: 'text' } as const

export const ownerKey = ({ user, purpose }: Pick<CodeOwner, 'user' | 'purpose'>): string =>
  `${user}:${purpose}`

const newestIsAlive = sql`(o.mac is not null and o.expires_at > now())`
const formerIsAlive = sql`(o.former_mac is not null and o.former_expires_at > now())`

export type Reserved = Readonly<{ macs: readonly Buffer[]; dayTries: number }>

/**
 * Counts a try of each owner and returns the digests to compare with; owners without a live code or
 * a remaining try are absent. Other transactions see nothing of it until this one commits, so a
 * correct code may get its try back within it.
 */
export async function reserveTries(
  tx: Tx,
  owners: readonly (CodeOwner & Tries)[],
): Promise<ReadonlyMap<string, Reserved>> {
  if (owners.length === 0) return new Map()
  const rows = rowsOf(
    owners,
    {
      ...ownerColumns,
      tries: 'integer',
      windowSeconds: 'integer',
      dayTries: 'integer',
      daySeconds: 'integer',
    },
    't',
  )
  const found = await sql<{
    user: UserId
    purpose: 'withdraw' | 'email'
    mac: Buffer | null
    former: Buffer | null
    dayTries: number
  }>`
    with locked as (
      select o.purpose, o.identity, o.user_id, t.tries, t."windowSeconds", t."dayTries",
        t."daySeconds"
      from otp_codes o join ${rows} on o.purpose = t.purpose and o.identity = t.identity
        and o.user_id = t."user"
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
    from locked t
    where o.purpose = t.purpose and o.identity = t.identity and o.user_id = t.user_id
    returning o.user_id as "user", o.purpose, o.day_tries as "dayTries",
      case when ${newestIsAlive} and o.code_tries <= t.tries then o.mac end as mac,
      case when ${formerIsAlive} and o.former_tries <= t.tries then o.former_mac end as former
  `.execute(tx)
  return new Map(
    found.rows.map(({ mac, former, dayTries, ...owner }) => [
      ownerKey(owner),
      { macs: [mac, former].filter((one) => one !== null), dayTries },
    ]),
  )
}

/**
 * Counts a try against these users' daily limit of withdrawals, whatever kind of code it used;
 * users without remaining tries are absent.
 */
export async function reserveDays(
  tx: Tx,
  owners: readonly Pick<CodeOwner, 'user' | 'identity'>[],
  { dayTries, daySeconds }: Pick<Tries, 'dayTries' | 'daySeconds'>,
): Promise<ReadonlyMap<UserId, number>> {
  if (owners.length === 0) return new Map()
  const rows = rowsOf(owners, { user: 'bigint', identity: 'text' }, 't')
  const found = await sql<{ user: UserId; dayTries: number }>`
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
    returning o.user_id as "user", o.day_tries as "dayTries"`.execute(tx)
  return new Map(found.rows.map(({ user, dayTries: counted }) => [user, counted]))
}

/** Returns the tries that correct codes used. */
export async function returnTries(tx: Tx, owners: readonly CodeOwner[]): Promise<void> {
  if (owners.length === 0) return
  const rows = rowsOf(owners, ownerColumns, 't')
  await sql`
    update otp_codes o set
      code_tries = greatest(o.code_tries - 1, 0),
      former_tries = greatest(o.former_tries - 1, 0),
      window_tries = greatest(o.window_tries - 1, 0),
      day_tries = greatest(o.day_tries - 1, 0)
    from ${rows}
    where o.purpose = t.purpose and o.identity = t.identity and o.user_id = t."user"`.execute(tx)
}

export async function returnDays(
  tx: Tx,
  owners: readonly Pick<CodeOwner, 'user' | 'identity'>[],
): Promise<void> {
  if (owners.length === 0) return
  const rows = rowsOf(owners, { user: 'bigint', identity: 'text' }, 't')
  await sql`
    update otp_codes o set day_tries = greatest(o.day_tries - 1, 0)
    from ${rows}
    where o.purpose = 'withdraw' and o.identity = t.identity and o.user_id = t."user"`.execute(tx)
}

/**
 * Consumes codes; returns the keys of the owners whose code was valid. Of concurrent callers with
 * one code, only one gets it.
 */
export async function takeCodes(
  tx: Tx,
  codes: readonly (CodeOwner & Readonly<{ mac: Buffer }>)[],
): Promise<ReadonlySet<string>> {
  if (codes.length === 0) return new Set()
  const rows = rowsOf(codes, { ...ownerColumns, mac: 'bytea' }, 't')
  const taken = await sql<{ user: UserId; purpose: 'withdraw' | 'email' }>`
    with locked as (
      select o.purpose, o.identity, o.user_id
      from otp_codes o join ${rows} on o.purpose = t.purpose and o.identity = t.identity
        and o.user_id = t."user"
      where (o.mac = t.mac and ${newestIsAlive}) or (o.former_mac = t.mac and ${formerIsAlive})
      order by o.user_id, o.purpose for update of o
    )
    update otp_codes o set mac = null, former_mac = null, window_tries = 0
    from locked t
    where o.purpose = t.purpose and o.identity = t.identity and o.user_id = t.user_id
    returning o.user_id as "user", o.purpose`.execute(tx)
  return new Set(taken.rows.map(ownerKey))
}

/** Locks these users' authenticator secrets and returns the last used step of each. */
export async function lockLastSteps(
  tx: Tx,
  users: readonly UserId[],
): Promise<ReadonlyMap<UserId, Readonly<{ sealedSecret: string; lastStep: number }>>> {
  if (users.length === 0) return new Map()
  const found = await sql<{ user: UserId; sealedSecret: string; lastStep: number }>`
    select user_id as "user", sealed_secret as "sealedSecret", last_step as "lastStep"
    from totp_secrets where user_id = any(${users}) order by user_id for update`.execute(tx)
  return new Map(found.rows.map(({ user, ...rest }) => [user, rest]))
}

/** Consumes a step of each secret; the transaction must have locked them. */
export function useSteps(tx: Tx, steps: readonly Readonly<{ user: UserId; step: number }>[]): void {
  if (steps.length === 0) return
  const rows = rowsOf(steps, { user: 'bigint', step: 'bigint' }, 't')
  send(
    tx,
    sql`
    update totp_secrets s set last_step = t.step
    from ${rows} where s.user_id = t."user"`,
  )
}
