import { sql } from 'kysely'
import { parseRatio, type Ratio, times } from '../../base/values/ratio.ts'
import type { Reader } from '../database/database.ts'
import { readRows } from '../database/driver/read-rows.ts'

/** What the platform values an asset at, in whole rupiah for a whole unit. */
export type RupiahPrice = Readonly<{ price: Ratio; source: string; at: Date }>

/** Joins the method of the setting `tax.valuation`, which `valuedColumns` reads. */
export const valuationJoin = sql`
  cross join (select value = 'median' as "byMedian" from settings
    where key = 'tax.valuation') valuation`

/**
 * Selects the price of a joined row of `prices` by the method of the setting, its source and its
 * time, as `<name>Price`, `<name>Source` and `<name>At`. Without a median it is the last price.
 */
export function valuedColumns(row: string, name: string) {
  const of = (column: string) => sql.ref(`${row}.${column}`)
  const isMedian = sql`valuation."byMedian" and ${of('median')} is not null`
  return sql`
    trim_scale(case when ${isMedian} then ${of('median')} else ${of('price')} end)::text
      as ${sql.ref(`${name}Price`)},
    ${of('source')} || case when ${isMedian} then '-median' else '-last' end
      as ${sql.ref(`${name}Source`)},
    ${of('observed_at')} as ${sql.ref(`${name}At`)}`
}

/** Returns the price in such columns; null if there is none. */
export function valuedPrice(
  digits: string | null,
  source: string | null,
  at: Date | null,
): RupiahPrice | null {
  const price = digits === null ? null : parseRatio(digits)
  return price === null || source === null || at === null ? null : { price, source, at }
}

/**
 * Reads the prices in rupiah of these assets, of any age, by symbol. An asset that has none in
 * rupiah has the one by way of USDT.
 */
export async function readRupiahPrices(
  db: Reader,
  symbols: readonly string[],
): Promise<ReadonlyMap<string, RupiahPrice>> {
  if (symbols.length === 0) return new Map()
  const rows = await readRows(db, {
    symbol: 'text',
    ofPrice: 'text?',
    ofSource: 'text?',
    ofAt: 'timestamptz?',
    dollarPrice: 'text?',
    dollarSource: 'text?',
    dollarAt: 'timestamptz?',
    middlePrice: 'text?',
    middleSource: 'text?',
    middleAt: 'timestamptz?',
  })`
    select a.symbol, ${valuedColumns('p', 'of')}, ${valuedColumns('d', 'dollar')},
      ${valuedColumns('m', 'middle')}
    from assets a ${valuationJoin}
    left join prices p on p.pair = a.symbol || '_IDR'
    left join prices d on d.pair = a.symbol || '_USDT'
    left join prices m on m.pair = 'USDT_IDR'
    where a.symbol = any(${symbols})`
  return new Map(
    rows.flatMap(({ symbol, ...row }) => {
      const price =
        valuedPrice(row.ofPrice, row.ofSource, row.ofAt) ??
        byWayOf(
          valuedPrice(row.dollarPrice, row.dollarSource, row.dollarAt),
          valuedPrice(row.middlePrice, row.middleSource, row.middleAt),
        )
      return price === null ? [] : [[symbol, price] as const]
    }),
  )
}

/** Multiplies two prices; the result has the source and the time of the older one. */
function byWayOf(one: RupiahPrice | null, other: RupiahPrice | null): RupiahPrice | null {
  if (one === null || other === null) return null
  return { ...(one.at < other.at ? one : other), price: times(one.price, other.price) }
}
