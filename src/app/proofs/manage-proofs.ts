import { z } from 'zod'
import type { Context } from '../../context.ts'
import { OperatorName } from '../../platform/access/operators/change-contracts.ts'
import {
  type Audited,
  audited,
  type OperatorOperation,
} from '../../platform/access/operators/operator-endpoint.ts'
import { isoTime } from '../../platform/http/contracts/contracts.ts'
import { AssetLiabilities, shownTree } from './proof-contracts.ts'
import { listRequested, readTrees, requestProof } from './proofs.sql.ts'

export const RequestedProof = z
  .object({
    id: z.int(),
    requestedBy: OperatorName.nullable().meta({ description: 'Null: the proof of a night.' }),
    requestedAt: isoTime,
    takenAt: isoTime.nullable().meta({ description: 'Null while it is being built.' }),
    publishedAt: isoTime.nullable(),
    assets: z.array(AssetLiabilities),
  })
  .meta({ id: 'RequestedLiabilityProof' })

/** Lists the kept proofs, newest first, also one that is being built. */
export async function showProofs({
  db,
}: Pick<Context, 'db'>): Promise<readonly z.input<typeof RequestedProof>[]> {
  const [proofs, trees] = await Promise.all([listRequested(db.read), readTrees(db.read)])
  return proofs.map(({ requestedBy, requestedByEmail, ...proof }) => ({
    ...proof,
    requestedBy:
      requestedBy === null || requestedByEmail === null
        ? null
        : { id: requestedBy, email: requestedByEmail },
    assets: (trees.get(proof.id) ?? []).map(shownTree),
  }))
}

export const ProofRequest = z
  .object({ id: z.int(), requestedAt: isoTime })
  .meta({ id: 'LiabilityProofRequest' })

/** Makes the leader build a proof now; returns the one that is being built, if one is. */
export const proveLiabilities = (
  ctx: Pick<Context, 'db' | 'random'>,
  _input: object,
  by: OperatorOperation,
): Promise<Audited<z.input<typeof ProofRequest>>> =>
  ctx.db.inTransaction(async (tx) => {
    const request = await requestProof(tx, by.operator.id, ctx.random.bytes(32))
    return audited(tx, by, { subject: { kind: 'liability-proof', id: request.id } }, request)
  })
