const shownChars = 20
const clearChars = 2

/**
 * Masks an account holder's name for payers: enough to notice a mistyped number, too little to
 * collect names by trying numbers.
 */
export const maskedName = (name: string): string =>
  name
    .split(' ')
    .map((word) => word.slice(0, clearChars).padEnd(word.length, '*'))
    .join(' ')
    .slice(0, shownChars)
    .trim()
