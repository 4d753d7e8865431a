import { cached } from '../../base/concurrency/cache.ts'
import { formatRatio } from '../../base/values/ratio.ts'
import type { Context } from '../../context.ts'
import { listAssets } from '../../core/reference/assets.sql.ts'
import { shownListing } from '../../core/reference/listing-contract.ts'
import { plannedChanges } from '../../core/reference/listings.sql.ts'
import { exchangeRate, listPrices, readMaxAges } from '../../core/reference/prices.sql.ts'
import type { Caller } from '../../platform/access/signed-in.ts'
import { type CoinText, coinsText, coinText } from './coin-item.ts'
import { readHoldings } from './holdings.sql.ts'
import { walletLimits } from './wallet-limits.ts'

type CoinsContext = Pick<Context, 'answers' | 'clock' | 'db'>

const keptCoins = cached<readonly CoinText[]>(walletLimits.termsMs)

/** Lists every asset with the caller's balance. A price that is too old is null. */
export async function listCoins(
  ctx: CoinsContext,
  _input: object,
  caller: Caller,
): Promise<string> {
  const { answers, clock, db } = ctx
  const [coins, holdings] = await Promise.all([
    keptCoins({ of: db, answers, clock }, () => readCoins(ctx)),
    readHoldings(db, caller.id),
  ])
  return coinsText(coins, holdings)
}

const priceDecimals = 18

async function readCoins({ db }: CoinsContext): Promise<readonly CoinText[]> {
  const assets = await listAssets(db)
  const prices = await listPrices(db.read)
  const ages = await readMaxAges(db.read)
  const planned = await plannedChanges(db.read)
  return assets.map((asset) => {
    const listing = shownListing(asset, { kind: 'asset', name: asset.symbol }, planned)
    if (asset.symbol === 'IDR') return coinText(asset, '1', listing)
    const found = exchangeRate(prices, asset.symbol, 'IDR', ages)
    const price = found === null ? null : formatRatio(found.rate, priceDecimals, 'half-up')
    return coinText(asset, price, listing)
  })
}
