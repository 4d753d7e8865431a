import type { UserId } from '../../base/values/ids.ts'
import type { Context } from '../../context.ts'
import { readTexts } from '../../core/reference/settings.sql.ts'
import { findCertification } from '../../core/users/certifications.sql.ts'
import { openCertification } from './certification.ts'
import { findCardFields } from './identity-card.ts'

/** Who collected a tax. */
export type TaxCollectorFacts = Readonly<{ name: string; address: string; npwp: string }>

/** Who paid a tax; `taxNumber` is the NIK or NPWP. */
export type TaxPayer = Readonly<{ name: string; address: string; taxNumber: string }>

/** Returns who collected a user's taxes, as operators named the house. */
export async function readCollector({ db }: Pick<Context, 'db'>): Promise<TaxCollectorFacts> {
  const keys = ['tax.house_name', 'tax.house_address', 'tax.house_city', 'tax.house_npwp']
  const [name = '', address = '', city = '', npwp = ''] = await readTexts(db.read, keys)
  return { name, address: `${address}, ${city}`, npwp }
}

/** Returns who paid the taxes, by the certification or else the identity card; null without. */
export async function findTaxPayer(
  ctx: Pick<Context, 'config' | 'db'>,
  user: UserId,
): Promise<TaxPayer | null> {
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
