import { z } from 'zod'
import { refuse } from '../../../base/refusal.ts'
import { cursorPageOf } from '../../../base/values/cursor.ts'
import { formatMoney, idr, money } from '../../../base/values/money.ts'
import type { Context } from '../../../context.ts'
import {
  closingText,
  isMonth,
  monthAfter,
  monthStart,
  receiptsText,
  type TaxClosing,
  type TaxHorizon,
  taxSources,
} from '../../../core/taxes/tax-months.rules.ts'
import {
  findLastMonth,
  horizonOf,
  listMonths,
  readHorizon,
  type TaxMonth,
} from '../../../core/taxes/tax-months.sql.ts'
import type {
  Audited,
  OperatorOperation,
} from '../../../platform/access/operators/operator-endpoint.ts'
import { decimal, field, isoTime, optional } from '../../../platform/http/contracts/contracts.ts'
import { cursorFields } from '../../../platform/http/contracts/lists.ts'
import {
  commitProposal,
  type Proposing,
  proposalFields,
  proposalItself,
} from '../proposals/propose-change.ts'
import type { ProposalView } from '../proposals/show-proposals.ts'
import { findFirst, sumItems, type TaxScope } from './tax-items.sql.ts'

const month = field({ type: 'string', pattern: '^20\\d\\d-(0[1-9]|1[0-2])$' }, (value, fail) =>
  typeof value === 'string' && isMonth(value)
    ? value
    : fail('The :attribute field format is invalid.'),
).meta({ description: 'A month in Jakarta, such as 2026-03.' })

export const ListTaxMonths = z.object({ ...cursorFields })

export const TaxMonthView = z
  .object({
    month: z.string(),
    items: z.int().meta({ description: 'The number of records in its file.' }),
    taxIdr: decimal.meta({ description: 'The taxes on trades; corrections may make it negative.' }),
    vatIdr: decimal.meta({ description: 'The value-added tax in fees.' }),
    taxDueIdr: decimal.meta({ description: 'Less what earlier months corrected below zero.' }),
    vatDueIdr: decimal,
    closedAt: isoTime,
    taxReceipt: z.string().nullable().meta({ description: 'The receipt of the treasury (NTPN).' }),
    taxPaidAt: isoTime.nullable(),
    vatReceipt: z.string().nullable(),
    vatPaidAt: isoTime.nullable(),
  })
  .meta({ id: 'TaxMonth' })

const inRupiah = (units: bigint): string => formatMoney(money(idr, units))

const shown = (one: TaxMonth): z.input<typeof TaxMonthView> => ({
  month: one.month,
  items: one.items,
  taxIdr: inRupiah(one.tax),
  vatIdr: inRupiah(one.vat),
  taxDueIdr: inRupiah(one.taxDue),
  vatDueIdr: inRupiah(one.vatDue),
  closedAt: one.closedAt,
  taxReceipt: one.taxReceipt,
  taxPaidAt: one.taxPaidAt,
  vatReceipt: one.vatReceipt,
  vatPaidAt: one.vatPaidAt,
})

/** Lists closed months, newest first by default. */
export async function showTaxMonths(
  ctx: Pick<Context, 'db'>,
  input: z.output<typeof ListTaxMonths>,
) {
  const found = await listMonths(ctx.db.read, input)
  return cursorPageOf(found, input, ({ number }) => [number], shown)
}

/** The scope of a month that is closed with these last ids. */
export async function scopeOf(
  db: Context['db']['read'],
  wanted: string,
  upto: TaxHorizon,
): Promise<TaxScope> {
  const after = horizonOf(await findLastMonth(db, wanted))
  return { from: monthStart(wanted), to: monthStart(monthAfter(wanted)), after, upto }
}

/** Records that one statement sums. */
const stepRecords = 200_000

async function closingOf(
  { patientDb }: Pick<Context, 'patientDb'>,
  scope: TaxScope,
): Promise<TaxClosing> {
  const { after: from, upto } = scope
  let [items, tax, vat] = [0, 0n, 0n]
  for (const source of taxSources) {
    let after = await findFirst(patientDb.read, source, scope)
    for (; after < upto[source]; after += stepRecords) {
      const step = { after, last: after + stepRecords }
      const sums = await sumItems(patientDb.read, source, scope, step)
      items += sums.items
      tax += sums.tax
      vat += sums.vat
    }
  }
  return { tax, vat, items, after: from, upto }
}

export const CloseTaxMonth = z.object({ month, ...proposalFields })

/**
 * Proposes to close a month: sums what is recorded now, and freezes these figures. What is recorded
 * later belongs to the next month. Refuses a month that has not ended, or does not follow the last
 * closed one.
 *
 * @transactions the last ids are read in a short one, since the lock for it stops the writers.
 */
export async function closeTaxMonth(
  ctx: Proposing & Pick<Context, 'patientDb'>,
  { month: wanted, reason, otpCode }: z.output<typeof CloseTaxMonth>,
  by: OperatorOperation,
): Promise<Audited<ProposalView>> {
  const last = await findLastMonth(ctx.db.read)
  if (last !== null && monthAfter(last.month) !== wanted) return refuse('api.tax_month_not_next')
  const upto = await ctx.db.inTransaction(readHorizon)
  const closing = await closingOf(ctx, await scopeOf(ctx.db.read, wanted, upto))
  const change = { kind: 'tax-month', subject: wanted, value: closingText(closing) } as const
  return commitProposal(ctx, by, { reason, otpCode }, change, proposalItself)
}

const receipt = optional(
  field({ type: 'string', pattern: '^[0-9A-Z]{16}$' }, (value, fail) =>
    typeof value === 'string' && /^[0-9A-Z]{16}$/.test(value)
      ? value
      : fail('The :attribute field format is invalid.'),
  ),
)

export const ByMonth = z.object({ month })
export const PayTaxMonth = z.object({
  taxReceipt: receipt.meta({
    description: 'The receipt (NTPN) of the taxes on trades, if these were paid.',
  }),
  vatReceipt: receipt.meta({ description: 'That of the value-added tax, if it was paid.' }),
  ...proposalFields,
})

/** Proposes to book what the treasury was paid for a closed month, by its receipts. */
export const payTaxMonth = (
  ctx: Proposing,
  input: z.output<typeof ByMonth> & z.output<typeof PayTaxMonth>,
  by: OperatorOperation,
): Promise<Audited<ProposalView>> => {
  const { month: subject, taxReceipt, vatReceipt, reason, otpCode } = input
  const value = receiptsText({ tax: taxReceipt ?? null, vat: vatReceipt ?? null })
  const change = { kind: 'tax-payment', subject, value } as const
  return commitProposal(ctx, by, { reason, otpCode }, change, proposalItself)
}
