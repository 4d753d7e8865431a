import { type AliasedRawBuilder, sql } from 'kysely'
import { type UserId, userId } from '../../../base/ids.ts'
import type { Tx } from '../../../database/database.ts'
import { rowsOf } from '../../../database/rows.ts'

/** How a user stands who wants to trade. */
export type Trader = Readonly<{
  state: 'fit' | 'suspended' | 'unverified'
  openOrders: number
}>

/** What must hold of orders' pairs and users until the transaction ends. */
export type Held = Readonly<{
  activePairs: ReadonlySet<number>
  traders: ReadonlyMap<UserId, Trader>
}>

type Asked = Readonly<{
  pairIds: readonly number[]
  users: readonly UserId[]
  /** More open orders of one user than this are not counted. */
  mostOpen: number
}>

/**
 * Looks at pairs and users: nobody closes or suspends them before it is over. Orders of one user
 * wait for each other here, so that whoever comes next counts those that were taken on.
 */
export async function holdTrading(tx: Tx, asked: Asked): Promise<Held> {
  const traders = rowsOf(
    asked.users.map((id) => ({ id })),
    { id: 'bigint' },
    'asked',
  )
  // They run in this order, so orders are counted as they are once the users are locked.
  const [standing, open] = await Promise.all([
    lockStanding(tx, asked.pairIds, traders),
    countOpen(tx, traders, asked.mostOpen),
  ])
  const of = (kind: Standing['kind']) => standing.filter((row) => row.kind === kind)
  return {
    activePairs: new Set(of('pair').flatMap(({ id, state }) => (state === 'active' ? [id] : []))),
    traders: new Map(
      of('user').map(({ id, state }) => [
        userId(id),
        { state: fitness(state), openOrders: open.get(id) ?? 0 },
      ]),
    ),
  }
}

/** The users by their ids, as `asked`. */
type Traders = AliasedRawBuilder<{ id: number }, 'asked'>

type Standing = Readonly<{ kind: 'pair' | 'user'; id: number; state: string }>

async function lockStanding(
  tx: Tx,
  pairIds: Asked['pairIds'],
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

/** How many orders each of these users has open, by their ids. */
async function countOpen(
  tx: Tx,
  traders: Traders,
  mostOpen: number,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; openOrders: number }>`
    select asked.id, (
      select count(*)::integer from (
        select from orders o where o.user_id = asked.id and o.status = 'CREATE' limit ${mostOpen}
      ) as open
    ) as "openOrders" from ${traders}`.execute(tx)
  return new Map(rows.map(({ id, openOrders }) => [id, openOrders]))
}

const fitness = (state: string) =>
  state === 'fit' || state === 'suspended' ? state : ('unverified' as const)
