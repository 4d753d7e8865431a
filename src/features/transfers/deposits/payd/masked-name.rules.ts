const shownChars = 20
const clearChars = 2

/**
 * The holder as a bank shows it to whoever is about to pay: enough to see a mistyped number, too
 * little to learn a name by trying numbers.
 */
export const maskedName = (name: string): string =>
  name
    .split(' ')
    .map((word) => word.slice(0, clearChars).padEnd(word.length, '*'))
    .join(' ')
    .slice(0, shownChars)
    .trim()
