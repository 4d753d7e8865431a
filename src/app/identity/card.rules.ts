import { integerOf } from '../../base/values/integers.ts'
import { dateIn } from '../../base/values/printed-day.ts'
import type { KtpFields } from '../../providers/idp/ktp.ts'

type PrintedCard = Pick<KtpFields, 'nik' | 'birthDate' | 'gender' | 'citizenship' | 'validUntil'>

export type CardTerms = Readonly<{
  /** The day in Jakarta, `yyyy-mm-dd`. */
  today: string
  minimumAgeYears: number
}>

/** The provinces, as numbers of identity cards begin. */
const provinces = new Set([
  ...['11', '12', '13', '14', '15', '16', '17', '18', '19', '21'],
  ...['31', '32', '33', '34', '35', '36', '51', '52', '53'],
  ...['61', '62', '63', '64', '65', '71', '72', '73', '74', '75', '76'],
  ...['81', '82', '91', '92', '93', '94', '95', '96'],
])

const fits = {
  province: (code: string) => provinces.has(code),
  part: (code: string) => code !== '00',
  serial: (code: string) => code !== '0000',
}

/** Forty is added to the day of birth in the number of a woman. */
const womensDay = 40

/** Returns the fault of a card, in words for operators; null if it may register its owner. */
export function cardFault(card: PrintedCard, { today, minimumAgeYears }: CardTerms): string | null {
  const printed = dateIn(card.birthDate)
  if (printed === null) return 'the birth date cannot be read'
  if (!isPossible(card.nik)) return 'the number of the card is impossible'
  if (!isOfNumber(card, printed)) return 'the number of the card does not fit its owner'
  if (yearsAfter(printed, minimumAgeYears) > today) {
    return `the owner of the card is younger than ${minimumAgeYears} years`
  }
  const end = isCitizens(card) ? null : dateIn(card.validUntil)
  return end !== null && end < today ? `the card expired on ${end}` : null
}

/**
 * Whether a card is of a citizen: it is valid for life, also one with an end printed before law 24
 * of 2013 (article 64).
 */
export const isCitizens = ({ citizenship }: Pick<PrintedCard, 'citizenship'>): boolean =>
  /^(?:WNI|INDONESIA)?$/i.test(citizenship.trim())

/** Whether the areas of a number exist, and its serial number is none that is never given. */
const isPossible = (nik: string): boolean =>
  fits.province(nik.slice(0, 2)) &&
  fits.part(nik.slice(2, 4)) &&
  fits.part(nik.slice(4, 6)) &&
  fits.serial(nik.slice(12))

/** Whether the number's date is the printed one, and that of the printed sex. */
function isOfNumber({ nik, gender }: PrintedCard, printed: string): boolean {
  const [day, monthAndYear] = [nik.slice(6, 8), nik.slice(8, 12)]
  const [year = '', month = '', printedDay = ''] = printed.split('-')
  if (monthAndYear !== `${month}${year.slice(2)}`) return false
  const woman = (integerOf(printedDay) + womensDay).toString()
  const [isMan, isWoman] = [day === printedDay, day === woman]
  if (/^PEREMPUAN/i.test(gender)) return isWoman
  return /^LAKI/i.test(gender) ? isMan : isMan || isWoman
}

const yearsAfter = (date: string, years: number): string =>
  `${integerOf(date.slice(0, 4)) + years}${date.slice(4)}`
