import { sql } from 'kysely'
import { type UserId, userId } from '../../../base/ids.ts'
import type { Tx } from '../../../database/database.ts'

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

/** Looks at pairs and users: nobody closes or suspends them before it is over. */
export async function holdTrading(tx: Tx, { pairIds, users, mostOpen }: Asked): Promise<Held> {
  const { rows } = await sql<{ kind: string; id: number; state: string; openOrders: number }>`
    with pair as (
      select id, case when active then 'active' else 'closed' end as state
      from pairs where id = any(${pairIds}) order by id for share
    ), trader as (
      select id, case
        when suspended_at is not null then 'suspended'
        when identity_status = 'success' then 'fit'
        else 'unverified' end as state
      from users where id = any(${users}) order by id for share
    )
    select 'pair' as kind, id, state, 0 as "openOrders" from pair
    union all select 'user', id, state, (
      select count(*)::integer from (
        select from orders o where o.user_id = trader.id and o.status = 'CREATE' limit ${mostOpen}
      ) as open
    ) from trader`.execute(tx)
  const of = (kind: string) => rows.filter((row) => row.kind === kind)
  return {
    activePairs: new Set(of('pair').flatMap(({ id, state }) => (state === 'active' ? [id] : []))),
    traders: new Map(
      of('user').map(({ id, state, openOrders }) => [
        userId(id),
        { state: fitness(state), openOrders },
      ]),
    ),
  }
}

const fitness = (state: string) =>
  state === 'fit' || state === 'suspended' ? state : ('unverified' as const)
