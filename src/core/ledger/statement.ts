import { type RawBuilder, sql } from 'kysely'
import type { CursorRequest, Examined } from '../../base/values/cursor.ts'
import type { AssetId, PostingId, UserId } from '../../base/values/ids.ts'
import { listLimits } from '../../base/values/list-limits.ts'
import type { Database, Reader } from '../database/database.ts'
import { oneOfTexts, readRows } from '../database/driver/read-rows.ts'
import { type IdWindow, idsBetween } from '../database/partitions/id-windows.ts'
import type { TimeSpan } from '../database/partitions/time-span.ts'
import { type Account, accountKind, accountKinds } from './accounts.ts'
import { lastExaminedPosting } from './examined-moves.sql.ts'
import { moveRanges, readEnd } from './moves.sql.ts'
import { type Action, actions } from './post.rules.ts'

/** One side of one move, as shown to the account's owner. */
export type Entry = Readonly<{
  postingId: PostingId
  line: number
  at: Date
  key: string
  action: Action
  assetId: AssetId
  account: 'available' | 'locked'
  /** Where it came from or went to. */
  other: Account['kind']
  /** Signed: positive is incoming. */
  units: bigint
  balanceAfter: bigint
}>

export type StatementFilter = Readonly<{
  assetId?: AssetId | undefined
  action?: Action | undefined
  /** Leaves out what only freezes money or releases it. */
  withoutHolds?: boolean | undefined
}>

type StatementPage = Readonly<{ limit: number; offset: number; oldestFirst: boolean }>
type Condition = RawBuilder<unknown>

/** The posting ids that a page is looked for in, both included. */
type Window = Readonly<{ since: number; newest: number }>

const nothing = sql``

/**
 * Selects the moves of one side, asset by asset: the index orders postings only within an asset, so
 * a page costs what it shows, not the whole history. The window prunes partitions. Owner and asset
 * are conditions on a range and part of the order, not equalities: with equalities the planner
 * scans all moves by posting if it believes that most of them are this owner's. A posting's lines
 * stay together.
 */
function sideOf(
  side: 'from' | 'to',
  user: UserId,
  filter: StatementFilter,
  { limit, offset, oldestFirst }: StatementPage,
  { since, newest }: Window,
): Condition {
  const [kind, owner, after] = ['kind', 'user', 'after'].map((name) => sql.ref(`${side}_${name}`))
  const [units, other] = side === 'to' ? [sql`units`, sql`from_kind`] : [sql`-units`, sql`to_kind`]
  const direction = directionOf(oldestFirst)
  return sql`
    (select posting_id, line, asset_id, ${kind} as kind, ${units} as units, ${after} as after,
       ${other} as other
     from moves m${ofAction(filter)}
     where (${owner}, asset_id, posting_id) >= (${user}::bigint, a.id, ${since}::bigint)
       and (${owner}, asset_id, posting_id) <= (${user}::bigint, a.id, ${newest}::bigint)
       and posting_id between ${since}::bigint and ${newest}::bigint
       and ${owner} is not null
     order by ${owner} ${direction}, asset_id ${direction}, posting_id ${direction}
     fetch first (${offset + limit}::integer) rows with ties)`
}

/** Leaves the moves `m` of postings with the wanted actions. */
function ofAction({ action, withoutHolds = false }: StatementFilter): Condition {
  const wanted = actions.filter(
    (one) =>
      (action === undefined || one === action) &&
      !(withoutHolds && (one === 'HOLD' || one === 'RELEASE')),
  )
  return wanted.length === actions.length
    ? nothing
    : sql` join postings p on p.id = m.posting_id and p.action = any(${wanted})`
}

const directionOf = (oldestFirst: boolean): Condition => (oldestFirst ? sql`asc` : sql`desc`)

const ofAsset = ({ assetId }: StatementFilter): Condition =>
  assetId === undefined ? sql`true` : sql`a.id = ${assetId}`

/**
 * Reads the statement of a user's accounts, newest first by default. The newest page is looked for
 * in the newest partitions first, so the number of older ones costs it nothing.
 */
export async function readStatement(
  db: Pick<Database, 'read'>,
  user: UserId,
  filter: StatementFilter,
  page: StatementPage,
): Promise<readonly Entry[]> {
  const { id: newest } = await readEnd(db.read)
  for (let ranges = 1; ; ranges *= 4) {
    const from = newest - ranges * moveRanges.idsPerRange
    const window = { since: page.oldestFirst ? 0 : Math.max(0, from), newest }
    const entries = await readWindow(db, user, page, window, { filter, most: page.limit })
    if (entries.length === page.limit || window.since === 0) return entries
  }
}

/** The rest of a query for entries: a further condition, and how many are returned. */
type Rest = Readonly<{ filter: StatementFilter; after?: Condition; most: number }>

async function readWindow(
  db: Pick<Database, 'read'>,
  user: UserId,
  page: StatementPage,
  window: Window,
  { filter, after = sql`true`, most }: Rest,
): Promise<readonly Entry[]> {
  const direction = directionOf(page.oldestFirst)
  const order = sql`e.posting_id ${direction}, e.line ${direction}, e.kind ${direction}`
  const found = await readRows(db.read, {
    postingId: 'postingId',
    line: 'bigint',
    at: 'timestamptz',
    key: 'text',
    action: oneOfTexts(...actions),
    assetId: 'assetId',
    kind: 'integer',
    other: 'integer',
    units: 'units',
    balanceAfter: 'units',
  })`
    select e.posting_id as "postingId", e.line, p.at, p.key, p.action, e.asset_id as "assetId",
           e.kind, e.other, e.units, e.after as "balanceAfter"
    from (
      select e.*
      from (select asset_id as id from balances where user_id = ${user}) as a cross join lateral (
        ${sideOf('to', user, filter, page, window)}
        union all
        ${sideOf('from', user, filter, page, window)}
      ) as e where ${ofAsset(filter)} and ${after}
      order by ${order}
      limit ${most} offset ${page.offset}
    ) as e join postings p on p.id = e.posting_id
    order by ${order}`
  return found.map(({ kind, other, ...entry }) => ({
    ...entry,
    other: accountKind(other),
    account: kind === accountKinds.locked ? 'locked' : 'available',
  }))
}

/** More entries than one posting makes in a user's accounts of one asset. */
const entriesOfPosting = 16

type BalanceFilter = Readonly<{
  user: UserId
  assetId: AssetId
  action?: Action | undefined
}> &
  TimeSpan

/** Greater than each line and account of a posting. */
const beyondLines = 32_767

/** Reads a page of the statement of one balance; the cursor is a posting, a line and an account. */
export async function readBalanceStatement(
  db: Pick<Database, 'read'>,
  { user, assetId, action, ...span }: BalanceFilter,
  { limit, cursor, sort }: CursorRequest,
): Promise<Examined<Entry>> {
  const { id: newest } = await readEnd(db.read)
  const times = await idsBetween(db.read, { table: 'postings', time: 'at' }, span)
  const [posting = null, line = 0, kind = 0] = cursor ?? []
  const oldestFirst = sort === 'asc'
  const window = {
    since: oldestFirst && posting !== null ? Math.max(times.since, posting) : times.since,
    newest: Math.min(newest, times.until - 1, oldestFirst ? newest : (posting ?? newest)),
  }
  const { since } = window
  const until = window.newest + 1
  const last =
    action === undefined
      ? null
      : await lastExaminedPosting(db.read, { user, assetId }, { since, until }, sort)
  const examined =
    last === null ? window : { ...window, ...(oldestFirst ? { newest: last } : { since: last }) }
  const after =
    posting === null
      ? sql`true`
      : sql`(e.posting_id, e.line, e.kind) ${oldestFirst ? sql`>` : sql`<`}
          (${posting}::bigint, ${line}::bigint, ${kind}::bigint)`
  const page = { limit: limit + 1 + entriesOfPosting, offset: 0, oldestFirst }
  const rest = { filter: { assetId, action }, after, most: limit + 1 }
  return {
    rows: await readWindow(db, user, page, examined, rest),
    last: last === null ? null : oldestFirst ? [last, beyondLines, beyondLines] : [last, 0, 0],
  }
}

/** Counts a statement's entries, up to the limit of counted list items. */
export async function countStatement(
  db: Pick<Database, 'read'>,
  user: UserId,
  filter: StatementFilter,
): Promise<number> {
  const { assetId } = filter
  const inAsset = assetId === undefined ? nothing : sql` and m.asset_id = ${assetId}`
  const found = await readRows(db.read, { entries: 'integer' })`
    select count(*) as entries from (
      select from moves m${ofAction(filter)} where m.to_user = ${user}${inAsset}
      union all
      select from moves m${ofAction(filter)} where m.from_user = ${user}${inAsset}
      limit ${listLimits.countedItems}
    ) as counted`
  return found[0]?.entries ?? 0
}

/** Counts the entries of a user between posting ids, up to a bound. */
export async function countEntries(
  db: Reader,
  user: UserId,
  { since, until }: IdWindow,
  most: number,
): Promise<number> {
  const side = (owner: string) => sql`
    select from moves m where ${sql.ref(owner)} = ${user} and m.asset_id = a.id
      and m.posting_id >= ${since} and m.posting_id < ${until}`
  const [found] = await readRows(db, { entries: 'integer' })`
    select count(*) as entries from (
      select from (select asset_id as id from balances where user_id = ${user}) as a
      cross join lateral (${side('m.to_user')} union all ${side('m.from_user')}) as m
      limit ${most}
    ) as counted`
  return found?.entries ?? 0
}
