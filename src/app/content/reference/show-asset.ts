import { z } from 'zod'
import { refuse } from '../../../base/refusal.ts'
import { formatMoney, money } from '../../../base/values/money.ts'
import type { Context } from '../../../context.ts'
import { findAssetDetails, listAssets, termsInState } from '../../../core/reference/assets.sql.ts'
import { field } from '../../../platform/http/contracts/contracts.ts'
import { inLanguage } from '../content-contracts.ts'

const symbol = field({ type: 'string', pattern: '^[A-Za-z0-9]{2,12}$' }, (value, fail): string =>
  typeof value === 'string' && /^[A-Za-z0-9]{2,12}$/.test(value)
    ? value.toUpperCase()
    : fail('The :attribute field format is invalid.'),
)

export const AssetSymbol = z.object({ symbol })
export const AskAsset = z.object(inLanguage)

/** Returns the information about an asset, with its deposit and withdrawal networks. */
export async function showAsset(
  ctx: Pick<Context, 'db'>,
  { symbol, lang }: z.output<typeof AssetSymbol> & z.output<typeof AskAsset>,
) {
  const asset = (await listAssets(ctx.db)).find((one) => one.symbol === symbol)
  if (asset === undefined) return refuse('api.asset_not_found')
  const details = await findAssetDetails(ctx.db, asset.id)
  const inUnits = (units: bigint) => formatMoney(money(asset, units))
  return {
    symbol: asset.symbol,
    name: asset.name,
    kind: asset.kind,
    scale: asset.scale,
    active: asset.active,
    about: details?.about[lang] ?? null,
    website: details?.website ?? null,
    whitepaper: details?.whitepaper ?? null,
    explorer: details?.explorer ?? null,
    since: details?.since ?? null,
    networks: asset.networks
      .map((one) => termsInState(asset, one))
      .map((network) => ({
        network: network.network,
        chainId: network.chainId,
        depositActive: network.depositActive,
        withdrawActive: network.withdrawActive,
        withdrawalFee: inUnits(network.withdrawalFee),
        minWithdrawal: inUnits(network.minWithdrawal),
        maxWithdrawal: inUnits(network.maxWithdrawal),
      })),
  }
}
