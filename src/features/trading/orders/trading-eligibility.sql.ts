import { type AliasedRawBuilder, type RawBuilder, sql } from 'kysely'
import { type UserId, userId } from '../../../base/ids.ts'
import { limits } from '../../../base/limits.ts'
import type { Tx } from '../../../database/database.ts'
import { rowsOf } from '../../../database/rows.ts'

/** How a user stands who wants to trade. */
export type Trader = Readonly<{
  state: 'fit' | 'suspended' | 'unverified'
  openOrders: number
  /** The same by the numbers of their pairs. */
  openInPair: ReadonlyMap<string, number>
  placed: Placed
}>

/** What a user placed of late. */
export type Placed = Readonly<{
  inTenSeconds: number
  /** Until the oldest of those is ten seconds old. */
  restMs: number
  today: number
  /** Until the day ends in Jakarta. */
  dayRestMs: number
}>

const untraded: Counted = {
  openInPair: new Map(),
  placed: { inTenSeconds: 0, restMs: 0, today: 0, dayRestMs: 0 },
}

/** What must hold of orders' pairs and users until the transaction ends. */
export type TradingLock = Readonly<{
  activePairs: ReadonlySet<number>
  traders: ReadonlyMap<UserId, Trader>
}>

type TradingQuery = Readonly<{
  pairIds: readonly number[]
  users: readonly UserId[]
  /** More open orders of one user than this are not counted. */
  mostOpen: number
  /** More orders of one user within ten seconds than this are not counted. */
  mostInTenSeconds: number
}>

/**
 * Looks at pairs and users: nobody closes or suspends them before it is over. Orders of one user
 * wait for each other here, so that whoever comes next counts those that were taken on.
 */
export async function lockTrading(tx: Tx, asked: TradingQuery): Promise<TradingLock> {
  const traders = rowsOf(
    asked.users.map((id) => ({ id })),
    { id: 'bigint' },
    'asked',
  )
  // They run in this order, so orders are counted as they are once the users are locked.
  const [standing, counts] = await Promise.all([
    lockEligibility(tx, asked.pairIds, traders),
    countOrders(tx, traders, asked),
  ])
  const of = (kind: Standing['kind']) => standing.filter((row) => row.kind === kind)
  return {
    activePairs: new Set(of('pair').flatMap(({ id, state }) => (state === 'active' ? [id] : []))),
    traders: new Map(
      of('user').map(({ id, state }) => {
        const { openInPair, placed } = counts.get(id) ?? untraded
        const openOrders = [...openInPair.values()].reduce((sum, some) => sum + some, 0)
        return [userId(id), { state: fitness(state), openOrders, openInPair, placed }]
      }),
    ),
  }
}

/** The users by their ids, as `asked`. */
type Traders = AliasedRawBuilder<{ id: number }, 'asked'>

type Standing = Readonly<{ kind: 'pair' | 'user'; id: number; state: string }>

async function lockEligibility(
  tx: Tx,
  pairIds: TradingQuery['pairIds'],
  traders: Traders,
): Promise<readonly Standing[]> {
  const pairs = rowsOf(
    pairIds.map((id) => ({ id })),
    { id: 'smallint' },
    'asked',
  )
  const { rows } = await sql<Standing>`
    with pair as (
      select p.id, case when p.active then 'active' else 'closed' end as state
      from pairs p join ${pairs} on p.id = asked.id order by p.id for share of p
    ), trader as (
      select u.id, case
        when u.suspended_at is not null then 'suspended'
        when u.identity_status = 'success' then 'fit'
        else 'unverified' end as state
      from users u join ${traders} on u.id = asked.id order by u.id for no key update of u
    )
    select 'pair' as kind, id, state from pair
    union all select 'user', id, state from trader`.execute(tx)
  return rows
}

type Counted = Pick<Trader, 'openInPair' | 'placed'>
type CountRow = Placed & Readonly<{ id: number; open: Readonly<Record<string, number>> | null }>

/**
 * How many orders each of these users has open and placed of late, by their ids. Each order holds
 * which one of its day it is, so a day is counted by its last few orders; transactions that waited
 * for each other may have stored them out of order.
 */
async function countOrders(
  tx: Tx,
  traders: Traders,
  { mostOpen, mostInTenSeconds }: TradingQuery,
): Promise<ReadonlyMap<number, Counted>> {
  const { rows } = await sql<CountRow>`
    select asked.id, open.of_pairs as open, recent.*,
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
        order by o.created_at desc limit ${Math.max(mostInTenSeconds, limits.trading.lastOrders)}
      ) as counted
    ) as recent`.execute(tx)
  return new Map(
    rows.map(({ id, open, inTenSeconds, restMs, today, dayRestMs }) => {
      const placed = { inTenSeconds, restMs, today, dayRestMs }
      const openInPair = new Map(Object.entries(open ?? {}))
      return [id, { openInPair, placed }]
    }),
  )
}

const tenSecondsAgo = sql`statement_timestamp() - interval '10 seconds'`

/** When the day began in Jakarta. */
const today = sql`
  date_trunc('day', statement_timestamp() at time zone 'Asia/Jakarta') at time zone 'Asia/Jakarta'`

const msUntil = (time: RawBuilder<unknown>) => sql`
  coalesce(greatest(0, extract(epoch from ${time} - statement_timestamp()) * 1000), 0)::float8`

const fitness = (state: string) =>
  state === 'fit' || state === 'suspended' ? state : ('unverified' as const)
