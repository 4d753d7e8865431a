import { sql } from 'kysely'
import type { AssetId, UserId } from '../../../base/values/ids.ts'
import { sendSql, type Tx } from '../../../core/database/database.ts'
import { columnsOf, type RowOf, readRows } from '../../../core/database/driver/read-rows.ts'
import { rowsOf } from '../../../core/database/driver/rows.ts'
import { jakartaDayStart } from '../../../core/database/driver/times.sql.ts'
import type { Destination } from '../model/withdrawal.rules.ts'

export type HistoryQuery = Readonly<{
  user: UserId
  assetId: AssetId
  destination: Destination
  /** When the bank account's number, bank and owner last changed; null for coins. */
  payeeSince: Date | null
}>

/** An address is the same destination on every network. */
const placeOf = (to: Destination) => ({
  address: to.kind === 'COIN' ? to.address : null,
  tag: to.kind === 'COIN' ? to.tag : null,
  channel_code: to.kind === 'CASH' ? to.channelCode : null,
  account_number: to.kind === 'CASH' ? to.accountNumber : null,
})

const placeColumns = {
  address: 'text',
  tag: 'text',
  channel_code: 'text',
  account_number: 'text',
} as const

/** A unique key for each destination. */
export const destinationKey = (to: Destination): string =>
  JSON.stringify(['withdrawal-to', ...Object.values(placeOf(to))])

/**
 * Locks destinations, so that their sums stay exact until the transaction ends. Call it once per
 * transaction, before any other lock of a withdrawal request.
 */
export function lockDestinations(tx: Tx, destinations: readonly Destination[]): void {
  const names = [...new Set(destinations.map(destinationKey))]
  if (names.length === 0) return
  sendSql(tx)`
    select pg_advisory_xact_lock(key)
    from (select distinct hashtextextended(name, 0) as key from unnest(${names}::text[]) as n(name)
      order by key) as ordered`
}

const counts = sql`w.status not in ('FAILED', 'REJECTED') and w.reversed_at is null`

type Alias = 'e' | 'w' | 't'

/** Whether a withdrawal goes to the address, or the account, of another row; each has an index. */
const toAddressOf = (one: Alias, other: Alias) =>
  sql.raw(`${one}.kind = 'COIN' and ${one}.address = ${other}.address
    and coalesce(${one}.tag, '') = coalesce(${other}.tag, '')`)
const toAccountOf = (one: Alias, other: Alias) =>
  sql.raw(`${one}.kind = 'CASH' and ${one}.account_number = ${other}.account_number
    and ${one}.channel_code = ${other}.channel_code`)
/** Whether a withdrawal of this user makes its destination trusted. */
const trustedBy = (one: Alias, user: string, hours: number) => sql`
  ${sql.raw(`${one}.user_id = ${user} and ${one}.status = 'SUCCESS'`)}
  and ${sql.raw(`${one}.reversed_at is null and ${one}.ended_at`)}
    <= now() - make_interval(hours => ${hours})`

const [toAddress, toAccount] = [toAddressOf('w', 't'), toAccountOf('w', 't')]

const historyColumns = columnsOf({
  /** A payout of this user to the destination succeeded long enough ago. */
  usedBefore: 'boolean',
  /** Worth, in rupiah units, of all users' withdrawals to the destination in the last 24 hours. */
  destinationUnits: 'units',
  /** The same of the user's withdrawals to destinations that were not used long enough ago. */
  newDestinationsUnits: 'units',
  /** Units of the asset that the user requested on the current Jakarta day. */
  assetUnits: 'units',
  /** Whether the account was opened a short while ago. */
  isNewAccount: 'boolean',
  /** Whether the authenticator, or the bank account, was changed during the cool-off. */
  authenticatorCools: 'boolean',
  payeeCools: 'boolean',
  /**
   * Worth, in rupiah units, of what the user requested since the first of those changes; for a bank
   * account also of what went to others that were changed or deleted during the cool-off.
   */
  coolingUnits: 'units',
})

export type History = RowOf<typeof historyColumns>

export type HistoryTerms = Readonly<{
  /** How long ago a payout must have succeeded for its destination to count as used. */
  trustHours: number
  cooloffHours: number
  /** How long ago an account must have been opened not to count as new. */
  newAccountHours: number
}>

/** Reads the histories in the given order. They are exact while the destinations are locked. */
export async function readHistories(
  tx: Tx,
  wanted: readonly HistoryQuery[],
  { trustHours, cooloffHours, newAccountHours }: HistoryTerms,
): Promise<readonly History[]> {
  if (wanted.length === 0) return []
  const rows = rowsOf(
    wanted.map(({ destination, ...query }, at) => ({ at, ...query, ...placeOf(destination) })),
    {
      at: 'integer',
      user: 'userId',
      assetId: 'assetId',
      payeeSince: 'timestamptz',
      ...placeColumns,
    },
  )
  const trusted = trustedBy('w', 't."user"', trustHours)
  const trustedBefore = trustedBy('e', 'w.user_id', trustHours)
  const recent = sql`w.created_at > now() - interval '24 hours' and ${counts}`
  const found = await readRows(tx, { ...historyColumns, at: 'integer' })`
    select t.at,
      exists (select from withdrawals w where ${toAddress} and ${trusted})
        or exists (select from withdrawals w where ${toAccount} and ${trusted}) as "usedBefore",
      coalesce((select sum(w.worth_idr) from withdrawals w where ${toAddress} and ${recent}), 0)
        + coalesce((select sum(w.worth_idr) from withdrawals w where ${toAccount} and ${recent}), 0)
        as "destinationUnits",
      coalesce((select sum(w.worth_idr) from withdrawals w
        where w.user_id = t."user" and ${recent}
          and not exists (
            select from withdrawals e where ${toAddressOf('e', 'w')} and ${trustedBefore})
          and not exists (
            select from withdrawals e where ${toAccountOf('e', 'w')} and ${trustedBefore})), 0)
        as "newDestinationsUnits",
      coalesce((select sum(w.amount) from withdrawals w
        where w.user_id = t."user" and w.asset_id = t."assetId"
          and w.created_at >= ${jakartaDayStart} and ${counts}), 0) as "assetUnits",
      u.created_at > now() - make_interval(hours => ${newAccountHours}) as "isNewAccount",
      c.authenticator is not null as "authenticatorCools", c.payee is not null as "payeeCools",
      coalesce((select sum(w.worth_idr) from withdrawals w
        where w.user_id = t."user" and w.created_at >= least(c.authenticator, c.began) and ${counts}
          and (w.created_at >= least(c.authenticator, c.payee) or w.kind = 'CASH' and not exists (
            select from bank_accounts b
            where b.id = w.bank_account_id and b.changed_at <= c.began))), 0) as "coolingUnits"
    from ${rows} join users u on u.id = t."user"
    cross join lateral (
      select case when u.twofa_changed_at > p.began or u.twofa_provisional_until > now()
          then coalesce(u.twofa_cooling_from, u.twofa_changed_at) end as authenticator,
        case when t."payeeSince" > p.began then t."payeeSince" end as payee,
        case when t."payeeSince" > p.began then p.began end as began
      from (select now() - make_interval(hours => ${cooloffHours}) as began) p
    ) c`
  const histories = new Map(found.map(({ at, ...history }) => [at, history]))
  return wanted.map(({ user }, at) => {
    const history = histories.get(at)
    if (history === undefined) throw new Error(`there is no user ${user}`)
    return history
  })
}
