import { sql } from 'kysely'
import type { AssetId, OperatorId } from '../../base/values/ids.ts'
import { type Asset, type Money, money } from '../../base/values/money.ts'
import type { Database, Reader, Tx } from '../../core/database/database.ts'
import { columnsOf, type RowOf, readRows } from '../../core/database/driver/read-rows.ts'
import { firstKeyOf, type LeafChunk, type Tree } from './leaf-list.ts'
import { proofLimits } from './proof-limits.ts'

/** When the proof of this night begins: at two in the morning in Jakarta. */
const night = sql`
  (date_trunc('day', now() at time zone 'Asia/Jakarta' - interval '2 hours') + interval '2 hours')
    at time zone 'Asia/Jakarta'`

const isNightDue = sql<boolean>`
  not exists (select from liability_proofs
    where requested_by is null and requested_at >= ${night})`

export const hasProofWork = sql<boolean>`
  (exists (select from liability_proofs where published_at is null) or ${isNightDue})`

const requestColumns = columnsOf({ id: 'bigint', requestedAt: 'timestamptz' })

/** Requests a proof; returns the one that is being built, if one is. */
export async function requestProof(
  tx: Tx,
  by: OperatorId,
  secret: Buffer,
): Promise<RowOf<typeof requestColumns>> {
  const rows = await readRows(tx, requestColumns)`
    insert into liability_proofs as p (requested_by, secret) values (${by}, ${secret})
    on conflict ((true)) where published_at is null do update set requested_at = p.requested_at
    returning id, requested_at as "requestedAt"`
  const [row] = rows
  if (row === undefined) throw new Error('no proof was requested')
  return row
}

/** Requests the proof of this night, if it is missing and no other one is being built. */
export async function requestNight(tx: Tx, secret: Buffer): Promise<void> {
  await sql`
    insert into liability_proofs (secret) select ${secret} where ${isNightDue}
    on conflict ((true)) where published_at is null do nothing`.execute(tx)
}

/** Returns the requested proof, without the parts of an attempt that was interrupted. */
export async function beginProof(tx: Tx): Promise<Readonly<{ id: number; secret: Buffer }> | null> {
  const rows = await readRows(tx, { id: 'bigint', secret: 'bytea' })`
    select id, secret from liability_proofs where published_at is null for update`
  const [proof] = rows
  if (proof === undefined) return null
  await sql`delete from liability_leaves where proof_id = ${proof.id}`.execute(tx)
  await sql`delete from liability_trees where proof_id = ${proof.id}`.execute(tx)
  return proof
}

/** The time of what a snapshot shows: of a replica, when its last transaction was committed. */
export async function readSnapshotTime(tx: Tx): Promise<Date> {
  const rows = await readRows(tx, { at: 'timestamptz' })`
    select case when pg_is_in_recovery()
      then coalesce(pg_last_xact_replay_timestamp(), now()) else now() end as at`
  const [row] = rows
  if (row === undefined) throw new Error('the snapshot has no time')
  return row.at
}

/** Writes chunks, as parameters of their own: a megabyte of hashes as JSON text costs too much. */
export async function writeChunks(
  tx: Tx,
  proof: number,
  assetId: AssetId,
  chunks: readonly LeafChunk[],
): Promise<void> {
  const rows = chunks.map((one) => ({
    proof_id: proof,
    asset_id: assetId,
    first_key: firstKeyOf(one),
    chunk: one.chunk,
    leaves: Buffer.from(one.leaves),
  }))
  await tx.insertInto('liability_leaves').values(rows).execute()
}

export async function writeTree(
  tx: Tx,
  proof: number,
  assetId: AssetId,
  { height, root, total, tops }: Tree,
): Promise<void> {
  const row = { height, root: Buffer.from(root), total, tops: Buffer.from(tops) }
  await tx
    .insertInto('liability_trees')
    .values({ proof_id: proof, asset_id: assetId, ...row })
    .execute()
}

/** Publishes a proof and deletes the oldest ones. */
export async function publishProof(tx: Tx, id: number, takenAt: Date): Promise<void> {
  await sql`
    update liability_proofs set taken_at = ${takenAt}, published_at = now()
    where id = ${id}`.execute(tx)
  await sql`
    delete from liability_proofs where published_at is not null and id not in (
      select id from liability_proofs where published_at is not null
      order by id desc limit ${proofLimits.kept})`.execute(tx)
}

const treeColumns = columnsOf({
  proofId: 'bigint',
  assetId: 'assetId',
  symbol: 'text',
  scale: 'smallint',
  height: 'smallint',
  root: 'bytea',
  total: 'units',
})

export type PublishedTree = Readonly<{ asset: Asset; height: number; root: Buffer; total: Money }>

/** Returns the trees of the published proofs, by the id of their proof. */
export async function readTrees(
  db: Reader,
): Promise<ReadonlyMap<number, readonly PublishedTree[]>> {
  const rows = await readRows(db, treeColumns)`
    select t.proof_id as "proofId", a.id as "assetId", a.symbol, a.scale, t.height, t.root, t.total
    from liability_trees t join assets a on a.id = t.asset_id
    join liability_proofs p on p.id = t.proof_id
    where p.published_at is not null order by a.sort, a.id`
  const byProof = Map.groupBy(rows, ({ proofId }) => proofId)
  return new Map([...byProof].map(([id, trees]) => [id, trees.map(treeOf)]))
}

const publishedColumns = columnsOf({ id: 'bigint', takenAt: 'timestamptz' })

/** Lists the published proofs, newest first. */
export const listPublished = (db: Reader): Promise<readonly RowOf<typeof publishedColumns>[]> =>
  readRows(db, publishedColumns)`
    select id, taken_at as "takenAt" from liability_proofs
    where published_at is not null order by id desc`

/** Lists all proofs, newest first, also one that is being built. */
export const listRequested = (db: Reader) =>
  readRows(db, {
    ...requestColumns,
    requestedBy: 'operatorId?',
    requestedByEmail: 'text?',
    takenAt: 'timestamptz?',
    publishedAt: 'timestamptz?',
  })`
    select p.id, p.requested_at as "requestedAt", p.requested_by as "requestedBy",
      o.email as "requestedByEmail", p.taken_at as "takenAt", p.published_at as "publishedAt"
    from liability_proofs p left join operators o on o.id = p.requested_by order by p.id desc`

function treeOf(row: RowOf<typeof treeColumns>): PublishedTree {
  const asset = { id: row.assetId, symbol: row.symbol, scale: row.scale }
  return { asset, height: row.height, root: row.root, total: money(asset, row.total) }
}

/** Returns the secret of a published proof, or of the newest one; null if there is none. */
export async function findPublishedProof(
  { read }: Pick<Database, 'read'>,
  id: number | null,
): Promise<Readonly<{ id: number; takenAt: Date; secret: Buffer }> | null> {
  const rows = await readRows(read, { ...publishedColumns, secret: 'bytea' })`
    select id, taken_at as "takenAt", secret from liability_proofs
    where published_at is not null and (${id}::bigint is null or id = ${id})
    order by id desc limit 1`
  return rows[0] ?? null
}

const chunkColumns = columnsOf({
  assetId: 'assetId',
  symbol: 'text',
  scale: 'smallint',
  chunk: 'integer',
  leaves: 'bytea',
  tops: 'bytea',
})

/** A chunk that may contain a leaf, with the nodes above all chunks of its tree. */
export type FoundChunk = Readonly<{ asset: Asset; chunk: number; leaves: Buffer; tops: Buffer }>

/** Finds the chunks that contain the leaves of a key, at most one of each asset. */
export async function findChunks(
  { read }: Pick<Database, 'read'>,
  proof: number,
  key: Buffer,
): Promise<readonly FoundChunk[]> {
  const rows = await readRows(read, chunkColumns)`
    select a.id as "assetId", a.symbol, a.scale, l.chunk, l.leaves, t.tops
    from liability_trees t join assets a on a.id = t.asset_id
    cross join lateral (
      select chunk, leaves from liability_leaves
      where proof_id = t.proof_id and asset_id = t.asset_id and first_key <= ${key}
      order by first_key desc limit 1) as l
    where t.proof_id = ${proof} and position(${key}::bytea in l.leaves) > 0
    order by a.sort, a.id`
  return rows.map(({ assetId, symbol, scale, chunk, leaves, tops }) => ({
    asset: { id: assetId, symbol, scale },
    chunk,
    leaves,
    tops,
  }))
}
