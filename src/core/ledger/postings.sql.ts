import { sql } from 'kysely'
import { acknowledgeOnCommit, sendSql, type Tx } from '../database/database.ts'
import { readRows } from '../database/driver/read-rows.ts'
import { rowsOf } from '../database/driver/rows.ts'
import { postingTime } from './balances-at/closed-time.sql.ts'
import type { Line, Posting, StoredMove } from './post.rules.ts'

/** Waits until no other transaction is posting under one of these keys. */
export async function lockKeys(tx: Tx, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await sql`
    select pg_advisory_xact_lock(hashtextextended(key, 0))
    from (select key from unnest(${keys}::text[]) as k(key) order by key) as ordered`.execute(tx)
}

/** Returns the moves of those keys that were posted before; a posting may have no moves. */
export async function findPostedMoves(
  tx: Tx,
  keys: readonly string[],
): Promise<ReadonlyMap<string, readonly StoredMove[]>> {
  if (keys.length === 0) return new Map()
  const found = await readRows(tx, {
    key: 'text',
    assetId: 'assetId?',
    fromKind: 'smallint?',
    fromUser: 'userId?',
    toKind: 'smallint?',
    toUser: 'userId?',
    units: 'units?',
  })`
    select p.key, m.asset_id as "assetId", m.from_kind as "fromKind", m.from_user as "fromUser",
      m.to_kind as "toKind", m.to_user as "toUser", m.units
    from postings p left join moves m on m.posting_id = p.id
    where p.key = any(${keys}) order by m.posting_id, m.line`
  const moves = new Map<string, StoredMove[]>()
  for (const { key, assetId, fromKind, fromUser, toKind, toUser, units } of found) {
    const stored = moves.get(key) ?? []
    moves.set(key, stored)
    if (assetId === null || fromKind === null || toKind === null || units === null) continue
    stored.push({ assetId, fromKind, fromUser, toKind, toUser, units })
  }
  return moves
}

export async function listUnposted(tx: Tx, keys: readonly string[]): Promise<readonly string[]> {
  const rows = await readRows(tx, { key: 'text' })`
    select key from unnest(${keys}::text[]) as wanted(key)
    where not exists (select from postings where postings.key = wanted.key)`
  return rows.map(({ key }) => key)
}

/** The time of a posting, which is that of all postings of its statement. */
export const postedAt = (key: string) => sql<Date>`(select at from postings where key = ${key})`

/** Inserts postings and their moves in one statement, so that neither exists without the other. */
export function insertPostings(tx: Tx, postings: readonly Posting[], lines: readonly Line[]): void {
  if (postings.length === 0) return
  acknowledgeOnCommit(
    tx,
    postings.map(({ key }) => key),
  )
  const facts = rowsOf(
    postings.map(({ key, action }, at) => ({ key, action, at })),
    { key: 'text', action: 'text', at: 'integer' },
  )
  const placeOf = new Map(postings.map(({ key }, at) => [key, at]))
  const moves = rowsOf(
    lines.map((line) => ({ ...line, at: placeOf.get(line.key) ?? null })),
    {
      at: 'integer',
      line: 'smallint',
      assetId: 'assetId',
      fromKind: 'smallint',
      fromUser: 'bigint',
      fromAfter: 'numeric',
      toKind: 'smallint',
      toUser: 'bigint',
      toAfter: 'numeric',
      units: 'numeric',
    },
  )
  // Ids are assigned in insertion order, so the first posting has the lowest id.
  sendSql(tx)`
    with fact as (
      insert into postings (key, action, at) select t.key, t.action, ${postingTime}
      from ${facts} order by t.at returning id
    ), made as materialized (
      select array_agg(id order by id) as ids, pg_current_xact_id()::text::bigint as tx from fact
    )
    insert into moves (posting_id, line, asset_id, from_kind, from_user, from_after,
                       to_kind, to_user, to_after, units, tx)
    select made.ids[t.at + 1], t.line, t."assetId", t."fromKind", t."fromUser", t."fromAfter",
           t."toKind", t."toUser", t."toAfter", t.units, made.tx
    from ${moves} cross join made`
}
