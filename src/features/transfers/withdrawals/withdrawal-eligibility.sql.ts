import { type RawBuilder, sql } from 'kysely'
import type { StoredTotp } from '../../../access/one-time-codes/totp.sql.ts'
import type { UserId } from '../../../base/ids.ts'
import { limits } from '../../../base/limits.ts'
import { batchReads } from '../../../database/batch-reads.ts'
import type { Database, Tx } from '../../../database/database.ts'
import { rowsOf } from '../../../database/rows.ts'
import { dayStart } from './withdrawal-history.sql.ts'

const { newDeviceSeconds } = limits.withdrawals

/** The account's properties that decide whether it may withdraw. */
export type AccountEligibility = Readonly<{
  identityStatus: string
  suspended: boolean
  /** Withdrawals are locked for a while, as after a password change. */
  locked: boolean
  bound: boolean
}>

/** A user's eligibility for a withdrawal; the decisive parts are read again under locks. */
export type WithdrawalEligibility = AccountEligibility &
  Readonly<{
    totp: StoredTotp | null
    gateClosed: boolean
    /**
     * A live session is on a device the user did not use a day ago, though others were in use then.
     */
    newDevice: boolean
    /** The available balance of the requested asset. */
    availableUnits: bigint
    /** The worth requested on the current Jakarta day, in rupiah units. */
    usedUnits: bigint
    /** The units of the asset requested on the current Jakarta day. */
    assetUsedUnits: bigint
  }>

export type EligibilityQuery = Readonly<{
  user: UserId
  assetId: number | null
  gateSeconds: number
}>

type EligibilityRow = AccountEligibility &
  Readonly<{
    at: number
    sealedSecret: string | null
    lastStep: number | null
    epochSeconds: number
    gateClosed: boolean
    newDevice: boolean
    available: string
    used: string
    assetUsed: string
  }>

const fitness = sql`
  u.identity_status as "identityStatus", u.suspended_at is not null as suspended,
  coalesce(u.withdraw_locked_until > clock_timestamp(), false) as locked, u.bind_2fa as bound`

const aDayAgo = sql`now() - make_interval(secs => ${newDeviceSeconds})`

/** Whether the user of `f` had a matching device a day ago, in a session or remembered. */
const knownOn = (compares: (digest: RawBuilder<unknown>) => RawBuilder<unknown>) => sql`(exists (
  select from session_families o
  where o.user_id = f.user_id and ${compares(sql`o.device`)} and o.created_at <= ${aDayAgo}
) or exists (
  select from devices d
  where d.user_id = f.user_id and ${compares(sql`d.digest`)} and d.created_at <= ${aDayAgo}))`

/** Whether a user `u` has a live session on a new device that is not simply their first. */
const newDevice = sql`exists (
  select from session_families f
  where f.user_id = u.id and f.revoked_at is null and f.expires_at > now()
    and f.device is not null and not ${knownOn((digest) => sql`${digest} = f.device`)}
    and ${knownOn((digest) => sql`${digest} <> f.device`)})`

/** Reads the users' eligibility, in the order of the queries. */
export async function readEligibilities(
  { db }: Readonly<{ db: Database }>,
  group: readonly EligibilityQuery[],
): Promise<readonly WithdrawalEligibility[]> {
  const rows = rowsOf(
    group.map((asked, at) => ({ ...asked, at })),
    { at: 'integer', user: 'bigint', assetId: 'smallint', gateSeconds: 'integer' },
    't',
  )
  const found = await sql<EligibilityRow>`
    select t.at, ${fitness}, s.sealed_secret as "sealedSecret", s.last_step as "lastStep",
      floor(extract(epoch from clock_timestamp()))::bigint as "epochSeconds",
      coalesce(g.opened_at > clock_timestamp() - make_interval(secs => t."gateSeconds"), false)
        as "gateClosed",
      ${newDevice} as "newDevice",
      coalesce(b.available, 0) as available, coalesce(d.worth_idr, 0) as used,
      coalesce((select sum(w.amount) from withdrawals w
        where w.user_id = u.id and w.asset_id = t."assetId" and w.created_at >= ${dayStart}
          and w.status not in ('FAILED', 'REJECTED')), 0) as "assetUsed"
    from ${rows} join users u on u.id = t."user"
    left join totp_secrets s on s.user_id = u.id
    left join withdrawal_gates g on g.user_id = u.id and g.asset_id = t."assetId"
    left join balances b on b.user_id = u.id and b.asset_id = t."assetId"
    left join withdrawal_days d on d.user_id = u.id
      and d.day = (now() at time zone 'Asia/Jakarta')::date`.execute(db.read)
  const standings = new Map(found.rows.map((row) => [row.at, standingOf(row)]))
  return group.map(({ user }, at) => {
    const standing = standings.get(at)
    if (standing === undefined) throw new Error(`there is no user ${user}`)
    return standing
  })
}

const standingOf = ({
  sealedSecret,
  lastStep,
  epochSeconds,
  available,
  used,
  assetUsed,
  ...row
}: EligibilityRow) => ({
  ...row,
  totp: sealedSecret === null ? null : { sealedSecret, lastStep: lastStep ?? 0, epochSeconds },
  availableUnits: BigInt(available),
  usedUnits: BigInt(used),
  assetUsedUnits: BigInt(assetUsed),
})

/** Reads the users' eligibility and locks their rows until the transaction ends. */
export async function lockEligibility(
  tx: Tx,
  users: readonly UserId[],
): Promise<ReadonlyMap<UserId, AccountEligibility>> {
  const found = await sql<AccountEligibility & { user: UserId }>`
    select u.id as "user", ${fitness} from users u
    where u.id = any(${users}) order by u.id for share`.execute(tx)
  return new Map(found.rows.map(({ user, ...rest }) => [user, rest]))
}

/** Whether a user's money may leave now: the account may be suspended while a withdrawal waits. */
export const mayLeave = batchReads<UserId, boolean>(async (db, users) => {
  const found = await sql<{ user: number }>`
    select u.id as "user" from users u
    where u.id = any(${users}) and u.suspended_at is null`.execute(db)
  const free = new Set(found.rows.map(({ user }) => user))
  return users.map((user) => free.has(user))
})

export type Openings = Readonly<{
  /** The wallet flag of withdrawals. */
  withdrawals: boolean
  /** Active assets as `id`, and their networks open to withdrawals as `id:network`. */
  active: ReadonlySet<string>
}>

/** Reads what is open to withdrawals. The wallet flag stays locked until the transaction ends. */
export async function holdOpenings(tx: Tx): Promise<Openings> {
  const flag = await sql<{ value: number }>`
    select value from wallet_flags where type = 'WD' for share`.execute(tx)
  const active = await sql<{ name: string }>`
    select id::text as name from assets where active
    union all
    select n.asset_id || ':' || n.network from networks n where n.withdraw_active`.execute(tx)
  return {
    withdrawals: flag.rows[0]?.value === 1,
    active: new Set(active.rows.map(({ name }) => name)),
  }
}
