import { type AliasedRawBuilder, type RawBuilder, sql } from 'kysely'
import type { PairId, UserId } from '../../../base/values/ids.ts'
import type { Tx } from '../../../core/database/database.ts'
import { columnsOf, type RowOf, readRows } from '../../../core/database/driver/read-rows.ts'
import { rowsOf } from '../../../core/database/driver/rows.ts'
import { lacksCertification } from '../../../core/users/certifications.sql.ts'
import { tradingLimits } from '../trading-limits.ts'

/** A user's eligibility to trade and use of their limits. */
export type Trader = Readonly<{
  state: 'fit' | 'suspended' | 'unverified' | 'uncertified'
  openOrders: number
  /** Open orders by pair id. */
  openInPair: ReadonlyMap<string, number>
  placed: Placed
}>

/** A user's recent orders. */
export type Placed = Readonly<{
  inTenSeconds: number
  /** Time until the oldest order of the last ten seconds is ten seconds old. */
  restMs: number
  today: number
  /** Time until the Jakarta day ends. */
  dayRestMs: number
}>

const untraded: Counted = {
  openInPair: new Map(),
  placed: { inTenSeconds: 0, restMs: 0, today: 0, dayRestMs: 0 },
}

type OpenSides = Readonly<Record<'BUY' | 'SELL', boolean>>

/** Facts of pairs and users that the locks keep until the transaction ends. */
export type TradingLock = Readonly<{
  /** The listed pairs, with the sides that may be ordered. */
  openPairs: ReadonlyMap<PairId, OpenSides>
  traders: ReadonlyMap<UserId, Trader>
}>

type TradingQuery = Readonly<{
  pairIds: readonly PairId[]
  users: readonly UserId[]
  /** Open orders of one user are counted up to this. */
  mostOpen: number
  /** Orders of one user within ten seconds are counted up to this. */
  mostInTenSeconds: number
}>

/**
 * Locks pairs and users, so that no pair or side is closed and no user suspended before the commit.
 * Orders of one user are serialized here, so each counts those accepted before it.
 */
export async function lockTrading(tx: Tx, asked: TradingQuery): Promise<TradingLock> {
  const traders = rowsOf(
    asked.users.map((id) => ({ id })),
    { id: 'userId' },
    'asked',
  )
  // The connection runs these in order, so orders are counted after the users are locked.
  const [standing, counts] = await Promise.all([
    lockEligibility(tx, asked.pairIds, traders),
    countOrders(tx, traders, asked),
  ])
  const openPairs = new Map<PairId, OpenSides>()
  const known = new Map<UserId, Trader>()
  for (const { pairId, userId, state } of standing) {
    if (pairId !== null && state !== 'closed') {
      openPairs.set(pairId, { BUY: state.includes('BUY'), SELL: state.includes('SELL') })
    }
    if (userId === null) continue
    const { openInPair, placed } = counts.get(userId) ?? untraded
    const openOrders = [...openInPair.values()].reduce((sum, some) => sum + some, 0)
    known.set(userId, { state: eligibilityOf(state), openOrders, openInPair, placed })
  }
  return { openPairs, traders: known }
}

/** The users' ids, as `asked`. */
type Traders = AliasedRawBuilder<{ id: UserId }, 'asked'>

const stateColumns = columnsOf({ pairId: 'pairId?', userId: 'userId?', state: 'text' })
type StateRow = RowOf<typeof stateColumns>

async function lockEligibility(
  tx: Tx,
  pairIds: TradingQuery['pairIds'],
  traders: Traders,
): Promise<readonly StateRow[]> {
  const pairs = rowsOf(
    pairIds.map((id) => ({ id })),
    { id: 'pairId' },
    'asked',
  )
  const rows = await readRows(tx, stateColumns)`
    with pair as (
      select p.id, case when not p.active or p.state = 'delisted' then 'closed'
        else concat_ws(' ', case when p.buys then 'BUY' end, case when p.sells then 'SELL' end)
        end as state
      from pairs p join ${pairs} on p.id = asked.id order by p.id for share of p
    ), trader as (
      select u.id, case
        when u.suspended_at is not null then 'suspended'
        when u.identity_status <> 'success' then 'unverified'
        when ${lacksCertification(sql`u.id`)} then 'uncertified'
        else 'fit' end as state
      from users u join ${traders} on u.id = asked.id order by u.id for no key update of u
    )
    select id as "pairId", null::bigint as "userId", state from pair
    union all select null, id, state from trader`
  return rows
}

type Counted = Pick<Trader, 'openInPair' | 'placed'>

/**
 * Counts these users' open and recent orders, by user id. Each order stores its position in its
 * day, so the last few orders give the day's count; several are read, since transactions that
 * waited for each other may have stored them out of order.
 */
async function countOrders(
  tx: Tx,
  traders: Traders,
  { mostOpen, mostInTenSeconds }: TradingQuery,
): Promise<ReadonlyMap<UserId, Counted>> {
  const rows = await readRows(tx, {
    id: 'userId',
    openInPair: { parse: openInPairOf },
    inTenSeconds: 'integer',
    restMs: 'float8',
    today: 'integer',
    dayRestMs: 'float8',
  })`
    select asked.id, open.of_pairs as "openInPair", recent."inTenSeconds", recent.today,
      ${msUntil(sql`recent.oldest + interval '10 seconds'`)} as "restMs",
      ${msUntil(sql`${today} + interval '1 day'`)} as "dayRestMs"
    from ${traders}
    cross join lateral (
      select jsonb_object_agg(pair_id, orders) as of_pairs from (
        select pair_id, count(*) as orders from (
          select o.pair_id from orders o where o.user_id = asked.id and o.status = 'CREATE'
          limit ${mostOpen}
        ) as counted group by pair_id
      ) as pairs
    ) as open
    cross join lateral (
      select count(*) filter (where created_at > ${tenSecondsAgo})::integer as "inTenSeconds",
        min(created_at) filter (where created_at > ${tenSecondsAgo}) as oldest,
        coalesce(max(day_count) filter (where created_at >= ${today}), 0) as today
      from (
        select o.created_at, o.day_count from orders o
        where o.user_id = asked.id and o.created_at > least(${today}, ${tenSecondsAgo})
        order by o.created_at desc limit ${Math.max(mostInTenSeconds, tradingLimits.lastOrders)}
      ) as counted
    ) as recent`
  return new Map(rows.map(({ id, openInPair, ...placed }) => [id, { openInPair, placed }]))
}

/** Reads open orders by pair id; null if there are none. */
function openInPairOf(counts: unknown): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  for (const [pair, orders] of Object.entries(counts ?? {})) {
    if (typeof orders !== 'number') throw new TypeError(`${orders} is not a count of orders`)
    found.set(pair, orders)
  }
  return found
}

const tenSecondsAgo = sql`statement_timestamp() - interval '10 seconds'`

/** The start of the Jakarta day; as a subquery it is calculated once, not for each order. */
const today = sql`(select
  date_trunc('day', statement_timestamp() at time zone 'Asia/Jakarta') at time zone 'Asia/Jakarta')`

const msUntil = (time: RawBuilder<unknown>) => sql`
  coalesce(greatest(0, extract(epoch from ${time} - statement_timestamp()) * 1000), 0)::float8`

function eligibilityOf(state: string): Trader['state'] {
  const known = (['fit', 'suspended', 'uncertified'] as const).find((one) => one === state)
  return known ?? 'unverified'
}
