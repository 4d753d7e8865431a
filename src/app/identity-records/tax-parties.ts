import type { UserId } from '../../base/values/ids.ts'
import type { Context } from '../../context.ts'
import { readTexts } from '../../core/reference/settings.sql.ts'
import {
  findCertifications,
  type StoredCertification,
} from '../../core/users/certifications.sql.ts'
import type { KtpFields } from '../../providers/idp/ktp.ts'
import { openCertification } from './certification.ts'
import { findCards } from './identity-card.ts'

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

/**
 * Returns who of these users paid their taxes, by the certification or else the identity card;
 * users without either are missing.
 */
export async function findTaxPayers(
  ctx: Pick<Context, 'config' | 'db'>,
  users: readonly UserId[],
): Promise<ReadonlyMap<UserId, TaxPayer>> {
  const certifications = await findCertifications(ctx.db.read, users)
  const cards = await findCards(ctx, users)
  return new Map(
    users.flatMap((user) => {
      const payer = payerOf(ctx, user, certifications.get(user), cards.get(user))
      return payer === null ? [] : [[user, payer]]
    }),
  )
}

/** Returns who paid a user's taxes; null if that is not known. */
export const findTaxPayer = async (
  ctx: Pick<Context, 'config' | 'db'>,
  user: UserId,
): Promise<TaxPayer | null> => (await findTaxPayers(ctx, [user])).get(user) ?? null

function payerOf(
  ctx: Pick<Context, 'config'>,
  user: UserId,
  certification: StoredCertification | undefined,
  card: KtpFields | undefined,
): TaxPayer | null {
  const ofCard = card === undefined ? '' : card.nik
  if (certification !== undefined) {
    const facts = openCertification(ctx, user, certification.sealed)
    const home = facts.residences.find(({ country }) => country === 'ID')
    return {
      name: facts.name,
      address: `${facts.address}, ${facts.city}`,
      taxNumber: home?.taxNumber ?? ofCard,
    }
  }
  if (card === undefined) return null
  const { name, address, village, district, city, province } = card
  const places = [address, village, district, city, province].filter((part) => part !== '')
  return { name, address: places.join(', '), taxNumber: ofCard }
}
