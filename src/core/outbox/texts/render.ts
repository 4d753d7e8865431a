import type { AccountNotice, ListingNotice, SignInNotice, UserNotice } from '../notices.ts'
import { type Language, languageOf, type Text, textsIn } from './text.ts'

/** Returns the text of a notice for the app, a push and a mail. */
export function notificationText(
  language: string,
  notice: UserNotice | AccountNotice | ListingNotice | SignInNotice,
): Text {
  const texts = textsIn(language)
  if (notice.to === 'sign-in') return texts.signIn(notice.data)
  if (notice.to === 'listing') return texts.listing(notice.data)
  if (notice.to === 'user') return texts.user(notice.kind, notice.data)
  return texts.account(notice.kind, notice.day)
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
  }
}

export type Mailed = Readonly<{ subject: string; text: string; html: string }>

/**
 * Renders a mail as text and HTML. Everything in the HTML is escaped, so data cannot become markup.
 */
export function renderMail(language: string, { title, paragraphs, action }: Text): Mailed {
  const { greeting, farewell } = textsIn(language)
  const link = action === undefined ? [] : [`${action.label}: ${action.url}`]
  return {
    subject: title,
    text: [greeting, ...paragraphs, ...link, farewell].join('\n\n'),
    html: page(languageOf(language), title, [
      paragraph(greeting),
      ...paragraphs.map(paragraph),
      ...(action === undefined ? [] : [button(action.label, action.url)]),
      paragraph(farewell),
    ]),
  }
}

const page = (language: Language, title: string, parts: readonly string[]): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8">` +
  '<meta name="viewport" content="width=device-width, initial-scale=1">' +
  `<title>${escapeMarkup(title)}</title></head>` +
  '<body style="margin:0;background:#f4f5f7;font-family:system-ui,sans-serif;color:#1c2430">' +
  '<div style="max-width:34rem;margin:0 auto;padding:2rem 1.25rem">' +
  '<div style="background:#fff;border-radius:12px;padding:1.5rem">' +
  `<h1 style="font-size:1.25rem;margin:0 0 1rem">${escapeMarkup(title)}</h1>${parts.join('')}` +
  '</div></div></body></html>'

const paragraph = (text: string): string =>
  `<p style="line-height:1.5;margin:0 0 1rem">${escapeMarkup(text)}</p>`

const button = (label: string, url: string): string =>
  `<p style="margin:1.5rem 0"><a href="${escapeMarkup(url)}" ` +
  'style="background:#0b5fff;color:#fff;' +
  'border-radius:8px;padding:.75rem 1.25rem;text-decoration:none;display:inline-block">' +
  `${escapeMarkup(label)}</a></p>`

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
