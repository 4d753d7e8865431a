import type { AccountMail, AccountNotice, CodeMail, SignInNotice, UserNotice } from '../notices.ts'

export type Language = 'en' | 'id'

/** A message's text: the title is the mail's subject and the push's title. */
export type Text = Readonly<{ title: string; paragraphs: readonly string[]; action?: Action }>
type Action = Readonly<{ label: string; url: string }>

/** All texts in one language; a missing text is a type error. */
export type Texts = Readonly<{
  greeting: string
  farewell: string
  user: { [Kind in UserNotice['kind']]: (data: UserNotice['data']) => Text }
  account: { [Kind in AccountNotice['kind']]: Text }
  mail: { [Kind in AccountMail['kind']]: (link: string) => Text }
  signIn: (data: SignInNotice['data']) => Text
  /** The label of the link that ends the session of a sign-in. */
  endSession: string
  code: { [Kind in CodeMail['kind']]: (code: string) => Text }
  /** The complete text message. */
  sms: (code: string) => string
}>

/** Formats an amount: groups the thousands of `1245560.5`, with the language's marks. */
export function readable(
  amount: string,
  marks: Readonly<{ group: string; decimal: string }>,
): string {
  const [whole = '', fraction] = amount.split('.')
  const grouped = whole.replace(/\B(?=(?:[0-9]{3})+$)/g, marks.group)
  return fraction === undefined ? grouped : `${grouped}${marks.decimal}${fraction}`
}

/** Formats a time in Jakarta's time zone, to the minute. */
export const readableTime = (at: string, locale: string): string => {
  const options = { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Jakarta' } as const
  return `${new Intl.DateTimeFormat(locale, options).format(new Date(at))} WIB`
}

/** `id-ID` and `ID` are Indonesian; all others get English. */
export const languageOf = (tag: string): Language =>
  tag.toLowerCase().split(/[-_]/)[0] === 'id' ? 'id' : 'en'
