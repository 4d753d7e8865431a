import { type RawBuilder, sql } from 'kysely'
import type { UserId } from '../base/ids.ts'
import { limits } from '../base/limits.ts'
import type { Database } from '../database/database.ts'
import { accountKinds } from './accounts.ts'
import type { Action } from './post.rules.ts'

/** One side of one move, as shown to the account's owner. */
export type Entry = Readonly<{
  postingId: number
  line: number
  at: Date
  action: Action
  assetId: number
  account: 'available' | 'locked'
  /** Signed: positive is incoming. */
  units: bigint
  balanceAfter: bigint
}>

export type StatementFilter = Readonly<{
  assetId?: number | undefined
  action?: Action | undefined
}>

type StatementPage = Readonly<{ limit: number; offset: number; oldestFirst: boolean }>
type Condition = RawBuilder<unknown>

const nothing = sql``
const lastPosting = 2n ** 63n - 1n

/**
 * Selects the moves of one side, asset by asset: the index orders postings only within an asset, so
 * a page costs what it shows, not the whole history. Owner and asset are a range and part of the
 * order instead of equalities: otherwise the planner, if it believes that most moves are this
 * owner's, scans all moves by posting alone. A posting's lines stay together.
 */
function sideOf(
  side: 'from' | 'to',
  user: UserId,
  { action }: StatementFilter,
  { limit, offset, oldestFirst }: StatementPage,
): Condition {
  const [kind, owner, after] = ['kind', 'user', 'after'].map((name) => sql.ref(`${side}_${name}`))
  const units = side === 'to' ? sql`units` : sql`-units`
  const direction = directionOf(oldestFirst)
  const ofAction = action === undefined ? nothing : sql` and p.action = ${action}`
  return sql`
    (select posting_id, line, asset_id, ${kind} as kind, ${units} as units, ${after} as after,
            p.at, p.action
     from moves m join postings p on p.id = m.posting_id
     where (${owner}, asset_id, posting_id) >= (${user}::bigint, a.id, 0::bigint)
       and (${owner}, asset_id, posting_id) <= (${user}::bigint, a.id, ${lastPosting}::bigint)
       and ${owner} is not null${ofAction}
     order by ${owner} ${direction}, asset_id ${direction}, posting_id ${direction}
     fetch first (${offset + limit}::integer) rows with ties)`
}

const directionOf = (oldestFirst: boolean): Condition => (oldestFirst ? sql`asc` : sql`desc`)

const ofAsset = ({ assetId }: StatementFilter): Condition =>
  assetId === undefined ? nothing : sql` where a.id = ${assetId}`

/** Reads the statement of a user's accounts, newest first by default. */
export async function readStatement(
  db: Pick<Database, 'read'>,
  user: UserId,
  filter: StatementFilter,
  page: StatementPage,
): Promise<readonly Entry[]> {
  const direction = directionOf(page.oldestFirst)
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
    select e.posting_id as "postingId", e.line, e.at, e.action, e.asset_id as "assetId",
           e.kind, e.units, e.after as "balanceAfter"
    from assets a cross join lateral (
      ${sideOf('to', user, filter, page)}
      union all
      ${sideOf('from', user, filter, page)}
    ) as e${ofAsset(filter)}
    order by e.posting_id ${direction}, e.line ${direction}, e.kind ${direction}
    limit ${page.limit} offset ${page.offset}`.execute(db.read)
  return found.rows.map(({ kind, units, balanceAfter, ...entry }) => ({
    ...entry,
    account: kind === accountKinds.locked ? 'locked' : 'available',
    units: BigInt(units),
    balanceAfter: BigInt(balanceAfter),
  }))
}

/** Counts a statement's entries, up to the limit of counted list items. */
export async function countStatement(
  db: Pick<Database, 'read'>,
  user: UserId,
  { assetId, action }: StatementFilter,
): Promise<number> {
  const inAsset = assetId === undefined ? nothing : sql` and m.asset_id = ${assetId}`
  const ofAction =
    action === undefined
      ? nothing
      : sql` join postings p on p.id = m.posting_id and p.action = ${action}`
  const found = await sql<{ entries: number }>`
    select count(*) as entries from (
      select from moves m${ofAction} where m.to_user = ${user}${inAsset}
      union all
      select from moves m${ofAction} where m.from_user = ${user}${inAsset}
      limit ${limits.lists.countedItems}
    ) as counted`.execute(db.read)
  return found.rows[0]?.entries ?? 0
}
