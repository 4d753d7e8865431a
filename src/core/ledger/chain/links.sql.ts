import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx } from '../../database/database.ts'
import { readRows } from '../../database/driver/read-rows.ts'
import { microsOf } from '../../database/partitions/time-span.ts'
import { ledgerLimits } from '../ledger-limits.ts'

const lastUpto = sql`(select coalesce(max(upto), 0) from ledger_links
  where id = (select max(id) from ledger_links))`

/** Whether a posting was committed since the last link. */
export const hasUnlinked = sql<boolean>`exists (select from postings where id > ${lastUpto})`

/** Returns the newest posting id that is assigned; its transaction may not have ended. */
export async function readAssigned(db: Reader): Promise<number> {
  const [found] = await readRows(db, { id: 'bigint' })`
    select last_value as id from postings_id_seq`
  return found?.id ?? 0
}

const writing = sql`locktype = 'relation' and relation = 'postings'::regclass
  and mode = 'RowExclusiveLock' and granted
  and database = (select oid from pg_database where datname = current_database())`

/** Lists the transactions that hold the lock of an insert into `postings`: each takes it first. */
export async function listWriters(db: Reader): Promise<readonly string[]> {
  const found = await readRows(db, { transaction: 'text' })`
    select virtualtransaction as transaction from pg_locks where ${writing}`
  return found.map(({ transaction }) => transaction)
}

/** Whether one of these transactions has not ended. */
export async function areWriting(db: Reader, writers: readonly string[]): Promise<boolean> {
  const [found] = await readRows(db, { any: 'boolean' })`
    select exists (select from pg_locks
      where ${writing} and virtualtransaction = any(${writers}::text[])) as "any"`
  return found?.any ?? false
}

/** How old the oldest posting without a link is, in seconds; null if there is none. */
export async function readLag(db: Reader): Promise<number | null> {
  const [found] = await readRows(db, { seconds: 'integer' })`
    select extract(epoch from statement_timestamp() - at)::integer as seconds
    from postings where id > ${lastUpto} order by id limit 1`
  return found?.seconds ?? null
}

const end = sql`chr(10)`
const plain = (column: string) => sql`coalesce(${sql.ref(column)}::text, '') || ${end}`
const counted = (column: string) =>
  sql`octet_length(${sql.ref(column)}) || ':' || ${sql.ref(column)} || ${end}`

const postingCells = [
  plain('id'),
  counted('key'),
  counted('action'),
  sql`${microsOf('at')} || ${end}`,
]
const moveCells = [
  'posting_id',
  'line',
  'asset_id',
  'from_kind',
  'from_user',
  'from_after',
  'to_kind',
  'to_user',
  'to_after',
  'units',
].map(plain)

const digest = (text: RawBuilder<unknown>) => sql`sha256(convert_to(${text}, 'UTF8'))`
const digestOfAll = (cell: RawBuilder<unknown>) =>
  digest(sql`coalesce(string_agg(${cell}, ''), '')`)

/** Digests of ordered rows: one of each column, and four bytes of one of each row. */
function digests(cells: readonly RawBuilder<unknown>[]) {
  const names = cells.map((_, at) => sql.ref(`c${at}`))
  return {
    columns: sql.join(cells.map((cell, at) => sql`${cell} as ${sql.ref(`c${at}`)}`)),
    hashes: sql.join(names.map(digestOfAll), sql` || `),
    prints: sql`coalesce(string_agg(
      substr(${digest(sql.join(names, sql` || `))}, 1, 4), ''::bytea), ''::bytea)`,
  }
}

const ofPostings = digests(postingCells)
const ofMoves = digests(moveCells)

/** What a link over these postings contains, computed from their rows. */
const contentOf = (above: RawBuilder<unknown>, upto: RawBuilder<unknown>) => sql`
  (select ${ofPostings.hashes} as posting_hashes, ${ofPostings.prints} as posting_prints
   from (select ${ofPostings.columns} from postings
     where id > ${above} and id <= ${upto} order by id) as ordered) as p
  cross join lateral (
   select ${ofMoves.hashes} as move_hashes, ${ofMoves.prints} as move_prints,
     ${digestOfAll(sql`c_tx`)} as tx_hash
   from (select ${ofMoves.columns}, tx || ${end} as c_tx from moves
     where posting_id > ${above} and posting_id <= ${upto}
     order by posting_id, line) as ordered) as m`

const hex = (bytes: RawBuilder<unknown>) => sql`encode(${bytes}, 'hex')`

/** The hash of a link, from its columns in the table or subquery `l`. */
const hashOfLink = digest(
  sql.join(
    [
      sql`'tukar-link-1'`,
      sql`l.id`,
      microsOf('l.at'),
      sql`l.above`,
      sql`l.upto`,
      hex(sql`l.posting_hashes`),
      hex(sql`l.move_hashes`),
      hex(sql`sha256(l.posting_prints)`),
      hex(sql`sha256(l.move_prints)`),
      hex(sql`l.previous`),
    ].map((part) => sql`${part} || ${end}`),
    sql` || `,
  ),
)

/** The end of the last sealed day: an older clock adds no link to a day that is sealed. */
const afterSeals = sql`(
  select (max(day) + 1)::timestamp at time zone 'Asia/Jakarta' from ledger_seals)`

/**
 * Adds a link over the next postings with ids up to `decided`, a bounded number of them. Every
 * transaction that was assigned such an id must have ended. Returns whether there were any.
 */
export async function insertLink(tx: Tx, decided: number): Promise<boolean> {
  const [range] = await readRows(tx, { above: 'bigint', upto: 'bigint?' })`
    select ${lastUpto} as above, max(id) as upto from (
      select id from postings where id > ${lastUpto} and id <= ${decided}
      order by id limit ${sql.lit(ledgerLimits.linkedPostings)}) as next`
  if (range === undefined || range.upto === null) return false
  const [above, upto] = [sql`${range.above}::bigint`, sql`${range.upto}::bigint`]
  await sql`
    insert into ledger_links (id, at, above, upto, posting_hashes, move_hashes, posting_prints,
      move_prints, tx_hash, previous, hash)
    select l.*, ${hashOfLink} from (
      select coalesce(last.id, 0) + 1 as id, greatest(now(), last.at, ${afterSeals}) as at,
        ${above} as above, ${upto} as upto,
        p.posting_hashes, m.move_hashes, p.posting_prints, m.move_prints, m.tx_hash,
        coalesce(last.hash, decode(repeat('00', 32), 'hex')) as previous
      from ${contentOf(above, upto)}
      left join (select id, at, hash from ledger_links order by id desc limit 1) as last on true
    ) as l`.execute(tx)
  return true
}

/** A link that differs from its rows, with the ids of its postings. */
export type ChangedLink = Readonly<{ link: number; above: number; upto: number }>

/** Computes these links again from their rows, and returns those that differ. */
export const listChangedLinks = (
  db: Reader,
  { from, to }: Readonly<{ from: number; to: number }>,
): Promise<readonly ChangedLink[]> =>
  readRows(db, { link: 'bigint', above: 'bigint', upto: 'bigint' })`
    select l.id as link, l.above, l.upto from ledger_links l
    cross join lateral (select * from ${contentOf(sql`l.above`, sql`l.upto`)}) as now
    left join ledger_links before on before.id = l.id - 1
    where l.id >= ${from} and l.id <= ${to} and (
      l.posting_hashes <> now.posting_hashes or l.move_hashes <> now.move_hashes
      or l.posting_prints <> now.posting_prints or l.move_prints <> now.move_prints
      or l.tx_hash <> now.tx_hash or l.hash <> ${hashOfLink}
      or l.id > 1 and l.previous is distinct from before.hash)
    order by l.id`
