import { sql } from 'kysely'
import type { UserId } from '../../base/values/ids.ts'
import { type Money, money } from '../../base/values/money.ts'
import type { Database } from '../../core/database/database.ts'
import { oneOfTexts, readRows } from '../../core/database/driver/read-rows.ts'
import { type Cause, type CauseKind, causeKinds, isCause, type NoticeKeys } from './cause.rules.ts'

/** The record of ours that a posting or an event is about. */
export type CauseRecord = Cause &
  Readonly<{
    userId: UserId | null
    status: string
    amount: Money | null
    at: Date
    /** The names by which a provider's events know it, beside its id. */
    names: readonly string[]
    /** With which the keys of its events begin. */
    eventKeys: readonly string[]
    /** When its provider reported it, in microseconds, if it was booked only later. */
    reportedAt: readonly number[]
  }>

const most = 100

/** Finds the records of causes; causes without one are left out. */
export async function findRecords(
  db: Pick<Database, 'read'>,
  causes: readonly Cause[],
): Promise<readonly CauseRecord[]> {
  const idsOf = (kind: CauseKind) =>
    causes.filter((one) => one.kind === kind && isCause(one)).map(({ id }) => id)
  if (causes.length === 0) return []
  const rows = await readRows(db.read, {
    kind: oneOfTexts(...causeKinds),
    id: 'text',
    userId: 'userId?',
    status: 'text',
    units: 'units?',
    assetId: 'assetId?',
    symbol: 'text?',
    scale: 'smallint?',
    at: 'timestamptz',
    names: 'text[]',
    eventKeys: 'text[]',
    reportedAt: 'bigint[]',
  })`
    select r.kind, r.id, r.user_id as "userId", r.status, r.units,
      a.id as "assetId", a.symbol, a.scale, r.at, array_remove(r.names, null) as names,
      array_remove(r.keys, null) as "eventKeys",
      r.reported as "reportedAt"
    from (
      ${cashDeposits(idsOf('cash-deposit'))}
      union all ${coinDeposits(idsOf('coin-deposit'))}
      union all ${withdrawals(idsOf('withdrawal'))}
      union all ${orders(idsOf('order'))}
      union all ${fills(idsOf('fill'))}
      union all ${unmatchedTrades(idsOf('unmatched-trade'))}
      union all ${suspense(idsOf('suspense'))}
    ) as r left join assets a on a.id = r.asset
    order by r.at limit ${most}`
  return rows.map(({ assetId, symbol, scale, units, ...row }) => {
    const isKnown = assetId !== null && symbol !== null && scale !== null && units !== null
    const amount = isKnown ? money({ id: assetId, symbol, scale }, units) : null
    return { ...row, amount }
  })
}

type Ids = readonly string[]

const cashDeposits = (ids: Ids) => sql`
  select 'cash-deposit' as kind, d.provider || ':' || d.provider_ref as id, d.user_id,
    d.status, d.amount as units, 1 as asset, d.created_at as at,
    array[d.provider_ref] as names, array[d.provider_ref] as keys,
    array(
      select (extract(epoch from t) * 1000000)::bigint
      from (select created_at as t from payment_reports r where r.provider_ref = d.provider_ref
            union select updated_at from payment_reports r where r.provider_ref = d.provider_ref
           ) as reports limit 10
    ) as reported
  from unnest(${ids}::text[]) as w(id)
  join cash_deposits d on d.provider = split_part(w.id, ':', 1)
    and d.provider_ref = substr(w.id, strpos(w.id, ':') + 1)`

const coinDeposits = (ids: Ids) => sql`
  select 'coin-deposit', w.id, d.user_id, d.status, d.amount, d.asset_id, d.created_at,
    array[d.custody_id], array[d.custody_id], '{}'
  from unnest(${ids}::text[]) as w(id)
  join coin_deposits d
    on d.custody_id = substr(w.id, 1, length(w.id) - strpos(reverse(w.id), ':'))
    and d.output = split_part(w.id, ':', -1)::integer`

const withdrawals = (ids: Ids) => sql`
  select 'withdrawal', d.request_id, d.user_id, d.status, d.amount, d.asset_id, d.created_at,
    array[d.request_id, d.provider_id], array[d.provider_id], '{}'
  from withdrawals d where d.request_id = any(${ids}::text[])`

const orders = (ids: Ids) => sql`
  select 'order', d.order_no, d.user_id, d.status, d.volume, p.base_asset_id, d.created_at,
    array[d.order_no, d.venue_order_id], array[p.venue_symbol || ':' || d.venue_order_id], '{}'
  from orders d join pairs p on p.id = d.pair_id
  where d.order_no = any(${ids}::text[])`

const fills = (ids: Ids) => sql`
  select 'fill', w.id, o.user_id, o.order_no, d.volume, p.base_asset_id, d.recorded_at,
    array[d.trade_id], array[p.venue_symbol || ':' || o.venue_order_id], '{}'
  from unnest(${ids}::text[]) as w(id)
  join fills d on d.pair_id = split_part(w.id, ':', 1)::smallint
    and d.trade_id = split_part(w.id, ':', 2) and d.side = split_part(w.id, ':', 3)
  join orders o on o.id = d.order_id join pairs p on p.id = d.pair_id`

const unmatchedTrades = (ids: Ids) => sql`
  select 'unmatched-trade', w.id, null, d.side, d.volume, p.base_asset_id, d.recorded_at,
    array[d.trade_id], array[p.venue_symbol || ':' || d.venue_order_id], '{}'
  from unnest(${ids}::text[]) as w(id)
  join unmatched_trades d on d.pair_id = split_part(w.id, ':', 1)::smallint
    and d.trade_id = split_part(w.id, ':', 2) and d.side = split_part(w.id, ':', 3)
  join pairs p on p.id = d.pair_id`

/** `payx:pay-1` is the payment `pay-1`; at custody the transaction `abc` has the output `abc:0`. */
const paymentOf = sql`array[case when d.source like 'custody %'
  then regexp_replace(d.reference, ':[0-9]+$', '')
  else substr(d.reference, strpos(d.reference, ':') + 1) end]`

const suspense = (ids: Ids) => sql`
  select 'suspense', d.id::text, d.assigned_user, d.state, d.units, d.asset_id, d.created_at,
    ${paymentOf}, ${paymentOf}, '{}'
  from suspense_items d where d.id = any(${ids}::bigint[])`

/** The deposits of a transaction of custody: one for each output that was for us. */
export async function findOutputs(
  db: Pick<Database, 'read'>,
  transaction: string,
): Promise<readonly Cause[]> {
  const found = await readRows(db.read, { id: 'text' })`
    select custody_id || ':' || output as id from coin_deposits
    where custody_id = ${transaction} limit ${most}`
  return found.map(({ id }) => ({ kind: 'coin-deposit', id }))
}

/** A message to a user, an alert to operators or a report to the regulator. */
export async function findNotices(db: Pick<Database, 'read'>, keys: readonly NoticeKeys[]) {
  const messages = keys.flatMap((one) => one.messages)
  const alerts = keys.flatMap((one) => one.alerts)
  const reports = keys.flatMap((one) => one.reports)
  if (messages.length + alerts.length + reports.length === 0) return []
  return readRows(db.read, {
    to: oneOfTexts('user', 'operator', 'regulator'),
    id: 'text',
    userId: 'bigint?',
    kind: 'text',
    title: 'text',
    at: 'timestamptz',
  })`
    select * from (
      select 'user' as "to", id::text as id, user_id as "userId", kind, title, created_at as at
      from user_messages where dedupe_key = any(${messages}::text[])
      union all
      select 'operator', id::text, (data ->> 'userId')::bigint, kind, subject, created_at
      from operator_alerts where dedupe_key = any(${alerts}::text[])
      union all
      select 'regulator', request_id, null, kind, status, created_at
      from reports where request_id = any(${reports}::text[])
    ) as n order by n.at limit ${most}`
}

/** The keys of the postings of an order's fills. */
export async function fillKeysOf(db: Pick<Database, 'read'>, orders: readonly string[]) {
  const found = await readRows(db.read, { key: 'text' })`
    select 'fill:' || f.pair_id || ':' || f.trade_id || ':' || f.side as key
    from orders o join fills f on f.order_id = o.id
    where o.order_no = any(${orders}::text[]) order by f.id desc limit ${most}`
  return found.map(({ key }) => key)
}
