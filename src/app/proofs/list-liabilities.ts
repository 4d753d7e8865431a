import { z } from 'zod'
import type { Context } from '../../context.ts'
import { isoTime } from '../../platform/http/contracts/contracts.ts'
import { AssetLiabilities, shownTree } from './proof-contracts.ts'
import { listPublished, readTrees } from './proofs.sql.ts'

export const LiabilityProof = z
  .object({
    id: z.int(),
    takenAt: isoTime.meta({ description: 'The time of the balances.' }),
    assets: z.array(AssetLiabilities).meta({ description: 'Assets that users own.' }),
  })
  .meta({ id: 'LiabilityProof' })

/** Lists the kept proofs with the root and the total of each asset, newest first. */
export async function listLiabilities({
  db,
}: Pick<Context, 'db'>): Promise<readonly z.input<typeof LiabilityProof>[]> {
  const [proofs, trees] = await Promise.all([listPublished(db.read), readTrees(db.read)])
  return proofs.map((proof) => ({ ...proof, assets: (trees.get(proof.id) ?? []).map(shownTree) }))
}
