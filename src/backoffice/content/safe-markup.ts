import sanitize from 'sanitize-html'

/** Allows blocks, lists, tables and emphasis; links to https and mailto, pictures from https. */
const allowed: sanitize.IOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'h2', 'h3', 'h4', 'blockquote', 'pre', 'code', 'ul', 'ol', 'li'],
    ...['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'a', 'img', 'figure', 'figcaption'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    a: ['href', 'title', 'rel'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['https', 'mailto'],
  allowedSchemesByTag: { img: ['https'] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  // Deeper markup is an attack on its readers' parsers, not something written by hand.
  nestingLimit: 20,
  transformTags: { a: sanitize.simpleTransform('a', { rel: 'noopener noreferrer' }) },
}

/** Sanitizes HTML so that it runs no script in a reader's app; removes all that is not allowed. */
export const safeMarkup = (html: string): string => sanitize(html, allowed)

/** The links of sanitized HTML. */
export const linksIn = (html: string): readonly string[] =>
  [...html.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)].map(([, link = '']) =>
    link.replaceAll('&amp;', '&'),
  )

/** Whether sanitized HTML has a picture that lost its address, so that readers see none. */
export const hasLostPicture = (html: string): boolean =>
  [...html.matchAll(/<img\b[^>]*>/g)].some(([tag]) => !/\ssrc="[^"]/.test(tag))

/** Whether sanitized HTML shows neither words nor a picture. */
export const isBlank = (html: string): boolean =>
  !html.includes('<img') && !/[\p{L}\p{N}\p{P}\p{S}]/u.test(wordsOf(html))

/** The words between tags, without entities that only take up room. */
const wordsOf = (html: string): string =>
  html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/&(?:nbsp|#160|#xa0);/gi, ' ')
