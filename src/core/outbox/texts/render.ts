import { escaped } from '../../../base/values/markup.ts'
import type { Language } from '../../../base/values/shown-amount.ts'
import type { AccountNotice, ListingNotice, SignInNotice, UserNotice } from '../notices.ts'
import { languageOf, type Text, type TextFact, textsIn } from './text.ts'

/** Returns the text of a notice for the app, a push and a mail. */
export function notificationText(
  language: string,
  notice: UserNotice | AccountNotice | ListingNotice | SignInNotice,
): Text {
  const texts = textsIn(language)
  if (notice.to === 'sign-in') return texts.signIn(notice.data)
  if (notice.to === 'listing') return texts.listing(notice.data)
  if (notice.to === 'user') return texts.user(notice.kind, notice.data)
  return texts.account(notice)
}

/** Returns the mail of a sign-in: the text of the app, with a link that ends the session. */
export function signInText(language: string, notice: SignInNotice, link: string): Text {
  const texts = textsIn(language)
  return { ...texts.signIn(notice.data), action: { label: texts.endSession, url: link } }
}

/** Merges the texts of events of one kind, in their order; the title states their number. */
export function mergedText(texts: readonly Text[]): Text {
  const title = texts[0]?.title ?? ''
  return {
    title: `${title} (${texts.length})`,
    paragraphs: texts.flatMap(({ paragraphs }) => paragraphs),
    tables: texts.flatMap(({ tables = [] }) => tables),
  }
}

export type Mailed = Readonly<{ subject: string; text: string; html: string }>

/**
 * Renders a mail as text and HTML. Everything in the HTML is escaped, so data cannot become markup.
 */
export function renderMail(language: string, mail: Text): Mailed {
  const { title, paragraphs, action, tables = [], freeze } = mail
  const { greeting, farewell, freeze: words } = textsIn(language)
  const actions = action === undefined ? [] : [action]
  const warnings = freeze === undefined ? [] : [{ ...words, url: freeze }]
  return {
    subject: title,
    text: [
      greeting,
      ...paragraphs,
      ...tables.map((facts) => facts.map(({ label, value }) => `${label}: ${value}`).join('\n')),
      ...actions.map(({ label, url }) => `${label}: ${url}`),
      ...warnings.map(({ question, action: label, url }) => `${question}\n${label}: ${url}`),
      farewell,
    ].join('\n\n'),
    html: page(languageOf(language), title, [
      paragraph(greeting),
      ...paragraphs.map(paragraph),
      ...tables.map(table),
      ...actions.map(({ label, url }) => button(label, url)),
      ...warnings.map(({ question, action: label, url }) => warning(question, label, url)),
      paragraph(farewell),
    ]),
  }
}

/** Styles are inline, since mail programs drop most others. */
const page = (language: Language, title: string, parts: readonly string[]): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8">` +
  '<meta name="viewport" content="width=device-width, initial-scale=1">' +
  '<meta name="color-scheme" content="light">' +
  `<title>${escapeMarkup(title)}</title></head>` +
  '<body style="margin:0;background:#f4f5f7;font-family:system-ui,sans-serif;color:#1c2430">' +
  '<div style="max-width:34rem;margin:0 auto;padding:2rem 1.25rem">' +
  '<p style="font-size:1.25rem;font-weight:700;color:#0b57b7;margin:0 0 1rem">Tukar</p>' +
  '<div style="background:#fff;border-radius:12px;padding:1.5rem">' +
  `<h1 style="font-size:1.25rem;margin:0 0 1rem">${escapeMarkup(title)}</h1>${parts.join('')}` +
  '</div></div></body></html>'

const paragraph = (text: string): string =>
  `<p style="line-height:1.5;margin:0 0 1rem">${escapeMarkup(text)}</p>`

const table = (facts: readonly TextFact[]): string =>
  '<table style="width:100%;border-collapse:collapse;margin:0 0 1rem">' +
  `${facts.map(row).join('')}</table>`

const row = ({ label, value }: TextFact): string =>
  '<tr><th scope="row" style="text-align:left;font-weight:400;color:#59626c;padding:.4rem 0;' +
  `border-bottom:1px solid #e3e6ea;vertical-align:top">${escapeMarkup(label)}</th>` +
  '<td style="text-align:right;padding:.4rem 0 .4rem 1rem;border-bottom:1px solid #e3e6ea;' +
  `word-break:break-word;font-variant-numeric:tabular-nums">${escapeMarkup(value)}</td></tr>`

const button = (label: string, url: string): string =>
  `<p style="margin:1.5rem 0"><a href="${escapeMarkup(url)}" ` +
  'style="background:#0b57b7;color:#fff;' +
  'border-radius:8px;padding:.75rem 1.25rem;text-decoration:none;display:inline-block">' +
  `${escapeMarkup(label)}</a></p>`

const warning = (question: string, label: string, url: string): string =>
  '<p style="line-height:1.5;margin:0 0 1rem;padding-top:1rem;border-top:1px solid #e3e6ea;' +
  `color:#59626c">${escapeMarkup(question)} ` +
  `<a href="${escapeMarkup(url)}" style="color:#b3261e">${escapeMarkup(label)}</a></p>`

const escapeMarkup = (text: string): string => escaped(text).replaceAll("'", '&#39;')
