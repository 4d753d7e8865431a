import { sql } from 'kysely'
import { type UserId, userId } from '../base/ids.ts'
import { type Money, money } from '../base/money.ts'
import type { Database } from '../database/database.ts'
import { type Account, accountKinds, house, houseKinds } from './accounts.ts'

/** A stored posting, with the balances after each move. */
export type FoundPosting = Readonly<{
  id: number
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

type PostingPage = Readonly<{ limit: number; offset: number }>

export async function findPosting(
  db: Pick<Database, 'read'>,
  key: string,
): Promise<FoundPosting | null> {
  const found = await sql<{ id: number }>`select id from postings where key = ${key}`.execute(
    db.read,
  )
  const [posting = null] = await withMoves(
    db,
    found.rows.map(({ id }) => id),
  )
  return posting
}

/**
 * Lists the postings that moved a user's money, newest first. Each asset is read by its own index,
 * so a user with very many moves costs no more than one with few.
 */
export async function listPostingsOf(
  db: Pick<Database, 'read'>,
  user: UserId,
  { limit, offset }: PostingPage,
): Promise<readonly FoundPosting[]> {
  const most = limit + offset
  const found = await sql<{ id: number }>`
    select distinct side.posting_id as id
    from assets a cross join lateral (
      (select posting_id from moves where to_user = ${user} and asset_id = a.id
       order by posting_id desc limit ${most})
      union all
      (select posting_id from moves where from_user = ${user} and asset_id = a.id
       order by posting_id desc limit ${most})
    ) as side
    order by id desc limit ${limit} offset ${offset}`.execute(db.read)
  return withMoves(
    db,
    found.rows.map(({ id }) => id),
  )
}

/** Lists all postings, newest first. */
export async function listPostings(
  db: Pick<Database, 'read'>,
  { limit, offset }: PostingPage,
): Promise<readonly FoundPosting[]> {
  const found = await sql<{ id: number }>`
    select id from postings order by id desc limit ${limit} offset ${offset}`.execute(db.read)
  return withMoves(
    db,
    found.rows.map(({ id }) => id),
  )
}

type PostingRow = Readonly<{
  id: number
  key: string
  action: string
  at: Date
  assetId: number | null
  symbol: string
  scale: number
  units: string
  fromKind: number
  fromUser: number | null
  fromAfter: string | null
  toKind: number
  toUser: number | null
  toAfter: string | null
}>

async function withMoves(
  db: Pick<Database, 'read'>,
  ids: readonly number[],
): Promise<readonly FoundPosting[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<PostingRow>`
    select p.id, p.key, p.action, p.at, m.asset_id as "assetId", a.symbol, a.scale, m.units,
      m.from_kind as "fromKind", m.from_user as "fromUser", m.from_after as "fromAfter",
      m.to_kind as "toKind", m.to_user as "toUser", m.to_after as "toAfter"
    from postings p left join moves m on m.posting_id = p.id
    left join assets a on a.id = m.asset_id
    where p.id = any(${ids}) order by p.id desc, m.line`.execute(db.read)
  const postings = new Map<number, Omit<FoundPosting, 'moves'> & { moves: FoundMove[] }>()
  for (const row of rows) {
    const { id, key, action, at } = row
    const posting = postings.get(id) ?? { id, key, action, at, moves: [] }
    postings.set(id, posting)
    if (row.assetId !== null) posting.moves.push(moveOf(row, row.assetId))
  }
  return [...postings.values()]
}

function moveOf(row: PostingRow, id: number): FoundMove {
  const asset = { id, symbol: row.symbol, scale: row.scale }
  const left = (units: string | null) => (units === null ? null : money(asset, BigInt(units)))
  return {
    amount: money(asset, BigInt(row.units)),
    from: accountOf(row.fromKind, row.fromUser),
    to: accountOf(row.toKind, row.toUser),
    fromAfter: left(row.fromAfter),
    toAfter: left(row.toAfter),
  }
}

function accountOf(kind: number, user: number | null): Account {
  if (user !== null) {
    return { kind: kind === accountKinds.locked ? 'locked' : 'available', user: userId(user) }
  }
  const known = houseKinds.find((one) => accountKinds[one] === kind)
  if (known === undefined) throw new RangeError(`no house account has the number ${kind}`)
  return house(known)
}
