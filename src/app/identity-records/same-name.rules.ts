import { isTitle, stripTitles } from './name-titles.rules.ts'

/**
 * Whether two spellings name one person: the same words in the same order. Banks and registries
 * omit titles, accents and case, write marks as blanks or leave them out, and move initials, so
 * none of these makes another name. Abbreviated words do.
 */
export function isSameName(one: string, other: string): boolean {
  const forms = formsOf(other)
  return [...formsOf(one)].some((form) => forms.has(form))
}

/** Every form that a registry may have made of a name. */
function formsOf(name: string): ReadonlySet<string> {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .toUpperCase()
  const forms = new Set<string>()
  for (const apostrophe of ['', ' ']) {
    const parts = plain
      .replaceAll(/['’‘`ʼʻ]/g, apostrophe)
      .split(',')
      .map(tokensOf)
    const [first = [], ...rest] = parts
    const behind = rest.filter((tokens) => !areTitles(tokens))
    for (const tokens of [parts.flat(), [...stripTitles(first), ...behind.flat()]]) {
      for (const initials of ['', ' ']) forms.add(formOf(tokens, initials))
    }
  }
  forms.delete('')
  return forms
}

/** The words between blanks and marks; dots stay, since they mark titles and initials. */
const tokensOf = (text: string): readonly string[] =>
  text.split(/[^\p{L}.]+/u).filter((token) => /\p{L}/u.test(token))

const areTitles = (tokens: readonly string[]): boolean =>
  tokens.every(isTitle) || isTitle(tokens.join(''))

/** The words in order, then the single letters in alphabetical order. */
function formOf(tokens: readonly string[], initials: string): string {
  const words = tokens.flatMap((token) => {
    const parts = token.split('.').filter((part) => part !== '')
    const isInitials = parts.every((part) => part.length === 1)
    return isInitials && initials === '' ? [parts.join('')] : parts
  })
  const long = words.filter((word) => word.length > 1)
  if (long.length === 0) return words.join(' ')
  return [...long, ...words.filter((word) => word.length === 1).toSorted()].join(' ')
}
