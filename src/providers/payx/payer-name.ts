const minChars = 3
const maxChars = 50
export const neutralName = 'PELANGGAN'

/** payx refuses a name in which a word begins like the name of a bank, or like its own. */
const bankNames = [
  ...['bank', 'bca', 'bjb', 'bnc', 'bni', 'bri', 'bsi', 'bss', 'btn', 'cimb', 'danamon'],
  ...['mandiri', 'muamalat', 'ocbc', 'permata', 'sahabat', 'sampoerna', 'xendit'],
]
const likeABank = new RegExp(`^(?:${bankNames.join('|')})`, 'i')

/**
 * A name as payx takes it: Latin letters and single spaces, without words that begin like a bank.
 * The same name always becomes the same one. What is left may be too short; a neutral word then
 * takes its place.
 */
export function payerName(name: string): string {
  const letters = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^A-Za-z]+/)
    .filter((word) => !likeABank.test(word))
    .join(' ')
    .trim()
    .toUpperCase()
    .slice(0, maxChars)
    .trim()
  return letters.length < minChars ? neutralName : letters
}
