const minChars = 3
const maxChars = 50

/**
 * A name as the banks take it: Latin letters and single spaces. What is left of a name in another
 * script may be too short to stand; a neutral word then takes its place.
 */
export function payerName(name: string): string {
  const letters = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z]+/g, ' ')
    .trim()
    .toUpperCase()
    .slice(0, maxChars)
    .trim()
  return letters.length < minChars ? 'PELANGGAN' : letters
}
