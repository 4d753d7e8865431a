import { perMillion, type Rate } from '../../base/values/money.ts'
import type { Database } from '../database/database.ts'

/** A tax on trades, from its first day (in Jakarta) until the next of its kind and side. */
export type TaxRate = Readonly<{
  kind: 'PPH' | 'PPN'
  side: 'BUY' | 'SELL'
  rate: Rate
  /** As YYYY-MM-DD. */
  validFrom: string
  rule: string
}>

/** Lists every past, current and future tax, oldest first. */
export async function listTaxRates(db: Pick<Database, 'read'>): Promise<readonly TaxRate[]> {
  const rows = await db.read
    .selectFrom('tax_rates')
    .select(['kind', 'side', 'rate_ppm', 'valid_from', 'rule'])
    .orderBy('valid_from')
    .orderBy('id')
    .execute()
  return rows.map(({ kind, side, rate_ppm, valid_from, rule }) => ({
    kind: kind === 'PPN' ? 'PPN' : 'PPH',
    side: side === 'BUY' ? 'BUY' : 'SELL',
    rate: perMillion(BigInt(rate_ppm)),
    validFrom: valid_from,
    rule,
  }))
}

const jakartaOffsetMs = 7 * 3_600_000

/**
 * Returns the taxes on a side's trades at this moment, one of each kind, without zero rates.
 * `rates` must be in order, oldest first.
 */
export function ratesOn(
  rates: readonly TaxRate[],
  side: 'BUY' | 'SELL',
  at: Date,
): readonly TaxRate[] {
  const day = new Date(at.getTime() + jakartaOffsetMs).toISOString().slice(0, 10)
  const inForce = new Map<string, TaxRate>()
  for (const rate of rates) {
    if (rate.side === side && rate.validFrom <= day) inForce.set(rate.kind, rate)
  }
  return [...inForce.values()].filter(({ rate }) => rate.ppm > 0n)
}
