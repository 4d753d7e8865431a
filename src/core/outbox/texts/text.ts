import { z } from 'zod'
import { type Language, shownAmount } from '../../../base/values/shown-amount.ts'
import {
  AccountMail,
  AccountNotice,
  CodeMail,
  ListingNotice,
  type SignInNotice,
  UserNotice,
} from '../notices.ts'
import en from './en.json' with { type: 'json' }
import id from './id.json' with { type: 'json' }

/** A message's text: the title is the mail's subject and the push's title. */
export type Text = Readonly<{
  title: string
  paragraphs: readonly string[]
  action?: Action
  /** Tables of a mail, one per event that it reports. */
  tables?: readonly (readonly TextFact[])[]
  /** The link with which the owner freezes the account, if it was not them. */
  freeze?: string
}>
/** A row of a mail's table. */
export type TextFact = Readonly<{ label: string; value: string }>
type AnsweredInquiry = Readonly<{ subject: string; question: string; message: string }>
type Action = Readonly<{ label: string; url: string }>

/** All texts in one language. */
export type Texts = Readonly<{
  greeting: string
  farewell: string
  /** The words of the link that freezes the account. */
  freeze: Readonly<{ question: string; action: string }>
  /** The amounts of a money event, with its reference number and its time. */
  facts: (kind: UserNotice['kind'], data: UserNotice['data'], at: Date) => readonly TextFact[]
  /** The row of an event's time. */
  time: (at: Date) => TextFact
  user: (kind: UserNotice['kind'], data: UserNotice['data']) => Text
  account: (notice: Pick<AccountNotice, 'kind' | 'day' | 'correction'>) => Text
  listing: (data: ListingNotice['data']) => Text
  mail: (kind: AccountMail['kind'], link: string) => Text
  signIn: (data: SignInNotice['data']) => Text
  /** The label of the link that ends the session of a sign-in. */
  endSession: string
  /** The label of the link that undoes a change. */
  undo: string
  code: (kind: CodeMail['kind'], code: string) => Text
  /** An answer to an inquiry, which is quoted below it. */
  inquiry: (answer: AnsweredInquiry) => Text
  /** The complete text message. */
  sms: (code: string) => string
}>

const placeholder = /\{([a-z]+)\}/g

/** A template; its placeholders, such as `{amount}`, are among these names. */
const template = (...names: readonly string[]) =>
  z
    .string()
    .refine((text) =>
      [...text.matchAll(placeholder)].every(([, name = '']) => names.includes(name)),
    )

const message = (...names: readonly string[]) =>
  z.strictObject({ title: template(...names), paragraphs: z.array(template(...names)).min(1) })

const eventFields = ['amount', 'fee', 'credited', 'reference', 'destination'] as const

const factNames = [
  'amount',
  'filled',
  'fee',
  'taxes',
  'balance',
  'sent',
  'destination',
  'pair',
  'reference',
  'time',
] as const
type FactName = (typeof factNames)[number]

type Row = readonly [FactName, keyof UserNotice['data']]

const withdrawalRows: readonly Row[] = [
  ['amount', 'amount'],
  ['fee', 'fee'],
  ['sent', 'credited'],
  ['destination', 'destination'],
]
const returnedRows = withdrawalRows.filter(([name]) => name !== 'sent')
const orderRows: readonly Row[] = [
  ['pair', 'destination'],
  ['filled', 'amount'],
  ['taxes', 'fee'],
  ['balance', 'credited'],
]

/** The rows of each money event, above its reference number and its time. */
const rowsOfEvent: { readonly [Kind in UserNotice['kind']]: readonly Row[] } = {
  'deposit-completed': [
    ['amount', 'amount'],
    ['fee', 'fee'],
    ['balance', 'credited'],
  ],
  'deposit-rejected': [['amount', 'amount']],
  'withdrawal-accepted': withdrawalRows,
  'withdrawal-completed': withdrawalRows,
  'withdrawal-failed': returnedRows,
  'withdrawal-reversed': returnedRows,
  'order-filled': orderRows,
  'order-canceled': orderRows,
  'order-expired': orderRows,
}

/** The file of one language: a text for every kind. */
const TextFile = z.strictObject({
  greeting: template(),
  farewell: template(),
  freeze: z.strictObject({ question: template(), action: template() }),
  facts: z.record(z.enum(factNames), template()),
  user: z.record(UserNotice.shape.kind, message(...eventFields)),
  account: z.record(AccountNotice.shape.kind, message('day', 'reference', 'before', 'after')),
  listing: z.record(
    ListingNotice.shape.data.shape.kind,
    z.record(ListingNotice.shape.data.shape.state, message('name', 'time')),
  ),
  mail: z.record(AccountMail.shape.kind, message().extend({ action: template() })),
  signIn: message('device', 'ip', 'time'),
  unknownDevice: template(),
  endSession: template(),
  undo: template(),
  code: z.record(CodeMail.shape.kind, message('code')),
  sms: template('code'),
  inquiry: z.strictObject({ title: template('subject'), question: template() }),
})

type Values = Readonly<Record<string, string | undefined>>
type Locale = Readonly<{ language: Language; tag: string }>

const fill = (text: string, values: Values): string =>
  text.replace(placeholder, (_, name: string) => values[name] ?? '')

const filled = ({ title, paragraphs }: Text, values: Values): Text => ({
  title: fill(title, values),
  paragraphs: paragraphs.map((paragraph) => fill(paragraph, values)),
})

const paragraphsOf = (text: string): readonly string[] =>
  text.split(/\n+/).filter((line) => line.trim() !== '')

function textsOf(file: unknown, locale: Locale): Texts {
  const words = TextFile.parse(file)
  const amounts = ({ symbol, amount, fee, credited, ...data }: UserNotice['data']) => ({
    ...data,
    amount: shownAmount(amount, symbol, locale.language),
    fee: shownAmount(fee, symbol, locale.language),
    credited: shownAmount(credited, symbol, locale.language),
  })
  const time = (at: Date) => ({ label: words.facts.time, value: readableTime(at, locale.tag) })
  return {
    greeting: words.greeting,
    farewell: words.farewell,
    freeze: words.freeze,
    facts: (kind, data, at) => {
      const shown: Values = amounts(data)
      const rows: readonly Row[] = [...rowsOfEvent[kind], ['reference', 'reference']]
      const facts = rows.map(([name, field]) => ({
        label: words.facts[name],
        value: shown[field] ?? '',
      }))
      return [...facts.filter(({ value }) => value !== ''), time(at)]
    },
    time,
    user: (kind, data) => filled(words.user[kind], amounts(data)),
    account: ({ kind, day, correction }) =>
      filled(words.account[kind], {
        ...(day !== undefined && { day: readableDay(day, locale.tag) }),
        ...(correction !== undefined && {
          reference: correction.reference,
          before: shownAmount(correction.before, 'IDR', locale.language),
          after: shownAmount(correction.after, 'IDR', locale.language),
        }),
      }),
    listing: ({ kind, name, state, from }) =>
      filled(words.listing[kind][state], { name, time: readableTime(new Date(from), locale.tag) }),
    mail: (kind, link) => {
      const { action, ...text } = words.mail[kind]
      return { ...text, action: { label: action, url: link } }
    },
    signIn: ({ device, ip, at }) =>
      filled(words.signIn, {
        device: device === '' ? words.unknownDevice : device,
        ip,
        time: readableTime(new Date(at), locale.tag),
      }),
    endSession: words.endSession,
    undo: words.undo,
    inquiry: ({ subject, question, message }) => ({
      // The subject of a reply begins with `Re:` already.
      title: fill(words.inquiry.title, { subject: subject.replace(/^(?:re:\s*)+(?=\S)/i, '') }),
      paragraphs: [...paragraphsOf(message), words.inquiry.question, ...paragraphsOf(question)],
    }),
    code: (kind, code) => filled(words.code[kind], { code }),
    sms: (code) => fill(words.sms, { code }),
  }
}

/** Formats by locale: making one takes as long as the rest of a mail's text. */
const timeFormats = new Map<string, Intl.DateTimeFormat>()

/** Formats a time in Jakarta's time zone, to the minute. */
function readableTime(at: Date, locale: string): string {
  const options = { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Jakarta' } as const
  const format = timeFormats.getOrInsertComputed(
    locale,
    () => new Intl.DateTimeFormat(locale, options),
  )
  return `${format.format(at)} WIB`
}

/** Formats a calendar day: `2027-01-01` is `1 January 2027`. */
const readableDay = (day: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))

const texts: Readonly<Record<Language, Texts>> = {
  en: textsOf(en, { language: 'en', tag: 'en-GB' }),
  id: textsOf(id, { language: 'id', tag: 'id-ID' }),
}

/** `id-ID` and `ID` are Indonesian; all others get English. */
export const languageOf = (tag: string): Language =>
  tag.toLowerCase().split(/[-_]/)[0] === 'id' ? 'id' : 'en'

export const textsIn = (language: string): Texts => texts[languageOf(language)]
