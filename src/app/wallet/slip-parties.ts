import { z } from 'zod'
import type { UserId } from '../../base/values/ids.ts'
import type { Context } from '../../context.ts'
import { readTexts } from '../../core/reference/settings.sql.ts'
import { findCertification } from '../../core/users/certifications.sql.ts'
import { openCertification } from '../identity-records/certification.ts'
import { findCardFields } from '../identity-records/identity-card.ts'

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
export type TaxPayer = NonNullable<TaxSlip['payer']>

type Reading = Pick<Context, 'config' | 'db'>

/** Returns who collected a user's taxes, as operators named the house. */
export async function readCollector({ db }: Pick<Context, 'db'>): Promise<TaxSlip['collector']> {
  const keys = ['tax.house_name', 'tax.house_address', 'tax.house_city', 'tax.house_npwp']
  const [name = '', address = '', city = '', npwp = ''] = await readTexts(db.read, keys)
  return { name, address: `${address}, ${city}`, npwp }
}

/** Returns who paid the taxes, by the certification or else the identity card; null without. */
export async function findTaxPayer(ctx: Reading, user: UserId): Promise<TaxPayer | null> {
  const certification = await findCertification(ctx.db.read, user)
  const card = await findCardFields(ctx, user)
  const ofCard = card === null ? '' : card.nik
  if (certification !== null) {
    const facts = openCertification(ctx, user, certification.sealed)
    const home = facts.residences.find(({ country }) => country === 'ID')
    return {
      name: facts.name,
      address: `${facts.address}, ${facts.city}`,
      taxNumber: home?.taxNumber ?? ofCard,
    }
  }
  if (card === null) return null
  const { name, address, village, district, city, province } = card
  const places = [address, village, district, city, province].filter((part) => part !== '')
  return { name, address: places.join(', '), taxNumber: ofCard }
}

/** The number of a user's slip of a year or a month; each has one. */
export function slipNumber(
  user: UserId,
  { year, month }: Readonly<{ year: number | null; month: number | null }>,
): string | null {
  if (year === null) return null
  const period = month === null ? `${year}` : `${year}${month.toString().padStart(2, '0')}`
  return `TUKAR-${period}-${user}`
}
