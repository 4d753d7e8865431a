/**
 * Writes the file of OECD's Crypto-Asset Reporting Framework: version 1.5 of its schema, whose
 * names and order of elements these are.
 */

import { escaped } from '../../base/values/markup.ts'
import { categories, type FilePart } from './carf.rules.ts'
import type { CarfFigure, CarfPerson, ReportedRecord } from './carf-record.rules.ts'

export type House = Readonly<{ name: string; address: string; city: string; npwp: string }>

type Header = Readonly<{
  house: House
  /** The reference of the message, and that of the house's record in it. */
  messageRef: string
  houseRef: string
  /** Whether an earlier message has the house's record. */
  isKnownHouse: boolean
  part: FilePart
  isNil: boolean
  year: number
  at: Date
}>

const country = 'ID'

/** Returns the file up to its first record. */
export function xmlStart(header: Header): string {
  const { house, part, isNil, year, at } = header
  const spec = element('MessageSpec', [
    element('SendingEntityIN', house.npwp),
    element('TransmittingCountry', country),
    element('ReceivingCountry', country),
    element('MessageType', 'CARF'),
    element('MessageRefId', header.messageRef),
    element('MessageTypeIndic', isNil ? 'CARF703' : messageTypes[part]),
    element('ReportingPeriod', `${year}-12-31`),
    element('Timestamp', at.toISOString().slice(0, 19)),
  ])
  const provider = element('RCASP', [
    element('RCASP_ID', [
      element('Entity', [
        element('ResCountryCode', country),
        element('TIN', house.npwp, { issuedBy: country }),
        element('Name', house.name),
        addressOf({ ...house, country }),
      ]),
    ]),
    element('Nexus', taxResidence),
    docSpec(header.isKnownHouse ? resent : newData, header.houseRef, null),
  ])
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<CARF_OECD xmlns="urn:oecd:ties:carf:v1" ' +
    'xmlns:stf="urn:oecd:ties:carfstf:v5" version="1.5">\n' +
    `${spec}<CARFBody>\n${provider}`
  )
}

export const xmlEnd = '</CARFBody>\n</CARF_OECD>\n'

const messageTypes: { readonly [Part in FilePart]: string } = {
  new: 'CARF701',
  corrections: 'CARF702',
}

const taxResidence = 'CARF901'
const newData = 'OECD1'
const resent = 'OECD0'
const documentTypes = { new: newData, correction: 'OECD2', deletion: 'OECD3' } as const

export function xmlRecord({ ref, kind, corrects, person, figures }: ReportedRecord): string {
  const bySymbol = Map.groupBy(figures, ({ symbol }) => symbol)
  return element('CryptoUsers', [
    element('UserID', [element('Individual', individual(person))]),
    ...[...bySymbol].map(([symbol, own]) =>
      element('RelevantTransactions', [element('CryptoAsset', symbol), ...own.map(xmlFigure)]),
    ),
    docSpec(documentTypes[kind], ref, corrects),
  ])
}

function individual({ residences, ...person }: CarfPerson): readonly string[] {
  const { first, last } = namesOf(person.name)
  return [
    ...residences.map((one) => element('ResCountryCode', one.country)),
    ...residences.map(({ country: issuedBy, taxNumber }) =>
      taxNumber === null
        ? element('TIN', '', { unknown: 'true' })
        : element('TIN', taxNumber.replaceAll(/[ .-]/g, ''), { issuedBy }),
    ),
    element('Name', [element('FirstName', first), element('LastName', last)]),
    addressOf(person),
    element('BirthInfo', [element('BirthDate', person.birthDate)]),
  ]
}

/** Many Indonesians have one name: the guide's `NFN` stands for the first one then. */
function namesOf(name: string): Readonly<{ first: string; last: string }> {
  const words = name.split(' ').filter((word) => word !== '')
  const last = words.at(-1) ?? name
  return { first: words.length > 1 ? words.slice(0, -1).join(' ') : 'NFN', last }
}

const addressOf = ({
  address,
  city,
  ...person
}: Pick<CarfPerson, 'address' | 'city' | 'country'>) =>
  element('Address', [
    element('CountryCode', person.country),
    element('AddressFix', [element('City', city)]),
    ...(address === '' ? [] : [element('AdditionalAddressInfo', address)]),
  ])

function xmlFigure({ category, transactions, units, amountIdr }: CarfFigure): string {
  const known = categories.find((one) => one.category === category)
  if (known === undefined) throw new Error(`${category} is no element of the schema`)
  const amount = element('Amount', twoDecimals(amountIdr), { currCode: 'IDR' })
  return element(known.element, [
    ...('transferType' in known ? [element('TransferType', known.transferType)] : []),
    // Transfers to wallets have no number in the schema.
    ...(category === 'wallet-out' ? [] : [element('NumberofTransactions', transactions)]),
    amount,
    element('NumberofUnits', units),
  ])
}

function twoDecimals(amount: string): string {
  const [whole = '0', fraction = ''] = amount.split('.')
  return `${whole}.${fraction.padEnd(2, '0')}`
}

const docSpec = (type: string, ref: string, corrects: string | null): string =>
  element('DocSpec', [
    element('stf:DocTypeIndic', type),
    element('stf:DocRefId', ref),
    ...(corrects === null ? [] : [element('stf:CorrDocRefId', corrects)]),
  ])

/** An element with text, which is escaped, or with the elements in it. */
function element(
  name: string,
  content: string | readonly string[],
  attributes: Readonly<Record<string, string>> = {},
): string {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  const inner = typeof content === 'string' ? escaped(content) : `\n${content.join('')}`
  return `<${name}${given.join('')}>${inner}</${name}>\n`
}
