import { z } from 'zod'
import type { UserId } from '../../base/values/ids.ts'

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
