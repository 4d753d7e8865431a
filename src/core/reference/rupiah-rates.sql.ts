import { sql } from 'kysely'
import { idr } from '../../base/values/money.ts'
import { formatRatio, type Ratio } from '../../base/values/ratio.ts'
import type { Reader } from '../database/database.ts'
import { rowsOf } from '../database/driver/rows.ts'
import { exchangeRate, listPrices, readMaxAges } from './prices.sql.ts'

const decimals = 18

/**
 * Records what one whole unit of each asset is worth in rupiah, once an hour: by the prices that
 * also value withdrawals. An asset without a recent price has no rate for the hour.
 */
export async function recordRupiahRates(db: Reader): Promise<void> {
  const [assets, prices, ages] = await Promise.all([
    db.selectFrom('assets').where('id', '<>', idr.id).select(['id', 'symbol']).execute(),
    listPrices(db),
    readMaxAges(db),
  ])
  const rates = assets.flatMap(({ id, symbol }) => {
    const found = exchangeRate(prices, symbol, idr.symbol, ages)
    return found === null ? [] : [{ id, rate: inUnits(found.rate) }]
  })
  const rows = rowsOf(rates, { id: 'assetId', rate: 'numeric' }, 'seen')
  await sql`
    insert into rupiah_rates (asset_id, hour, rate)
    select id, date_trunc('hour', now()), rate from ${rows} where rate > 0
    on conflict do nothing`.execute(db)
}

/** In units of rupiah for one whole unit of the asset. */
const inUnits = ({ numerator, denominator }: Ratio): string =>
  formatRatio({ numerator: numerator * 10n ** BigInt(idr.scale), denominator }, decimals, 'half-up')
