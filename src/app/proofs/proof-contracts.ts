import { z } from 'zod'
import { formatMoney } from '../../base/values/money.ts'
import { decimal } from '../../platform/http/contracts/contracts.ts'
import type { PublishedTree } from './proofs.sql.ts'

/** A hash of SHA-256, in lower case. */
export const hexHash = z.string().meta({ pattern: '^[0-9a-f]{64}$' })

export const AssetLiabilities = z
  .object({
    symbol: z.string(),
    decimals: z.int().meta({ description: 'Of one whole unit; leaves count the smallest unit.' }),
    total: decimal.meta({ description: 'The sum of all leaves: what users are owed.' }),
    root: hexHash.meta({ description: 'The hash of the tree, which binds every balance.' }),
    height: z.int().meta({ description: 'The number of siblings in every branch.' }),
  })
  .meta({ id: 'AssetLiabilities' })

export const shownTree = ({
  asset,
  total,
  root,
  height,
}: PublishedTree): z.input<typeof AssetLiabilities> => ({
  symbol: asset.symbol,
  decimals: asset.scale,
  total: formatMoney(total),
  root: root.toString('hex'),
  height,
})
