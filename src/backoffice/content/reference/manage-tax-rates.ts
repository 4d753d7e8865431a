import { z } from 'zod'
import { integerOf } from '../../../base/values/integers.ts'
import { perMillion } from '../../../base/values/money.ts'
import type { Context } from '../../../context.ts'
import { listAllTaxRates, lockTaxRates } from '../../../core/reference/fees.sql.ts'
import {
  type DatedRate,
  mostTaxPpm,
  pairClasses,
  rateText,
  seriesName,
  seriesOf,
  type TaxSeries,
  taxCollectors,
  taxSeries,
} from '../../../core/reference/tax-rates.rules.ts'
import type {
  Audited,
  OperatorOperation,
} from '../../../platform/access/operators/operator-endpoint.ts'
import {
  itemVersion,
  refuseIfChanged,
  type Versioned,
} from '../../../platform/access/operators/versions.ts'
import { integer, text, withDefault } from '../../../platform/http/contracts/contracts.ts'
import { found } from '../content-writing.ts'
import { auditSubject } from '../proposals/guarded-change.rules.ts'
import { commitProposal, type Proposing, proposalFields } from '../proposals/propose-change.ts'
import { ProposalView } from '../proposals/show-proposals.ts'

const StoredRate = z
  .object({
    ratePpm: z.int(),
    baseNumerator: z.int(),
    baseDenominator: z.int(),
    validFrom: z.iso.date().meta({ description: 'The first day, in Jakarta.' }),
    rule: z.string().meta({ description: 'The regulation that sets the rate.' }),
  })
  .meta({ id: 'StoredTaxRate' })

export const StoredTaxSeries = z
  .object({
    code: z.string(),
    kind: z.enum(['PPH', 'PPN']),
    side: z.enum(['BUY', 'SELL', 'FEE']),
    pairClass: z.enum([...pairClasses, 'any']),
    collector: z.enum(taxCollectors).meta({
      description: 'Rates of the status in the setting `tax.collector` apply.',
    }),
    rates: z.array(StoredRate).meta({ description: 'Oldest first; none: it is not taxed.' }),
    version: z.string(),
  })
  .meta({ id: 'StoredTaxSeries' })

/** Lists the rates of every kind, side, class of pair and collector. */
export async function listTaxSeries({
  db,
}: Pick<Context, 'db'>): Promise<z.input<typeof StoredTaxSeries>[]> {
  const all = Map.groupBy(await listAllTaxRates(db.read), seriesName)
  return taxSeries.map((series) => shownSeries(series, all.get(seriesName(series)) ?? []))
}

const factsOf = (rates: readonly DatedRate[]) => ({ rates: rates.map(rateText) })

const shownSeries = (
  series: TaxSeries,
  rates: readonly DatedRate[],
): z.input<typeof StoredTaxSeries> => ({
  code: seriesName(series),
  ...series,
  rates: rates.map(({ rate, base, validFrom, rule }) => ({
    ratePpm: integerOf(rate.ppm),
    baseNumerator: integerOf(base.numerator),
    baseDenominator: integerOf(base.denominator),
    validFrom,
    rule,
  })),
  version: itemVersion(factsOf(rates)),
})

export const TaxSeriesByCode = z.object({ code: text({ max: 40 }) })

const part = withDefault(integer({ min: 1, max: 1_000 }), 1)

export const WriteTaxRate = z.object({
  ratePpm: integer({ min: 0, max: mostTaxPpm }),
  baseNumerator: part,
  baseDenominator: part,
  validFrom: text({ max: 10 }).meta({ description: 'The first day in Jakarta: 2027-01-01.' }),
  rule: text({ max: 100 }),
  ...proposalFields,
})

export const WrittenTaxSeries = StoredTaxSeries.extend({
  proposal: ProposalView.meta({ description: 'The proposed rate; it is not planned yet.' }),
}).meta({ id: 'ChangedTaxSeries' })

/** Proposes a rate from a later day on. */
export const planTaxRate = (
  ctx: Proposing,
  {
    code,
    reason,
    otpCode,
    version,
    ratePpm,
    baseNumerator,
    baseDenominator,
    validFrom,
    rule,
  }: Versioned<z.output<typeof TaxSeriesByCode> & z.output<typeof WriteTaxRate>>,
  by: OperatorOperation,
): Promise<Audited<z.input<typeof WrittenTaxSeries>>> => {
  const value = rateText({
    rate: perMillion(BigInt(ratePpm)),
    base: { numerator: BigInt(baseNumerator), denominator: BigInt(baseDenominator) },
    validFrom,
    rule,
  })
  const change = { kind: 'tax-rate', subject: code, value } as const
  return commitProposal(ctx, by, { reason, otpCode }, change, async (tx, proposal) => {
    const series = found(seriesOf(code))
    const rates = await lockTaxRates(tx, series)
    await refuseIfChanged(tx, version, auditSubject(change), factsOf(rates))
    return { ...shownSeries(series, rates), proposal }
  })
}
