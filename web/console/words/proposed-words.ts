import { formatDecimal, isDecimal, type Language } from '@tukar/client'
import { jakartaTime } from '../../ui/jakarta-time.ts'
import { wordIn } from '../../ui/word-in.ts'
import { percentOf } from '../percent.ts'
import { type ProposedWords, proposedTexts } from './proposed-texts.ts'

type Found = readonly string[]
type Form = readonly [RegExp, (found: Found, words: ProposedWords, language: Language) => string]

/** The forms in which the service states values, and how each is said. */
const forms: readonly Form[] = [
  [/^none$/, (_, { none }) => none],
  [/^open$/, (_, { open }) => open],
  [
    // Behind the number of records are the last ids of each kind, which only the service needs.
    /^tax (\S+), VAT (\S+), (\d+) records after [\d-]+ up to [\d-]+$/,
    ([tax = '', vat = '', items = ''], { closing }, language) =>
      closing(rupiah(tax, language), rupiah(vat, language), shown(items, language)),
  ],
  [
    /^due: tax (\S+), VAT (\S+)$/,
    ([tax = '', vat = ''], { due }, language) => due(rupiah(tax, language), rupiah(vat, language)),
  ],
  [
    /^paid: tax (\S+), VAT (\S+)$/,
    ([tax = '', vat = ''], { receipts, unpaid }) =>
      receipts(tax === '-' ? unpaid : tax, vat === '-' ? unpaid : vat),
  ],
  [
    /^base ([\d.]+), tax ([\d.]+)((?:: [\s\S]+)?)$/,
    ([base = '', tax = '', reason = ''], { figures }, language) =>
      figures(rupiah(base, language), rupiah(tax, language)) + reason,
  ],
  [
    /^(\d+) ppm of (\d+\/\d+) from (\S+) under (.+)$/,
    ([ppm = '', part = '', day = '', law = ''], { rate }, language) =>
      rate(shown(percentOf(ppm), language), part === '1/1' ? '' : part, day, law),
  ],
  [
    /^([a-z-]+) from (\d{4}-\d\d-\d\dT\S+)$/,
    ([state = '', at = ''], { from, states }, language) =>
      from(wordIn(states, state), jakartaTime(at, language)),
  ],
  [
    /^([\d.]+) at (\d{4}-\d\d-\d\dT\S+)$/,
    ([amount = '', at = ''], { price }, language) =>
      price(shown(amount, language), jakartaTime(at, language)),
  ],
  [
    /^(active|stopped): ([\s\S]+)$/,
    ([state = '', reason = ''], { active, stopped }) =>
      `${state === 'active' ? active : stopped}: ${reason}`,
  ],
  [
    /^([a-z]\w+ (?:true|false|[\d.]+)(?:, [a-z]\w+ (?:true|false|[\d.]+))*)$/,
    ([terms = ''], words, language) =>
      terms
        .split(', ')
        .map((term) => termInWords(term, words, language))
        .join(', '),
  ],
]

const shown = (amount: string, language: Language): string =>
  isDecimal(amount) ? formatDecimal(amount, language) : amount

const rupiah = (amount: string, language: Language): string =>
  isDecimal(amount) ? formatDecimal(amount, language, { symbol: 'IDR' }) : amount

/** One of the terms of a pair, a network or a fee: `minNotional 25000`. */
function termInWords(term: string, { terms, yes, no }: ProposedWords, language: Language): string {
  const [name = '', value = ''] = term.split(' ')
  const ofFee = /Ppm$/.test(name) ? `${shown(percentOf(value), language)}%` : null
  const flag = { true: yes, false: no }[value]
  return `${wordIn(terms, name)}: ${ofFee ?? flag ?? shown(value, language)}`
}

/** Says a value of a proposal; a text without a known form is returned as it is. */
export function proposedInWords(value: string, language: Language): string {
  for (const [form, say] of forms) {
    const found = form.exec(value)
    if (found !== null) return say(found.slice(1), proposedTexts[language], language)
  }
  return shown(value, language)
}
