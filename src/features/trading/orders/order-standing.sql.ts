import { sql } from 'kysely'
import { type UserId, userId } from '../../../base/ids.ts'
import type { Database, Tx } from '../../../database/database.ts'
import { grouped } from '../../../database/grouped.ts'
import { rowsOf } from '../../../database/rows.ts'
import { findPrices, type Price } from '../../../reference/prices.sql.ts'

/** How a user stands who wants to trade, and the market. */
export type Standing = Readonly<{
  identityStatus: string
  /** Units of the asset that the order is paid with. */
  available: bigint
  openOrders: number
  /** The last price of the pair, however old. */
  price: Price | null
}>

type Asked = Readonly<{ user: UserId; assetId: number; txPair: string; mostOpen: number }>

type Row = Readonly<{
  at: number
  identityStatus: string
  available: string
  openOrders: number
}>

/** What counts is looked at again, under locks, where it could change meanwhile. */
export const readStanding = grouped(
  async ({ db }: Readonly<{ db: Database }>, group: readonly Asked[]): Promise<Standing[]> => {
    const asked = rowsOf(
      group.map(({ user, assetId, mostOpen }, at) => ({ user, assetId, mostOpen, at })),
      { at: 'integer', user: 'bigint', assetId: 'smallint', mostOpen: 'integer' },
      't',
    )
    const names = [...new Set(group.map(({ txPair }) => txPair))]
    const [{ rows }, prices] = await Promise.all([
      sql<Row>`
        select t.at, u.identity_status as "identityStatus", coalesce(b.available, 0) as available,
          (select count(*) from (
            select from orders o where o.user_id = u.id and o.status = 'CREATE' limit t."mostOpen"
          ) as open)::integer as "openOrders"
        from ${asked} join users u on u.id = t."user"
        left join balances b on b.user_id = u.id and b.asset_id = t."assetId"`.execute(db.read),
      findPrices(db.read, names),
    ])
    const standings = new Map(rows.map(({ at, ...row }) => [at, row]))
    return group.map(({ user, txPair }, at) => {
      const found = standings.get(at)
      if (found === undefined) throw new Error(`there is no user ${user}`)
      const price = prices.get(txPair) ?? null
      return { ...found, available: BigInt(found.available), price }
    })
  },
  { lanes: 1 },
)

/** What must hold of an order's pair and user until the transaction ends. */
export type Held = Readonly<{
  activePairs: ReadonlySet<number>
  users: ReadonlyMap<UserId, 'fit' | 'suspended' | 'unverified'>
}>

/** Looks at pairs and users once more: nobody closes or suspends them before it is over. */
export async function holdTrading(
  tx: Tx,
  pairIds: readonly number[],
  users: readonly UserId[],
): Promise<Held> {
  const { rows } = await sql<{ kind: string; id: number; state: string }>`
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
    select 'pair' as kind, id, state from pair
    union all select 'user', id, state from trader`.execute(tx)
  const of = (kind: string) => rows.filter((row) => row.kind === kind)
  return {
    activePairs: new Set(of('pair').flatMap(({ id, state }) => (state === 'active' ? [id] : []))),
    users: new Map(of('user').map(({ id, state }) => [userId(id), fitness(state)])),
  }
}

const fitness = (state: string) =>
  state === 'fit' || state === 'suspended' ? state : ('unverified' as const)
