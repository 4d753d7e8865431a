import { createHash } from 'node:crypto'
import { Refused } from '../refused.ts'
import { custodyAssets } from './addresses.ts'

/** Symbol, name and decimals of the assets that custody has, by its older ids. */
const described: Readonly<Record<string, readonly [symbol: string, name: string, number]>> = {
  BTC: ['BTC', 'Bitcoin', 8],
  ETH: ['ETH', 'Ethereum', 18],
  USDT_ERC20: ['USDT', 'Tether USD (Ethereum)', 6],
  HOT1: ['HOT', 'Holo', 18],
  MATIC: ['MATIC', 'Polygon (Ethereum)', 18],
  TRX: ['TRX', 'Tron', 6],
  TRX_USDT_S2UZ: ['USDT', 'Tether USD (Tron)', 6],
  XRP: ['XRP', 'Ripple', 6],
  SOL: ['SOL', 'Solana', 9],
}

/** An asset as `GET /v1/assets/{id}` shows it; found by its newer or its older id. */
export function describedAsset(id: string) {
  const ids = [...custodyAssets.keys()]
  const legacyId = ids.find((one) => one === id || uuidOf(one) === id)
  const asset = legacyId === undefined ? undefined : custodyAssets.get(legacyId)
  const [symbol, name, decimals] = described[legacyId ?? ''] ?? []
  if (legacyId === undefined || asset === undefined || symbol === undefined) {
    throw new Refused(404, '1504', 'Asset not found')
  }
  return {
    id: uuidOf(legacyId),
    legacyId,
    blockchainId: uuidOf(`chain of ${asset.feeAsset}`),
    displayName: name,
    displaySymbol: symbol,
    assetClass: asset.assetType === 'BASE_ASSET' ? 'NATIVE' : 'FT',
    onchain: { symbol, name, decimals },
    metadata: { scope: 'GLOBAL', verified: true, deprecated: false },
  }
}

function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
  ]
  return [...parts, hex.slice(20, 32)].join('-')
}
