import { z } from 'zod'
import { jakartaDay } from '../../base/clock.ts'
import type { UserId } from '../../base/values/ids.ts'
import { formatMoney, idr, money } from '../../base/values/money.ts'
import type { Reader } from '../../core/database/database.ts'
import { listCorrections, type TaxCorrection } from '../../core/taxes/tax-corrections.sql.ts'
import { correctionNumber } from '../../core/taxes/tax-months.rules.ts'
import type { TaxFilter } from '../../core/taxes/trade-taxes.sql.ts'
import { decimal } from '../../platform/http/contracts/contracts.ts'

export const TaxSlip = z
  .object({
    number: z.string().nullable().meta({
      description: 'Of the slip of a year or a month; null for other reports.',
    }),
    collector: z
      .object({ name: z.string(), address: z.string(), npwp: z.string() })
      .meta({ id: 'TaxCollector' }),
    payer: z
      .object({
        name: z.string(),
        address: z.string(),
        taxNumber: z.string().meta({ description: 'NIK or NPWP.' }),
      })
      .meta({ id: 'TaxPayer' })
      .nullable()
      .meta({ description: 'Null without an identity, and for API keys.' }),
  })
  .meta({ id: 'TaxSlip' })

export type TaxSlip = z.output<typeof TaxSlip>

/** The number of a user's slip of a year or a month; each has one. */
export function slipNumber(
  user: UserId,
  { year, month }: Readonly<{ year: number | null; month: number | null }>,
): string | null {
  if (year === null) return null
  const period = month === null ? `${year}` : `${year}${month.toString().padStart(2, '0')}`
  return `TUKAR-${period}-${user}`
}

export const TaxCorrectionItem = z
  .object({
    number: z.string().meta({ description: 'Its own unique number.' }),
    corrects: z.string().meta({ description: 'The slip of the month of the trade.' }),
    taxId: z.int().meta({ description: 'The number of the tax on that slip.' }),
    status: z.enum(['corrected', 'cancelled']),
    reason: z.string(),
    txPair: z.string(),
    side: z.enum(['BUY', 'SELL']),
    orderNo: z.string(),
    taxType: z.enum(['PPH', 'PPN']),
    tradedAt: z.iso.datetime(),
    oldValueIdr: decimal,
    oldTaxIdr: decimal,
    valueIdr: decimal,
    taxIdr: decimal,
    differenceIdr: decimal.meta({ description: 'What the tax is more, or less if negative.' }),
    madeAt: z.iso.datetime(),
  })
  .meta({ id: 'TaxCorrection' })
export type TaxCorrectionItem = z.output<typeof TaxCorrectionItem>

const inRupiah = (units: bigint): string => formatMoney(money(idr, units))

function shown(filter: TaxFilter, one: TaxCorrection): TaxCorrectionItem {
  const { id, taxId, status, reason, txPair, side, orderNo, kind, tradedAt, madeAt } = one
  const [year = 0, month = 0] = jakartaDay(tradedAt).split('-').map(Number)
  return {
    number: correctionNumber(id),
    corrects: slipNumber(filter.user, { year, month }) ?? '',
    ...{ taxId, status, reason, txPair, side, orderNo, taxType: kind },
    tradedAt: tradedAt.toISOString(),
    oldValueIdr: inRupiah(one.oldValue),
    oldTaxIdr: inRupiah(one.oldTax),
    valueIdr: inRupiah(one.value),
    taxIdr: inRupiah(one.tax),
    differenceIdr: inRupiah(one.tax - one.oldTax),
    madeAt: madeAt.toISOString(),
  }
}

/** Returns the corrections that were made in the time of a report, also of older trades. */
export async function correctionsOf(
  db: Reader,
  filter: TaxFilter,
): Promise<readonly TaxCorrectionItem[]> {
  return (await listCorrections(db, filter)).map((one) => shown(filter, one))
}
