import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Refused, read } from '../refused.ts'
import { type CustodyAsset, custodyAssets } from './addresses.ts'
import { pageOf } from './paging.ts'

const Flag = z.enum(['true', 'false']).optional()
const Query = z.object({
  blockchainId: z.string().optional(),
  assetClass: z.enum(['NATIVE', 'FT', 'FIAT', 'NFT', 'SFT', 'VIRTUAL']).optional(),
  symbol: z.string().optional(),
  scope: z.enum(['GLOBAL', 'LOCAL', 'Global', 'Local']).optional(),
  deprecated: Flag,
  pageCursor: z.string().optional(),
  pageSize: z.coerce.number().int().min(1).max(1_000).default(500),
})

/** The assets that custody supports, in the older list and in the newer one. */
export function mountAssets(api: FastifyInstance): void {
  const assets = [...custodyAssets].map(([legacyId, asset]) => detailed(legacyId, asset))
  api.get('/supported_assets', () => [...custodyAssets].map(supported))
  api.get('/assets', (request) => {
    const query = read(Query, request.query, '')
    const { pageCursor: after, pageSize: limit } = query
    const fitting = assets.filter((asset) => fits(asset, query))
    const { items, paging } = pageOf(fitting, ({ id }) => id, { after, limit })
    return { data: items, next: paging.after ?? null }
  })
  api.get('/assets/:id', (request) => {
    const { id } = read(z.object({ id: z.string() }), request.params)
    const known = assets.find((asset) => asset.id === id || asset.legacyId === id)
    if (known === undefined) throw new Refused(404, '1006', "The asset doesn't exist")
    return known
  })
}

const supported = ([id, asset]: readonly [string, CustodyAsset]) => ({
  id,
  name: asset.name,
  type: asset.assetType,
  contractAddress: asset.contractAddress,
  nativeAsset: asset.feeAsset,
  decimals: asset.decimals,
})

/** Derives a stable id from a name, in the form of a UUID. */
function fixedId(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')
}

function detailed(legacyId: string, asset: CustodyAsset) {
  const { name, symbol, decimals, contractAddress, assetType } = asset
  const isToken = contractAddress !== ''
  return {
    id: fixedId(legacyId),
    legacyId,
    blockchainId: fixedId(`blockchain of ${asset.feeAsset}`),
    displayName: name,
    displaySymbol: symbol,
    assetClass: isToken ? 'FT' : 'NATIVE',
    onchain: {
      symbol,
      name,
      decimals,
      ...(isToken ? { address: contractAddress, standards: [assetType] } : {}),
    },
    metadata: { scope: 'GLOBAL', verified: true, deprecated: false },
  }
}

const fits = (asset: ReturnType<typeof detailed>, query: z.infer<typeof Query>): boolean =>
  (query.blockchainId === undefined || asset.blockchainId === query.blockchainId) &&
  (query.assetClass === undefined || asset.assetClass === query.assetClass) &&
  (query.symbol === undefined || asset.displaySymbol === query.symbol) &&
  (query.scope === undefined || query.scope.toUpperCase() === 'GLOBAL') &&
  query.deprecated !== 'true'
