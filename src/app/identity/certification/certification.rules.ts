import type { RefusalKey } from '../../../base/refusal.ts'
import { dateIn } from '../../../base/values/printed-day.ts'
import type { KtpFields } from '../../../providers/idp/ktp.ts'
import type { CertifiedFacts } from '../../identity-records/certification.ts'
import { isCitizens } from '../card.rules.ts'

const home = 'ID'

/** Returns why a certification is not plausible beside the user's card; null if it is. */
export function certificationFault(
  stated: CertifiedFacts,
  card: KtpFields,
  countries: ReadonlySet<string>,
): RefusalKey | null {
  const { residences, country } = stated
  const named = residences.map((one) => one.country)
  if (lettersOf(stated.name) !== lettersOf(card.name)) return 'api.tax_certification_differs'
  const born = dateIn(card.birthDate)
  if (born !== null && born !== stated.birthDate) return 'api.tax_certification_differs'
  const areKnown = [country, ...named].every((one) => countries.has(one))
  if (!areKnown || new Set(named).size < named.length) return 'api.tax_residence_invalid'
  if (!residences.every((one) => isNumbered(one, card))) return 'api.tax_residence_invalid'
  const seemsHome = country === home || isCitizens(card)
  const isExplained = named.includes(home) || stated.explanation !== null
  return seemsHome && !isExplained ? 'api.tax_residence_unexplained' : null
}

/** Cards print names in capitals, and people type them with other marks. */
const lettersOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[^\p{L}]/gu, '')
    .toUpperCase()

type Residence = CertifiedFacts['residences'][number]

/** Whether a residence has a number or a reason for its absence; Indonesia gives everyone one. */
function isNumbered({ country, taxNumber, noNumber }: Residence, { nik }: KtpFields): boolean {
  if (taxNumber !== null && !/[\p{L}\p{N}]/u.test(taxNumber)) return false
  if (country !== home) return (taxNumber === null) !== (noNumber === null)
  return taxNumber !== null && noNumber === null && isIndonesian(taxNumber, nik)
}

/**
 * Whether a number is the NIK of the card, or an NPWP: one of 15 digits, or 16 digits that begin
 * with zero. Any other number of 16 digits is the NIK of another person.
 */
function isIndonesian(taxNumber: string, nik: string): boolean {
  const digits = taxNumber.replaceAll(/[ .-]/g, '')
  return digits === nik || /^0?[0-9]{15}$/.test(digits)
}

/** Shows the last four characters of a number: its owner recognizes it. */
export const maskedNumber = (number: string): string =>
  '•'.repeat(Math.max(number.length - 4, 0)) + number.slice(-4)
