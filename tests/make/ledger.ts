import { sql } from 'kysely'
import { assetId, type UserId } from '../../src/base/values/ids.ts'
import { type Asset, idr, money } from '../../src/base/values/money.ts'
import type { Database } from '../../src/core/database/database.ts'
import { extendRanges } from '../../src/core/database/partitions/ranges.ts'
import { type Account, available, house } from '../../src/core/ledger/accounts.ts'
import { readBalances } from '../../src/core/ledger/balances.sql.ts'
import { addCheckpoints } from '../../src/core/ledger/balances-at/add-checkpoints.ts'
import { closeTimes, readClosedTime } from '../../src/core/ledger/balances-at/closed-time.sql.ts'
import { rollUpHouse } from '../../src/core/ledger/house.ts'
import { moveRanges } from '../../src/core/ledger/moves.sql.ts'
import type { Balance, Move, Posting } from '../../src/core/ledger/post.rules.ts'
import { type Posted, postAll } from '../../src/core/ledger/post.ts'
import { insertUser } from '../../src/core/users/users.sql.ts'
import { eventually } from '../harness.ts'

export const btc: Asset = { id: assetId(3), symbol: 'BTC', scale: 8 }

let made = 0

/** Inserts a user who has never signed in, which suffices for the ledger. */
export async function makeUser(db: Database, language = 'en'): Promise<UserId> {
  made += 1
  const email = `owner-${process.pid}-${made}@tukar.test`
  const user = { email, passwordHash: '', passwordLeaked: false, language, currency: 'IDR' }
  const id = await db.inTransaction((tx) => insertUser(tx, user))
  if (id === null) throw new Error(`${email} was made before`)
  return id
}

export async function makeProvenUser(db: Database): Promise<UserId> {
  const id = await makeUser(db)
  await sql`update users set identity_status = 'success' where id = ${id}`.execute(db.read)
  return id
}

export async function makeUsers(db: Database, count: number): Promise<readonly UserId[]> {
  const users: UserId[] = []
  while (users.length < count) users.push(await makeUser(db))
  return users
}

export const move = (from: Account, to: Account, units: bigint, asset = idr): Move => ({
  from,
  to,
  amount: money(asset, units),
})

export const posting = (key: string, ...moves: readonly Move[]): Posting => ({
  key,
  action: 'DEPOSIT',
  moves,
})

/** Credits a user from payx. */
export const credit = (key: string, user: UserId, units: bigint, asset = idr): Posting =>
  posting(key, move(house('payx'), available(user), units, asset))

export const transfer = (key: string, from: UserId, to: UserId, units: bigint): Posting =>
  posting(key, move(available(from), available(to), units))

export const post = (db: Database, ...postings: readonly Posting[]): Promise<readonly Posted[]> =>
  db.inTransaction((tx) => postAll(tx, postings))

const nothing: Balance = { available: 0n, locked: 0n }

/** A user's balance of an asset. */
export async function owned(db: Database, user: UserId, asset = idr): Promise<Balance> {
  return (await readBalances(db, user)).get(asset.id) ?? nothing
}

/** The whole ledger, to compare with a later state. */
export async function books(db: Database): Promise<unknown> {
  const found = await sql`
    select
      (select jsonb_agg(to_jsonb(b) order by b.user_id, b.asset_id) from balances b) as balances,
      (select jsonb_agg(to_jsonb(p) order by p.id) from postings p) as postings,
      (select jsonb_agg(to_jsonb(m) order by m.posting_id, m.line) from moves m) as moves,
      (select jsonb_agg(to_jsonb(h) order by h.id) from holds h) as holds`.execute(db.read)
  return found.rows
}

/** Rolls up everything: a transaction in any database of the server can delay the horizon. */
export const rollUpAll = (db: Database) =>
  eventually('a roll-up of every move', async () => {
    await rollUpHouse(db)
    const { rows } = await sql<{ done: boolean }>`
      select coalesce(bool_and(m.tx < h.tx), true) as done
      from moves m, house_horizon h`.execute(db.read)
    return rows[0]?.done
  })

/** Closes all times up to some seconds ago. */
export async function closeNow(db: Database): Promise<void> {
  const startedAt = Date.now()
  await eventually('a closed time', async () => {
    await closeTimes(db)
    return (await readClosedTime(db.read)).getTime() > startedAt - 60_000
  })
}

/** Closes all times up to some seconds ago, and adds their checkpoints. */
export async function closeAll(db: Database, postings?: number): Promise<void> {
  await closeNow(db)
  for (let stored = -1; ; ) {
    await addCheckpoints(db, postings)
    const { rows } = await sql<{ stored: number }>`
      select count(*)::int as stored from ledger_checkpoints`.execute(db.read)
    if (rows[0]?.stored === stored) return
    stored = rows[0]?.stored ?? 0
  }
}

/** Runs statements that the service itself may not run: without triggers and foreign keys. */
export const tamper = (db: Database, ...statements: readonly string[]): Promise<void> =>
  db.inTransaction(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const statement of statements) await sql.raw(statement).execute(tx)
  })

/** Makes all postings so far older by this many days. */
export const agePostings = (db: Database, days: number): Promise<void> =>
  tamper(db, `update postings set at = at - interval '${days} days'`)

/** Leaves the rest of the first partition of moves empty: what follows is in the second. */
export async function toNextRange(db: Database): Promise<void> {
  await sql`select setval('postings_id_seq', ${moveRanges.idsPerRange})`.execute(db.read)
  await extendRanges(db, moveRanges)
}
