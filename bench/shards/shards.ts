/** Several PostgreSQL servers: users, their ledgers and callbacks are divided over them. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { type UserId, userId } from '../../src/base/ids.ts'
import { connectDatabase, type Database } from '../../src/database/database.ts'
import { migrate } from '../../src/database/migrate.ts'
import { administer, silent } from '../../tests/server.ts'

export type Shards = Readonly<{
  databases: readonly Database[]
  /** Callbacks are divided into so many parts by a hash of their source and key. */
  keyShards: number
  close: () => Promise<void>
}>

/** Creates the service's schema and that of the shards, and the users of each server. */
export async function prepareShards(
  urls: readonly string[],
  { keyShards, users }: Readonly<{ keyShards: number; users: number }>,
): Promise<void> {
  const schema = await readFile(path.join(import.meta.dirname, 'schema.sql'), 'utf8')
  for (const [at, url] of urls.entries()) {
    await migrate({ url, log: silent })
    await administer(
      url,
      schema,
      'update assets set supply_cap = 1e36',
      `insert into users (id, email, password_hash, email_verified_at) overriding system value
       select n, 'user-' || n || '@tukar.test', 'none', now()
       from generate_series(1, ${users}) n where n % ${urls.length} = ${at}`,
      `insert into shard_leases select n, 'nobody', 0, '-infinity'
       from generate_series(0, ${keyShards - 1}) n where n % ${urls.length} = ${at}`,
      `insert into shard_fences select n, 0 from generate_series(0, ${keyShards - 1}) n`,
    )
  }
}

export function connectShards(urls: readonly string[], keyShards: number): Shards {
  const databases = urls.map((url) =>
    connectDatabase({ url, log: silent, connections: 4, idleMs: 1_000 }),
  )
  const close = async () => {
    await Promise.all(databases.map((db) => db.close()))
  }
  return { databases, keyShards, close }
}

function at({ databases }: Shards, number: number): Database {
  const database = databases[number % databases.length]
  if (database === undefined) throw new RangeError(`no shard ${number}`)
  return database
}

/** The server with a user's ledger. */
export const ledgerOf = (shards: Shards, user: UserId): Database => at(shards, user)

/** The server with a key shard's lease and accepted callbacks. */
export const homeOf = (shards: Shards, keyShard: number): Database => at(shards, keyShard)

export const isOnOneShard = ({ databases }: Shards, one: UserId, other: UserId): boolean =>
  one % databases.length === other % databases.length

/** A provider's key always falls into the same key shard, so that its events stay in order. */
export function keyShardOf(
  { keyShards }: Pick<Shards, 'keyShards'>,
  { source, key }: Readonly<{ source: string; key: string }>,
): number {
  const digest = createHash('sha256')
    .update(JSON.stringify([source, key]))
    .digest()
  return digest.readUInt32BE() % keyShards
}

/** A report that a user was paid: the event of this number of a provider's key. */
export type Callback = Readonly<{
  source: string
  key: string
  number: number
  user: UserId
  units: bigint
}>

/** Stores callbacks, each once; after that a provider may be told that they arrived. */
export async function acceptCallbacks(
  shards: Shards,
  callbacks: readonly Callback[],
): Promise<void> {
  const parts = Map.groupBy(callbacks, (callback) => keyShardOf(shards, callback))
  for (const [keyShard, part] of parts) {
    await sql`
      insert into shard_inbox (key_shard, source, event_key, number, user_id, units)
      select ${keyShard}::int, * from unnest(
        ${part.map(({ source }) => source)}::text[],
        ${part.map(({ key }) => key)}::text[],
        ${part.map(({ number }) => number)}::int[],
        ${part.map(({ user }) => user)}::bigint[],
        ${part.map(({ units }) => String(units))}::numeric[]
      ) on conflict do nothing`.execute(homeOf(shards, keyShard).read)
  }
}

export const userOf = (number: number, users: number): UserId => userId(1 + (number % users))
