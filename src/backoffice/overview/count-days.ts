import { convert, idr, money } from '../../base/values/money.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../core/database/database.ts'
import { takeFlows } from '../../core/ledger/day-flows.sql.ts'
import { listAssets } from '../../core/reference/assets.sql.ts'
import { exchangeRate, listPrices, readMaxAges } from '../../core/reference/prices.sql.ts'
import { addToOverviewDays, countPeople, type DaySum } from './days.sql.ts'

/**
 * Adds the flows of postings to the totals of their days, each once, and counts who signed up.
 * Coins are valued at the price of this moment. Running it twice is harmless.
 *
 * @transactions each takes a bounded number of rows: without a leader many gather.
 */
export async function countDays({ db }: Pick<Context, 'db'>): Promise<void> {
  await db.inTransaction(countPeople)
  for (let isMore = true; isMore; ) isMore = await db.inTransaction(countNext)
}

/** Returns whether there may be more to count. */
async function countNext(tx: Tx): Promise<boolean> {
  const sums = await takeFlows(tx)
  await addToOverviewDays(tx, await valued(tx, sums))
  return sums.length > 0
}

async function valued(tx: Tx, sums: readonly DaySum[]) {
  if (sums.length === 0) return []
  const assets = new Map((await listAssets({ read: tx })).map((asset) => [asset.id, asset]))
  const [prices, ages] = await Promise.all([listPrices(tx), readMaxAges(tx)])
  return sums.map((sum) => {
    const asset = assets.get(sum.assetId)
    if (asset === undefined || asset.id === idr.id) return { sum, worth: sum.units }
    const rate = exchangeRate(prices, asset.symbol, idr.symbol, ages)?.rate
    // Commissions of a day may exceed its fees.
    const sign = sum.units < 0n ? -1n : 1n
    const amount = money(asset, sign * sum.units)
    const worth = rate === undefined ? null : sign * convert(amount, idr, rate, 'down').units
    return { sum, worth }
  })
}
