import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import { formatMoney, money } from '../../base/values/money.ts'
import type { Context } from '../../context.ts'
import type { Caller } from '../../platform/access/signed-in.ts'
import { decimal, isoTime, optional, wireId } from '../../platform/http/contracts/contracts.ts'
import { findPath } from './leaf-list.ts'
import { hexHash } from './proof-contracts.ts'
import { type FoundChunk, findChunks, findPublishedProof } from './proofs.sql.ts'
import { hashOf, leafKeyOf, nonceOf, sumUnitsOf } from './summation-tree.ts'

export const ShowOwnProof = z.object({
  id: optional(wireId).register(z.globalRegistry, {
    description: 'A proof of `/api/proofs/liabilities`; the newest one by default.',
  }),
})

const Sibling = z.object({ hash: hexHash, sum: decimal }).meta({ id: 'LiabilitySibling' })

const Branch = z
  .object({
    symbol: z.string(),
    balance: decimal.meta({ description: 'Of the leaf, frozen money included.' }),
    index: z.int().meta({ description: 'Of the leaf; its bits say on which side a sibling is.' }),
    siblings: z.array(Sibling).meta({ description: 'From the leaf up to the root.' }),
  })
  .meta({ id: 'LiabilityBranch' })

export const OwnProof = z
  .object({
    id: z.int(),
    takenAt: isoTime,
    nonce: hexHash.meta({ description: "Of the caller's leaves in this proof; keep it secret." }),
    branches: z.array(Branch).meta({ description: 'One of each asset that the caller owned.' }),
  })
  .meta({ id: 'OwnLiabilityProof' })

/** Returns the caller's leaves in a proof, with the siblings up to each root. */
export async function showOwnProof(
  { db }: Pick<Context, 'db'>,
  { id }: z.output<typeof ShowOwnProof>,
  caller: Caller,
): Promise<z.input<typeof OwnProof>> {
  const proof = (await findPublishedProof(db, id ?? null)) ?? refuse('api.proof_not_found')
  const nonce = nonceOf(proof.secret, caller.id)
  const branches: z.input<typeof Branch>[] = []
  for (const found of await findChunks(db, proof.id, leafKeyOf(nonce))) {
    // Each takes about two thousand hashes.
    await setImmediate()
    branches.push(...branchOf(leafKeyOf(nonce), found))
  }
  return { id: proof.id, takenAt: proof.takenAt, nonce: nonce.toString('hex'), branches }
}

function branchOf(key: Buffer, found: FoundChunk): readonly z.input<typeof Branch>[] {
  const path = findPath(key, found)
  if (path === null) return []
  const { asset } = found
  const siblings = path.siblings.map((node) => ({
    hash: hashOf(node).toString('hex'),
    sum: formatMoney(money(asset, sumUnitsOf(node))),
  }))
  const balance = formatMoney(money(asset, path.units))
  return [{ symbol: asset.symbol, balance, index: path.index, siblings }]
}
