import type { AssetId } from '../../base/values/ids.ts'
import { type Asset, divide, formatMoney, type Money, money } from '../../base/values/money.ts'
import { formatRatio } from '../../base/values/ratio.ts'
import type { HouseKind } from '../../core/ledger/accounts.ts'

/** The house accounts that stand for money at a provider or a bank. */
export const sheetPlaces = ['custody', 'venue', 'payx', 'payd', 'bank', 'treasury'] as const
export type Place = (typeof sheetPlaces)[number]

type HouseBalance = Readonly<{ kind: HouseKind; assetId: AssetId; units: bigint }>

/** A provider's balance as last compared, in an asset that may be finer than the ledger's. */
export type Reported = Readonly<{ place: Place; balance: Money; comparedAt: Date }>

/**
 * Sums what users are owed of an asset and what each place holds, by the ledger and as reported.
 * Coverage is what is held, as reported where it was compared, over what is owed.
 */
export function balanceSheet(
  asset: Asset,
  balances: readonly HouseBalance[],
  reported: readonly Reported[],
) {
  const own = balances.filter(({ assetId }) => assetId === asset.id)
  const owed = own.reduce((sum, { units }) => sum - units, 0n)
  const held = sheetPlaces.flatMap((place) => {
    // A place that holds money for us has a negative balance in the ledger.
    const books = own.reduce((sum, { kind, units }) => (kind === place ? sum - units : sum), 0n)
    const found = reported.find((one) => one.place === place)
    const isEmpty = books === 0n && (found === undefined || found.balance.units === 0n)
    return isEmpty ? [] : [{ place, books, reported: found ?? null }]
  })
  const total = held.reduce(
    (sum, one) => sum + (one.reported === null ? one.books : coarse(asset, one.reported.balance)),
    0n,
  )
  return {
    symbol: asset.symbol,
    owed: formatMoney(money(asset, owed)),
    held: held.map((one) => ({
      place: one.place,
      books: formatMoney(money(asset, one.books)),
      reported: one.reported === null ? null : formatMoney(one.reported.balance),
      comparedAt: one.reported?.comparedAt ?? null,
    })),
    total: formatMoney(money(asset, total)),
    difference: formatMoney(money(asset, total - owed)),
    coverage:
      owed > 0n && total >= 0n
        ? formatRatio({ numerator: total, denominator: owed }, 4, 'down')
        : null,
  }
}

/** Rounds down to the ledger's scale. */
function coarse({ scale }: Asset, { asset, units }: Money): bigint {
  const finer = 10n ** BigInt(Math.max(0, asset.scale - scale))
  return units < 0n ? -divide(-units, finer, 'up') : divide(units, finer, 'down')
}
