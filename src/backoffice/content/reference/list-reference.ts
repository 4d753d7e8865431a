import { z } from 'zod'
import { bothTexts } from '../../../app/content/writing-contracts.ts'
import { integerOf } from '../../../base/values/integers.ts'
import type { Context } from '../../../context.ts'
import { listAssets } from '../../../core/reference/assets.sql.ts'
import { listAllBanks } from '../../../core/reference/banks.sql.ts'
import { listAllCountries } from '../../../core/reference/countries.sql.ts'
import { listPairCategories, listPairs } from '../../../core/reference/pairs.sql.ts'
import { listWalletFlags, walletSwitches } from '../../../core/reference/wallet-flags.sql.ts'
import { itemVersion } from '../../../platform/access/operators/versions.ts'
import { decimal, isoTime } from '../../../platform/http/contracts/contracts.ts'
import { activityVersion, assetFacts, StoredNetwork, shownNetwork } from './manage-assets.ts'
import { StoredFees, StoredPair, shownPair } from './manage-pairs.ts'

type Reading = Pick<Context, 'db'>

const active = z.boolean()
const providerCode = z
  .string()
  .nullable()
  .meta({ description: "The provider's code; null if it does not serve the bank." })

export const StoredAsset = z
  .object({
    symbol: z.string(),
    name: z.string(),
    kind: z.enum(['FIAT', 'COIN']),
    scale: z.int(),
    active,
    dailyWithdrawalLimit: decimal
      .nullable()
      .meta({ description: 'Of one user, in the asset; null for rupiah, which a setting limits.' }),
    supplyCap: decimal,
    version: z.string(),
    networks: z.array(StoredNetwork),
  })
  .meta({ id: 'StoredAsset' })

/** Lists all assets with their networks, inactive ones included. */
export async function listStoredAssets(ctx: Reading): Promise<z.input<typeof StoredAsset>[]> {
  const assets = await listAssets(ctx.db)
  return assets.map((asset) => {
    const { symbol, name, kind, scale, networks } = asset
    const facts = assetFacts(asset, asset)
    return {
      symbol,
      name,
      kind,
      scale,
      ...facts,
      version: itemVersion(facts),
      networks: networks.map((network) => shownNetwork(asset, network)),
    }
  })
}

export const ListedPair = StoredPair.extend({
  base: z.string(),
  quote: z.string(),
  category: z.string().meta({ description: 'The code of the category, which sets the fees.' }),
  venueSymbol: z.string(),
}).meta({ id: 'ListedPair' })

/** Lists all pairs, inactive ones included. */
export async function listStoredPairs(ctx: Reading): Promise<z.input<typeof ListedPair>[]> {
  const pairs = await listPairs(ctx.db.read)
  return pairs.map((pair) => ({
    ...shownPair(pair),
    base: pair.base.symbol,
    quote: pair.quote.symbol,
    category: pair.category.code,
    venueSymbol: pair.venueSymbol,
  }))
}

export const ListedFees = StoredFees.extend({ name: bothTexts }).meta({ id: 'ListedFees' })

/** Lists the trading fees of every category of pairs. */
export async function listStoredFees(ctx: Reading): Promise<z.input<typeof ListedFees>[]> {
  const categories = await listPairCategories(ctx.db.read)
  return categories.map(({ code, name, nameId, buyFee, sellFee }) => {
    const fees = { buyFeePpm: integerOf(buyFee.ppm), sellFeePpm: integerOf(sellFee.ppm) }
    return { code, ...fees, name: { id: nameId, en: name }, version: itemVersion(fees) }
  })
}

export const StoredBank = z
  .object({
    code: z.string(),
    name: z.string(),
    shortName: z.string(),
    kind: z.enum(['BANK', 'WALLET']),
    active,
    payxVaCode: providerCode,
    payxPayoutCode: providerCode,
    paydCode: providerCode,
    accountMinDigits: z.int().nullable(),
    accountMaxDigits: z.int().nullable(),
    version: z.string(),
  })
  .meta({ id: 'StoredBank' })

/** Lists all banks and wallets, inactive ones included. */
export async function listStoredBanks(ctx: Reading): Promise<z.input<typeof StoredBank>[]> {
  const banks = await listAllBanks(ctx.db)
  return banks.map(({ id: _, ...bank }) => ({ ...bank, version: activityVersion(bank) }))
}

export const StoredCountry = z
  .object({
    iso2: z.string(),
    iso3: z.string(),
    name: bothTexts,
    dialCode: z.string().nullable(),
    active,
    version: z.string(),
  })
  .meta({ id: 'StoredCountry' })

/** Lists all countries, inactive ones included, by their English name. */
export async function listStoredCountries(ctx: Reading): Promise<z.input<typeof StoredCountry>[]> {
  const countries = await listAllCountries(ctx.db)
  return countries.map(({ id: _, name: en, nameId: id, ...country }) => ({
    ...country,
    name: { id, en },
    version: activityVersion(country),
  }))
}

export const WalletFlagView = z
  .object({
    type: z.string().meta({ enum: [...walletSwitches] }),
    value: z.int().meta({
      description: '1 if withdrawals (WD), deposits (DEPO) or new orders (TRADE) are active.',
    }),
    reason: z.string().nullable(),
    updatedAt: isoTime,
  })
  .meta({ id: 'WalletFlag' })

/** Shows whether withdrawals, deposits and new orders are active, and the reason given last. */
export const listStoredWalletFlags = (
  ctx: Reading,
): Promise<readonly z.input<typeof WalletFlagView>[]> => listWalletFlags(ctx.db)
