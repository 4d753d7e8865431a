import { sql } from 'kysely'
import type { UserId } from '../base/ids.ts'
import type { Database } from '../database/database.ts'
import { accountKinds } from './accounts.ts'
import type { Action } from './post.rules.ts'

/** One move as its owner reads it: what it did to one side of one asset. */
export type Entry = Readonly<{
  postingId: number
  line: number
  at: Date
  action: Action
  assetId: number
  account: 'available' | 'locked'
  /** Signed: what came in is positive. */
  units: bigint
  balanceAfter: bigint
}>

export type StatementFilter = Readonly<{
  assetId?: number | undefined
  action?: Action | undefined
}>

type NullableFilter = Readonly<{
  assetId?: number | null | undefined
  action?: Action | null | undefined
}>

const entriesOf = (user: UserId, { assetId = null, action = null }: NullableFilter) => sql`
  select e.posting_id as "postingId", e.line, p.at, p.action, e.asset_id as "assetId",
         e.kind, e.units, e.after as "balanceAfter"
  from (
    select posting_id, line, asset_id, to_kind as kind, units, to_after as after from moves
    where to_user = ${user} and (${assetId}::smallint is null or asset_id = ${assetId})
    union all
    select posting_id, line, asset_id, from_kind, -units, from_after from moves
    where from_user = ${user} and (${assetId}::smallint is null or asset_id = ${assetId})
  ) as e join postings p on p.id = e.posting_id
  where ${action}::text is null or p.action = ${action}`

/** The statement of a user's accounts, newest first unless told otherwise. */
export async function readStatement(
  db: Pick<Database, 'read'>,
  user: UserId,
  filter: StatementFilter,
  page: Readonly<{ limit: number; offset: number; oldestFirst: boolean }>,
): Promise<readonly Entry[]> {
  const direction = page.oldestFirst ? sql`asc` : sql`desc`
  const found = await sql<{
    postingId: number
    line: number
    at: Date
    action: Action
    assetId: number
    kind: number
    units: string
    balanceAfter: string
  }>`
    ${entriesOf(user, filter)}
    order by e.posting_id ${direction}, e.line ${direction}, e.kind ${direction}
    limit ${page.limit} offset ${page.offset}`.execute(db.read)
  return found.rows.map(({ kind, units, balanceAfter, ...entry }) => ({
    ...entry,
    account: kind === accountKinds.locked ? 'locked' : 'available',
    units: BigInt(units),
    balanceAfter: BigInt(balanceAfter),
  }))
}

/** How many entries a statement has. */
export async function countStatement(
  db: Pick<Database, 'read'>,
  user: UserId,
  filter: StatementFilter,
): Promise<number> {
  const found = await sql<{ entries: number }>`
    select count(*) as entries from (${entriesOf(user, filter)}) as counted`.execute(db.read)
  return found.rows[0]?.entries ?? 0
}
