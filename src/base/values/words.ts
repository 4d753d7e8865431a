export const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** `['edit', 'news', 'category']` becomes `editNewsCategory`. */
export const camelCase = ([first = '', ...others]: readonly string[]): string =>
  first + others.map(capitalized).join('')
