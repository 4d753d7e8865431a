import { z } from 'zod'
import { formatRatio, type Ratio } from '../../../base/values/ratio.ts'
import type { Context } from '../../../context.ts'
import { listPrices, maxAgeOf, readMaxAges } from '../../../core/reference/prices.sql.ts'
import { decimal, isoTime } from '../../../platform/http/contracts/contracts.ts'
import { shownDecimals } from './market.ts'

export const OperatorPrices = z.array(
  z
    .object({
      pair: z.string(),
      price: decimal,
      bid: decimal.nullable(),
      ask: decimal.nullable(),
      median: decimal.nullable(),
      samples: z.int().meta({ description: 'The number of samples of the median.' }),
      source: z.enum(['venue', 'operator', 'sandbox']),
      observedAt: isoTime,
      ageSeconds: z.int(),
      maxAgeSeconds: z.int(),
      stale: z.boolean().meta({ description: 'Too old to value money by.' }),
    })
    .meta({ id: 'OperatorPrice' }),
)

/** Lists the last price of every pair with its age and source. */
export async function showPrices(
  ctx: Pick<Context, 'db'>,
): Promise<z.input<typeof OperatorPrices>> {
  const { read } = ctx.db
  const [prices, ages] = await Promise.all([listPrices(read), readMaxAges(read)])
  return prices.map(({ price, bid, ask, median, ageMs, ...seen }) => {
    const maxAgeMs = maxAgeOf(seen, ages)
    return {
      ...seen,
      price: digits(price),
      bid: bid === null ? null : digits(bid),
      ask: ask === null ? null : digits(ask),
      median: median === null ? null : digits(median),
      ageSeconds: Math.floor(ageMs / 1_000),
      maxAgeSeconds: Math.floor(maxAgeMs / 1_000),
      stale: ageMs > maxAgeMs,
    }
  })
}

const digits = (ratio: Ratio): string => formatRatio(ratio, shownDecimals, 'half-up')
