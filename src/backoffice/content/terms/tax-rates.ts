import { jakartaDay } from '../../../base/clock.ts'
import { lockTaxRates, writeTaxRate } from '../../../core/reference/fees.sql.ts'
import { mayPlan, rateIn, rateText, seriesOf } from '../../../core/reference/tax-rates.rules.ts'
import type { GuardedSubject } from './guarded-kind.ts'

/** A rate of a tax from a later day on. It replaces one that was planned from the same day. */
export const taxRate: GuardedSubject = {
  unknown: 'api.content_not_found',
  unfit: 'api.bounds_invalid',
  weigh: async (tx, { clock }, name, value) => {
    const series = seriesOf(name)
    if (series === null) return null
    const newest = (await lockTaxRates(tx, series)).at(-1)
    const before = newest === undefined ? 'none' : rateText(newest)
    const rate = rateIn(value)
    if (rate === null || !mayPlan(series, rate, jakartaDay(clock.now()))) {
      return { before, next: null }
    }
    return { before, next: { value: rateText(rate), write: () => writeTaxRate(tx, series, rate) } }
  },
}
