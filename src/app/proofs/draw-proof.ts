import type { AssetId, UserId } from '../../base/values/ids.ts'
import type { Context } from '../../context.ts'
import { asLeader } from '../../core/database/cluster/leader.ts'
import type { Database } from '../../core/database/database.ts'
import { readOwned } from '../../core/ledger/owned.sql.ts'
import { listAssets } from '../../core/reference/assets.sql.ts'
import { startBuilder } from './build-trees.ts'
import { proofLimits } from './proof-limits.ts'
import {
  beginProof,
  publishProof,
  readSnapshotTime,
  requestNight,
  writeChunks,
  writeTree,
} from './proofs.sql.ts'

type DrawContext = Pick<
  Context,
  'answers' | 'db' | 'leadership' | 'patientDb' | 'random' | 'replicas'
>

/**
 * Builds and publishes the requested proof, and that of the night. Balances are read in one
 * snapshot, of a replica if there is one; hashes are computed on a thread of low priority. An
 * attempt that a stop interrupted begins again; the epoch keeps its parts apart from later ones.
 * Each part of bounded size first awaits `giveWay`.
 *
 * @transactions the snapshot ends before the trees are written, in parts, and then published.
 */
export async function drawProof(
  ctx: DrawContext,
  giveWay: () => Promise<void>,
  users: number = proofLimits.users,
): Promise<void> {
  const epoch = ctx.leadership.current()?.epoch
  if (epoch === undefined) return
  const proof = await asLeader(ctx.patientDb, epoch, async (tx) => {
    await requestNight(tx, ctx.random.bytes(32))
    return beginProof(tx)
  })
  if (proof === null) return
  const assets = new Map((await listAssets(ctx.db)).map(({ id, symbol }) => [symbol, id]))
  const { builder, takenAt } = await ctx.replicas.read((db) =>
    readBook(db.primary === undefined ? ctx.patientDb : db, proof.secret, { giveWay, users }),
  )
  try {
    for await (const part of builder.build()) {
      const assetId = assetOf(assets, part.symbol)
      await giveWay()
      await asLeader(ctx.patientDb, epoch, (tx) =>
        part.kind === 'tree'
          ? writeTree(tx, proof.id, assetId, part.tree)
          : writeChunks(tx, proof.id, assetId, part.chunks),
      )
    }
  } finally {
    await builder.end()
  }
  await asLeader(ctx.patientDb, epoch, (tx) => publishProof(tx, proof.id, takenAt))
  ctx.answers.clear()
}

function assetOf(assets: ReadonlyMap<string, AssetId>, symbol: string): AssetId {
  const found = assets.get(symbol)
  if (found === undefined) throw new Error(`${symbol} is no asset`)
  return found
}

/** Passes the balances of one snapshot to a new builder. */
async function readBook(
  { read }: Pick<Database, 'read'>,
  secret: Buffer,
  { giveWay, users }: Readonly<{ giveWay: () => Promise<void>; users: number }>,
) {
  const builder = startBuilder(secret)
  try {
    const takenAt = await read
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        const at = await readSnapshotTime(tx)
        let after: UserId | 0 = 0
        for (;;) {
          await giveWay()
          const owned = await readOwned(tx, after, users)
          if (owned === null) return at
          if (owned.text !== null) await builder.add(owned.text)
          after = owned.upto
        }
      })
    return { builder, takenAt }
  } catch (error) {
    await builder.end()
    throw error
  }
}
