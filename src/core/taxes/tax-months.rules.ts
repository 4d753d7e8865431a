import { integerOf } from '../../base/values/integers.ts'
import { formatMoney, idr, money, parseMoney } from '../../base/values/money.ts'

/** The records that make up a tax month; each kind has ids of its own. */
export const taxSources = ['tax', 'correction', 'trade-fee', 'fee'] as const
export type TaxSource = (typeof taxSources)[number]

/** The last id of each kind. */
export type TaxHorizon = Readonly<Record<TaxSource, number>>

/** The figures of a month, in sen, and the records that they sum. */
export type TaxClosing = Readonly<{
  tax: bigint
  vat: bigint
  items: number
  /** The last ids of the month before, and of this one. */
  after: TaxHorizon
  upto: TaxHorizon
}>

const monthSpelled = /^20\d\d-(?:0[1-9]|1[0-2])$/

export const isMonth = (text: string): boolean => monthSpelled.test(text)

/** The first moment of a month in Jakarta. */
export const monthStart = (month: string): Date => new Date(`${month}-01T00:00:00+07:00`)

/** The month after `2026-12` is `2027-01`. */
export function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 12 ? `${year + 1}-01` : `${year}-${`${number + 1}`.padStart(2, '0')}`
}

const inRupiah = (units: bigint): string => formatMoney(money(idr, units))

/** Parses rupiah, which may be below zero; null if the text is none. */
export function senIn(text: string): bigint | null {
  const parsed = parseMoney(idr, text.replace(/^-/, ''))
  if (!parsed.ok) return null
  return text.startsWith('-') ? -parsed.money.units : parsed.money.units
}

/**
 * A closing as the text of a proposal:
 * `tax 735000, VAT 11.5, 3 records after 5-0-2-3 up to 9-0-4-7`.
 */
export const closingText = ({ tax, vat, items, after, upto }: TaxClosing): string =>
  `tax ${inRupiah(tax)}, VAT ${inRupiah(vat)}, ${items} records ` +
  `after ${horizonText(after)} up to ${horizonText(upto)}`

const horizonText = (horizon: TaxHorizon): string =>
  taxSources.map((source) => horizon[source]).join('-')

/** Whether a closing sums what the closed months before it left. */
export const follows = ({ after }: TaxClosing, last: TaxHorizon): boolean =>
  horizonText(after) === horizonText(last)

const closingSpelled =
  /^tax (-?[\d.]+), VAT (-?[\d.]+), (\d{1,15}) records after ([\d-]{7,63}) up to ([\d-]{7,63})$/

/** Parses such a text; null if it is none. */
export function closingIn(text: string): TaxClosing | null {
  const [, taxText = '', vatText = '', items = '', ...ends] = closingSpelled.exec(text) ?? []
  const [tax, vat] = [senIn(taxText), senIn(vatText)]
  const [after = null, upto = null] = ends.map(horizonIn)
  if (tax === null || vat === null || after === null || upto === null) return null
  return { tax, vat, items: integerOf(items), after, upto }
}

function horizonIn(ids: string): TaxHorizon | null {
  const [taxes, corrections, ofTrades, fees, ...more] = ids.split('-').map(integerOf)
  const horizon = { tax: taxes, correction: corrections, 'trade-fee': ofTrades, fee: fees }
  return more.length === 0 && isHorizon(horizon) ? horizon : null
}

const isHorizon = (ids: Readonly<Record<TaxSource, number | undefined>>): ids is TaxHorizon =>
  taxSources.every((source) => ids[source] !== undefined)

/** Two amounts in sen that are due for a month, or their receipts. */
type Both<Value> = Readonly<{ tax: Value; vat: Value }>

export const dueText = ({ tax, vat }: Both<bigint>): string =>
  `due: tax ${inRupiah(tax)}, VAT ${inRupiah(vat)}`

export const receiptsText = ({ tax, vat }: Both<string | null>): string =>
  `paid: tax ${tax ?? '-'}, VAT ${vat ?? '-'}`

const receiptsSpelled = /^paid: tax ([0-9A-Z]{16}|-), VAT ([0-9A-Z]{16}|-)$/

/** Parses the receipts of a payment (NTPN); null if they are none. */
export function receiptsIn(text: string): Both<string | null> | null {
  const found = receiptsSpelled.exec(text)
  if (found === null) return null
  const [tax = null, vat = null] = found.slice(1).map((one) => (one === '-' ? null : one))
  return { tax, vat }
}

/** Whether there is a receipt, and each is for an amount above zero. */
export const paysDue = (due: Both<bigint>, { tax, vat }: Both<string | null>): boolean =>
  (tax !== null || vat !== null) && (tax === null || due.tax > 0n) && (vat === null || due.vat > 0n)

/** The taxed value and the tax, in sen. */
export type TaxFigures = Readonly<{ value: bigint; tax: bigint }>

export const figuresText = ({ value, tax }: TaxFigures): string =>
  `base ${inRupiah(value)}, tax ${inRupiah(tax)}`

export const correctionText = ({ reason, ...figures }: TaxCorrecting): string =>
  `${figuresText(figures)}: ${reason}`

export type TaxCorrecting = TaxFigures & Readonly<{ reason: string }>

/** Parses a correction; null if it is none, or its tax exceeds its base. */
export function correctionIn(text: string): TaxCorrecting | null {
  const [, base = '', taxText = '', reason = ''] =
    /^base ([\d.]+), tax ([\d.]+): (\S.{0,199})$/.exec(text) ?? []
  const [value, tax] = [senIn(base), senIn(taxText)]
  return value === null || tax === null || tax > value ? null : { value, tax, reason }
}

export const correctionPrefix = 'TUKAR-K-'

/** The unique number of a correction. */
export const correctionNumber = (id: number): string => `${correctionPrefix}${id}`
