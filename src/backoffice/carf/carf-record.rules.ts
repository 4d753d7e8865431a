import type { CertifiedFacts } from '../../app/identity-records/certification.ts'
import { assetId, type UserId } from '../../base/values/ids.ts'
import { formatMoney, idr, money } from '../../base/values/money.ts'
import type { KtpFields } from '../../providers/idp/ktp.ts'
import type { CarfCategory, RecordKind } from './carf.rules.ts'
import { categoryNames } from './carf.rules.ts'

/** Whom a record is about. A place or an explanation that is not known is empty. */
export type CarfPerson = Pick<
  CertifiedFacts,
  'name' | 'address' | 'city' | 'country' | 'birthDate' | 'birthPlace' | 'residences'
>

type StoredFigure = Readonly<{
  symbol: string
  name: string
  scale: number
  category: CarfCategory
  transactions: string
  units: string
  amountIdr: string
}>

/** A figure in decimal text. */
export type CarfFigure = Omit<StoredFigure, 'scale'>

/** A record as the files have it. */
export type ReportedRecord = Readonly<{
  ref: string
  kind: RecordKind
  /** The record that this one corrects or deletes. */
  corrects: string | null
  user: UserId
  person: CarfPerson
  figures: readonly CarfFigure[]
}>

/** Formats figures, by asset and in the order of the schema. */
export const shownFigures = (figures: readonly StoredFigure[]): readonly CarfFigure[] =>
  figures
    .map(({ scale, units, amountIdr, symbol, ...figure }) => ({
      ...figure,
      symbol,
      units: formatMoney(money({ id: assetId(0), symbol, scale }, BigInt(units))),
      amountIdr: formatMoney(money(idr, BigInt(amountIdr))),
    }))
    .toSorted(
      (one, other) => one.symbol.localeCompare(other.symbol, 'en') || placeOf(one) - placeOf(other),
    )

const placeOf = ({ category }: CarfFigure): number => categoryNames.indexOf(category)

/** The person on an identity card, for a user who never certified. */
export const personOfCard = (card: KtpFields, birthDate: string): CarfPerson => ({
  name: card.name,
  address: [card.address, card.rtRw, card.village, card.district, card.province]
    .filter((part) => part !== '')
    .join(', '),
  city: cityOf(card),
  country: 'ID',
  birthDate,
  birthPlace: card.birthPlace,
  residences: [{ country: 'ID', taxNumber: card.nik, noNumber: null }],
})

/** The city on a card, or the nearest place that could be read: the schema demands one. */
const cityOf = ({ city, district, village, province }: KtpFields): string =>
  [city, district, village, province].find((place) => place !== '') ?? 'unknown'
