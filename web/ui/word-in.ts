/** A word of the service in the language of the page; one that has no text is shown as it is. */
export const wordIn = (names: Readonly<Record<string, string>>, word: string): string =>
  Object.hasOwn(names, word) ? (names[word] ?? word) : word
