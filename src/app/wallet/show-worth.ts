import { refuse } from '../../base/refusal.ts'
import { assetId } from '../../base/values/ids.ts'
import {
  type Asset,
  add,
  convert,
  formatMoney,
  type Money,
  money,
  zero,
} from '../../base/values/money.ts'
import { formatRatio } from '../../base/values/ratio.ts'
import type { Context } from '../../context.ts'
import { readBalances } from '../../core/ledger/balances.sql.ts'
import { listAssets } from '../../core/reference/assets.sql.ts'
import {
  type ExchangeRate,
  exchangeRate,
  listPrices,
  readMaxAges,
} from '../../core/reference/prices.sql.ts'
import { findUser } from '../../core/users/users.sql.ts'
import type { Caller } from '../../platform/access/signed-in.ts'

/** One holding valued in one currency; rate and worth are null if no price is recent enough. */
type Valued = Readonly<{
  symbol: string
  balance: Money
  rate: ExchangeRate | null
  worth: Money | null
}>

/**
 * Values the caller's holdings in their currency and in bitcoin. Each worth is rounded down, and
 * the totals are the sums of those. Assets without a recent price are listed and not in the totals.
 */
export async function showWorth(ctx: Pick<Context, 'db'>, _input: object, caller: Caller) {
  const { db } = ctx
  const user = await findUser(db.read, caller.id)
  if (user === null) return refuse('auth.unauthenticated')
  const assets = await listAssets(db)
  const balances = await readBalances(db, caller.id)
  const held = assets.flatMap((asset) => {
    const { available, locked } = balances.get(asset.id) ?? { available: 0n, locked: 0n }
    return available + locked > 0n ? [money(asset, available + locked)] : []
  })
  const valueIn = valuer(await listPrices(db.read), await readMaxAges(db.read))
  const fiat = fiatAsset(assets, user.currency)
  const inFiat = held.map((each) => valueIn(each, fiat))
  const bitcoin = assets.find(({ symbol }) => symbol === 'BTC') ?? missingAsset('BTC')
  const inBitcoin = held.map((each) => valueIn(each, bitcoin))
  return {
    currency: fiat.symbol,
    total: totalOf(inFiat, fiat),
    totalBtc: totalOf(inBitcoin, bitcoin),
    unpriced: unpricedOf(inFiat),
    unpricedBtc: unpricedOf(inBitcoin),
    assets: inFiat.map((valued, index) => itemOf(valued, inBitcoin[index]?.worth ?? null)),
  }
}

type Prices = Parameters<typeof exchangeRate>[0]
type MaxAges = Parameters<typeof exchangeRate>[3]

const one = { numerator: 1n, denominator: 1n }

const valuer =
  (prices: Prices, ages: MaxAges) =>
  (balance: Money, to: Asset): Valued => {
    const { symbol } = balance.asset
    if (symbol === to.symbol) {
      return { symbol, balance, rate: null, worth: convert(balance, to, one, 'down') }
    }
    const rate = exchangeRate(prices, symbol, to.symbol, ages)
    const worth = rate === null ? null : convert(balance, to, rate.rate, 'down')
    return { symbol, balance, rate, worth }
  }

/** Currencies that users cannot hold here have two decimals and no asset id. */
const fiatAsset = (assets: readonly Asset[], symbol: string): Asset =>
  assets.find((asset) => asset.symbol === symbol) ?? { id: assetId(0), symbol, scale: 2 }

const missingAsset = (symbol: string): never => {
  throw new Error(`${symbol} is not an asset`)
}

const unpricedOf = (valued: readonly Valued[]): string[] =>
  valued.flatMap(({ symbol, worth }) => (worth === null ? [symbol] : []))

/** Without holdings the total is 0; if there are holdings but none has a price, it is null. */
function totalOf(valued: readonly Valued[], asset: Asset): string | null {
  const known = valued.flatMap(({ worth }) => worth ?? [])
  if (known.length === 0 && valued.length > 0) return null
  return formatMoney(known.reduce(add, zero(asset)))
}

const priceDecimals = 18

const itemOf = ({ symbol, balance, rate, worth }: Valued, worthBtc: Money | null) => ({
  symbol,
  balance: formatMoney(balance),
  price: rate === null ? null : formatRatio(rate.rate, priceDecimals, 'half-up'),
  priceAt: rate?.observedAt.toISOString() ?? null,
  priceAgeSeconds: rate === null ? null : Math.floor(rate.ageMs / 1_000),
  worth: worth === null ? null : formatMoney(worth),
  worthBtc: worthBtc === null ? null : formatMoney(worthBtc),
})
