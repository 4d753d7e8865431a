import { type RawBuilder, sql } from 'kysely'
import type { CursorRequest, Examined } from '../../base/values/cursor.ts'
import type { AssetId, PostingId, UserId } from '../../base/values/ids.ts'
import { type Money, money } from '../../base/values/money.ts'
import type { Database, Reader } from '../database/database.ts'
import { idSpanLimits } from '../database/database-limits.ts'
import { columnsOf, type RowOf, readRows } from '../database/driver/read-rows.ts'
import { type IdWindow, idsBetween } from '../database/partitions/id-windows.ts'
import type { TimeSpan } from '../database/partitions/time-span.ts'
import { type Account, accountKinds, house, houseKind } from './accounts.ts'
import { lastExaminedPosting } from './examined-moves.sql.ts'
import type { Action } from './post.rules.ts'

/** A stored posting, with the balances after each move. */
export type FoundPosting = Readonly<{
  id: PostingId
  key: string
  action: string
  at: Date
  moves: readonly FoundMove[]
}>

export type FoundMove = Readonly<{
  amount: Money
  from: Account
  to: Account
  fromAfter: Money | null
  toAfter: Money | null
}>

export type PostingFilter = Readonly<{
  user: UserId | null
  action: Action | null
  /** These postings alone; null: all. */
  keys: readonly string[] | null
}> &
  TimeSpan

/** These have an index. */
const rareActions: readonly Action[] = ['FEE', 'TAX', 'ADJUSTMENT']

/** Lists postings that match, newest first by default. A page by action may be short. */
export async function listPostings(
  db: Pick<Database, 'read'>,
  filter: PostingFilter,
  page: CursorRequest,
): Promise<Examined<FoundPosting>> {
  const { since, until } = await idsBetween(db.read, { table: 'postings', time: 'at' }, filter)
  const [after] = page.cursor ?? []
  const isNewest = page.sort === 'desc'
  const bounds = {
    since: after === undefined || isNewest ? since : Math.max(since, after + 1),
    until: after === undefined || !isNewest ? until : Math.min(until, after),
  }
  const last = await lastExamined(db.read, filter, bounds, page)
  const examined = last === null ? bounds : windowTo(last, bounds, page)
  const ids = await (filter.user === null ? listIds : listIdsOf)(db.read, filter, examined, page)
  const found = await withMoves(db, ids)
  return {
    rows: isNewest ? found : found.toReversed(),
    last: last === null ? null : [last],
  }
}

const windowTo = (last: number, bounds: IdWindow, { sort }: CursorRequest): IdWindow =>
  sort === 'desc' ? { ...bounds, since: last } : { ...bounds, until: last + 1 }

/** Returns the last posting that a page examines, or null if it examines all. */
async function lastExamined(
  db: Reader,
  { user, action, keys }: PostingFilter,
  bounds: IdWindow,
  page: CursorRequest,
): Promise<number | null> {
  if (action === null || keys !== null) return null
  if (user !== null) return lastExaminedPosting(db, { user }, bounds, page.sort)
  if (rareActions.includes(action)) return null
  const [ends] = await readRows(db, { first: 'bigint?', last: 'bigint?' })`
    select min(p.id) as first, max(p.id) as last from postings p
    where ${within(sql`p.id`, bounds)}`
  const { first, last } = ends ?? {}
  const ids = idSpanLimits.scannedIds
  if (!first || !last || last - first < ids) return null
  return page.sort === 'desc' ? last - ids : first + ids
}

const directionOf = ({ sort }: CursorRequest) => (sort === 'desc' ? sql`desc` : sql`asc`)

const within = (id: RawBuilder<unknown>, { since, until }: IdWindow) =>
  sql`${id} >= ${since} and ${id} < ${until}`

const matches = ({ action, keys }: PostingFilter) => sql`
  ${action === null ? sql`true` : sql`p.action = ${action}`}
  and ${keys === null ? sql`true` : sql`p.key = any(${keys}::text[])`}`

async function listIds(db: Reader, filter: PostingFilter, bounds: IdWindow, page: CursorRequest) {
  const found = await readRows(db, { id: 'postingId' })`
    select p.id from postings p where ${within(sql`p.id`, bounds)} and ${matches(filter)}
    order by p.id ${directionOf(page)} limit ${page.limit + 1}`
  return found.map(({ id }) => id)
}

/**
 * Lists the postings that moved a user's money. Each asset is read by its own index, so a user with
 * very many moves costs no more than one with few.
 */
async function listIdsOf(db: Reader, filter: PostingFilter, bounds: IdWindow, page: CursorRequest) {
  const posting =
    filter.action === null && filter.keys === null
      ? sql``
      : sql` join postings p on p.id = m.posting_id and ${matches(filter)}`
  const side = (user: RawBuilder<unknown>) => sql`(
    select m.posting_id from moves m${posting}
    where ${user} = ${filter.user} and m.asset_id = a.id and ${within(sql`m.posting_id`, bounds)}
    order by m.posting_id ${directionOf(page)} limit ${page.limit + 1})`
  const found = await readRows(db, { id: 'postingId' })`
    select distinct side.posting_id as id
    from assets a cross join lateral (
      ${side(sql`m.to_user`)} union all ${side(sql`m.from_user`)}
    ) as side
    order by id ${directionOf(page)} limit ${page.limit + 1}`
  return found.map(({ id }) => id)
}

/** Returns one posting with its time in microseconds, or null. */
export async function findPosting(db: Pick<Database, 'read'>, id: number) {
  const [found] = await readRows(db.read, { id: 'postingId', micros: 'bigint' })`
    select id, (extract(epoch from at) * 1000000)::bigint as micros from postings where id = ${id}`
  if (found === undefined) return null
  const [posting = null] = await withMoves(db, [found.id])
  return posting === null ? null : { ...posting, micros: found.micros }
}

const most = 1_000
const beforeMs = 2_000
const afterMs = 20_000

/** Lists the postings of transactions that started at this time, in microseconds. */
export async function listPostingsAt(db: Pick<Database, 'read'>, micros: number) {
  const atMs = Math.floor(micros / 1_000)
  const window = { from: new Date(atMs - beforeMs), to: new Date(atMs + afterMs) }
  const bounds = await idsBetween(db.read, { table: 'postings', time: 'at' }, window)
  return readRows(db.read, postingNames)`
    select p.id, p.key, p.action, p.at from postings p
    where ${within(sql`p.id`, bounds)}
      and p.at = to_timestamp(0) + ${`${micros} microseconds`}::interval
    order by p.id limit ${most}`
}

/** Lists the postings with these keys, oldest first, without their moves. */
export const listPostingsByKey = (db: Pick<Database, 'read'>, keys: readonly string[]) =>
  readRows(db.read, postingNames)`
    select p.id, p.key, p.action, p.at from postings p
    where p.key = any(${keys}::text[]) order by p.id limit ${most}`

const postingNames = columnsOf({
  id: 'postingId',
  key: 'text',
  action: 'text',
  at: 'timestamptz',
})

const postingColumns = columnsOf({
  id: 'postingId',
  key: 'text',
  action: 'text',
  at: 'timestamptz',
  assetId: 'assetId?',
  symbol: 'text',
  scale: 'smallint',
  units: 'units',
  fromKind: 'bigint',
  fromUser: 'userId?',
  fromAfter: 'units?',
  toKind: 'bigint',
  toUser: 'userId?',
  toAfter: 'units?',
})
type PostingRow = RowOf<typeof postingColumns>

async function withMoves(
  db: Pick<Database, 'read'>,
  ids: readonly PostingId[],
): Promise<readonly FoundPosting[]> {
  if (ids.length === 0) return []
  const rows = await readRows(db.read, postingColumns)`
    select p.id, p.key, p.action, p.at, m.asset_id as "assetId", a.symbol, a.scale, m.units,
      m.from_kind as "fromKind", m.from_user as "fromUser", m.from_after as "fromAfter",
      m.to_kind as "toKind", m.to_user as "toUser", m.to_after as "toAfter"
    from postings p left join moves m on m.posting_id = p.id
    left join assets a on a.id = m.asset_id
    where p.id = any(${ids}) order by p.id desc, m.line`
  const postings = new Map<number, Omit<FoundPosting, 'moves'> & { moves: FoundMove[] }>()
  for (const row of rows) {
    const { id, key, action, at } = row
    const posting = postings.get(id) ?? { id, key, action, at, moves: [] }
    postings.set(id, posting)
    if (row.assetId !== null) posting.moves.push(moveOf(row, row.assetId))
  }
  return [...postings.values()]
}

function moveOf(row: PostingRow, id: AssetId): FoundMove {
  const asset = { id, symbol: row.symbol, scale: row.scale }
  const left = (units: bigint | null) => (units === null ? null : money(asset, units))
  return {
    amount: money(asset, row.units),
    from: accountOf(row.fromKind, row.fromUser),
    to: accountOf(row.toKind, row.toUser),
    fromAfter: left(row.fromAfter),
    toAfter: left(row.toAfter),
  }
}

function accountOf(kind: number, user: UserId | null): Account {
  if (user === null) return house(houseKind(kind))
  return { kind: kind === accountKinds.locked ? 'locked' : 'available', user }
}
