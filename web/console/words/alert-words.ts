import { formatDecimal, type Language } from '@tukar/client'
import { alertSentences } from './alert-sentences.ts'
import { proposedInWords } from './proposed-words.ts'

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

const formOf = (sentence: string): RegExp =>
  new RegExp(`^${sentence.split('{}').map(escaped).join('(.+?)')}$`, 's')

/** What proposals change, as the service names it before the subject, and in Indonesian. */
export const proposalNouns: readonly (readonly [string, string])[] = [
  ['the daily withdrawal limit of', 'batas penarikan harian'],
  ['the supply cap of', 'batas pasokan'],
  ['the reference price of', 'harga acuan'],
  ['the listing of', 'pencatatan'],
  ['the terms of', 'ketentuan'],
  ['the trading fees of', 'biaya perdagangan'],
  ['the tax rate of', 'tarif pajak'],
  ['the asset', 'aset'],
  ['the bank', 'bank'],
  ['the switch', 'sakelar'],
  ['the payment instructions of', 'petunjuk pembayaran'],
  ['the taxes of', 'pajak'],
  ['the payment of the taxes of', 'pembayaran pajak'],
  ['the correction', 'koreksi'],
  ['the tax', 'pajak'],
]

/** A fact of a proposal's alert: what is changed, or a value. */
function proposedFact(fact: string, language: Language): string {
  const [en, id] = proposalNouns.find(([noun]) => fact.startsWith(`${noun} `)) ?? []
  if (en === undefined) return proposedInWords(fact, language)
  return language === 'id' ? `${id}${fact.slice(en.length)}` : fact
}

/** An alert's sentence in the language of the page; one without a known form stays as it is. */
export function alertInWords(
  { kind, subject }: Readonly<{ kind: string; subject: string }>,
  language: Language,
): string {
  const isProposal = kind.startsWith('guarded-change-')
  for (const [en, id] of alertSentences[kind] ?? []) {
    const found = formOf(en).exec(subject)
    if (found === null) continue
    const facts = found.slice(1)
    const said = facts.map((fact) =>
      isProposal ? proposedFact(fact, language) : amountInWords(fact, language),
    )
    return (language === 'id' ? id : en).replaceAll('{}', () => said.shift() ?? '')
  }
  return subject
}

const amount = /^(?:(IDR) )?([\d,]+(?:\.\d+)?)(?: ([A-Z][A-Z0-9]{1,9}))?$/

/** An amount of an alert, which is in English, in the language of the page; else the text. */
export function amountInWords(text: string, language: Language): string {
  const [, rupiah, number = '', coin] = amount.exec(text) ?? []
  const symbol = rupiah ?? coin
  if (symbol === undefined) return text
  return formatDecimal(number.replaceAll(',', ''), language, { symbol })
}
