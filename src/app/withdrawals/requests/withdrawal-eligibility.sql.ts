import { sql } from 'kysely'
import type { AssetId, RequestId, UserId } from '../../../base/values/ids.ts'
import type { Database, Tx } from '../../../core/database/database.ts'
import { batchReads } from '../../../core/database/driver/batched.ts'
import { readRows } from '../../../core/database/driver/read-rows.ts'
import { rowsOf } from '../../../core/database/driver/rows.ts'
import { jakartaDayStart, jakartaToday } from '../../../core/database/driver/times.sql.ts'
import type { StoredTotp } from '../../../platform/access/one-time-codes/totp.sql.ts'
import { onNewDevice } from '../../../platform/access/sessions/devices.sql.ts'
import {
  addressLookupOf,
  isOurs,
  lookupColumns,
  type NetworkAddress,
} from '../../transfers/our-addresses.sql.ts'
import { hasUnconfirmed } from '../../transfers/unconfirmed.sql.ts'
import { withdrawalLimits } from '../withdrawal-limits.ts'

const { commitSeconds } = withdrawalLimits

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
    /** Whether a live session is on a device that is new within a day, and the account is not. */
    newDevice: boolean
    /** Whether a list of leaked passwords has the user's. */
    passwordLeaked: boolean
    /** The available balance of the requested asset. */
    availableUnits: bigint
    /** The worth requested on the current Jakarta day, in rupiah units. */
    usedUnits: bigint
    /** The units of the asset requested on the current Jakarta day. */
    assetUsedUnits: bigint
    /** The requested address belongs to a user of ours, whatever its tag. */
    ownAddress: boolean
  }>

export type EligibilityQuery = Readonly<{
  user: UserId
  assetId: AssetId | null
  gateSeconds: number
  /** The address that coins are requested for; null for rupiah, and for malformed ones. */
  place: NetworkAddress | null
}>

const eligibilityFields = sql`
  u.identity_status as "identityStatus", u.suspended_at is not null as suspended,
  coalesce(u.withdraw_locked_until > clock_timestamp(), false) as locked, u.bind_2fa as bound`

/** Reads the users' eligibility, in the order of the queries. */
export async function readEligibilities(
  { db }: Readonly<{ db: Database }>,
  group: readonly EligibilityQuery[],
): Promise<readonly WithdrawalEligibility[]> {
  const rows = rowsOf(
    group.map(({ place, ...query }, at) => ({ at, ...query, ...addressLookupOf(place) })),
    {
      at: 'integer',
      user: 'userId',
      assetId: 'assetId',
      gateSeconds: 'integer',
      ...lookupColumns,
    },
  )
  const found = await readRows(db.read, {
    identityStatus: 'text',
    suspended: 'boolean',
    locked: 'boolean',
    bound: 'boolean',
    at: 'integer',
    sealedSecret: 'text?',
    lastStep: 'bigint?',
    epochSeconds: 'bigint',
    gateClosed: 'boolean',
    newDevice: 'boolean',
    passwordLeaked: 'boolean',
    availableUnits: 'units',
    usedUnits: 'units',
    assetUsedUnits: 'units',
    ownAddress: 'boolean',
  })`
    select t.at, ${eligibilityFields}, s.sealed_secret as "sealedSecret", s.last_step as "lastStep",
      floor(extract(epoch from clock_timestamp()))::bigint as "epochSeconds",
      coalesce(g.opened_at > clock_timestamp() - make_interval(secs => t."gateSeconds"), false)
        as "gateClosed",
      ${onNewDevice} as "newDevice", u.password_leaked as "passwordLeaked",
      coalesce(b.available, 0) as "availableUnits", coalesce(d.worth_idr, 0) as "usedUnits",
      coalesce((select sum(w.amount) from withdrawals w
        where w.user_id = u.id and w.asset_id = t."assetId" and w.created_at >= ${jakartaDayStart}
          and w.status not in ('FAILED', 'REJECTED')), 0) as "assetUsedUnits",
      ${isOurs} as "ownAddress"
    from ${rows} join users u on u.id = t."user"
    left join totp_secrets s on s.user_id = u.id
    left join withdrawal_gates g on g.user_id = u.id and g.asset_id = t."assetId"
    left join balances b on b.user_id = u.id and b.asset_id = t."assetId"
    left join withdrawal_days d on d.user_id = u.id
      and d.day = ${jakartaToday}`
  const eligibilities = new Map(
    found.map(({ at, sealedSecret, lastStep, epochSeconds, ...row }) => [
      at,
      { ...row, totp: totpOf(sealedSecret, lastStep, epochSeconds) },
    ]),
  )
  return group.map(({ user }, at) => {
    const eligibility = eligibilities.get(at)
    if (eligibility === undefined) throw new Error(`there is no user ${user}`)
    return eligibility
  })
}

const totpOf = (
  sealedSecret: string | null,
  lastStep: number | null,
  epochSeconds: number,
): StoredTotp | null =>
  sealedSecret === null ? null : { sealedSecret, lastStep: lastStep ?? 0, epochSeconds }

/** Reads the users' eligibility and locks their rows until the transaction ends. */
export async function lockEligibility(
  tx: Tx,
  users: readonly UserId[],
): Promise<ReadonlyMap<UserId, AccountEligibility>> {
  const found = await readRows(tx, {
    identityStatus: 'text',
    suspended: 'boolean',
    locked: 'boolean',
    bound: 'boolean',
    user: 'userId',
  })`
    select u.id as "user", ${eligibilityFields} from users u
    where u.id = any(${users}) order by u.id for share`
  return new Map(found.map(({ user, ...rest }) => [user, rest]))
}

/** The latest moment of a credit that a withdrawal `w` may take. */
const creditedBefore = sql`w.created_at + make_interval(secs => ${commitSeconds})`

/**
 * Whether a withdrawal may leave now. Meanwhile its account may have been suspended; and what it
 * takes may have been credited by messages of the venue or of payx, which their own lists must
 * confirm first.
 */
export const mayLeave = batchReads<RequestId, boolean>(async (db, requestIds) => {
  const found = await readRows(db, { requestId: 'requestId' })`
    select w.request_id as "requestId" from withdrawals w join users u on u.id = w.user_id
    where w.request_id = any(${requestIds}) and u.suspended_at is null and not exists (
      select from unconfirmed_fills f where f.user_id = w.user_id
        and f.recorded_at <= ${creditedBefore})
      and not ${hasUnconfirmed(sql`w.user_id`, creditedBefore)}`
  const free = new Set(found.map(({ requestId }) => requestId))
  return requestIds.map((requestId) => free.has(requestId))
})

export type Openings = Readonly<{
  /** The wallet flag of withdrawals. */
  withdrawals: boolean
  /** Active assets as `id`, and their networks open to withdrawals as `id:network`. */
  active: ReadonlySet<string>
}>

/** Reads what is open to withdrawals. The wallet flag stays locked until the transaction ends. */
export async function lockOpenings(tx: Tx): Promise<Openings> {
  const [flag, active] = await Promise.all([
    readRows(tx, { value: 'bigint' })`
      select value from wallet_flags where type = 'WD' for share`,
    readRows(tx, { name: 'text' })`
      select id::text as name from assets where active
      union all
      select n.asset_id || ':' || n.network from networks n where n.withdraw_active`,
  ])
  return {
    withdrawals: flag[0]?.value === 1,
    active: new Set(active.map(({ name }) => name)),
  }
}
