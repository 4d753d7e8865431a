const minChars = 3
const maxChars = 50
export const neutralName = 'PELANGGAN'

/** Names of banks and of payx itself: payx refuses names with a word that begins like one. */
const bankNames = [
  ...['bank', 'bca', 'bjb', 'bnc', 'bni', 'bri', 'bsi', 'bss', 'btn', 'cimb', 'danamon'],
  ...['mandiri', 'muamalat', 'ocbc', 'permata', 'sahabat', 'sampoerna', 'xendit'],
]
const likeABank = new RegExp(`^(?:${bankNames.join('|')})`, 'i')

/**
 * Returns a name that payx accepts: Latin letters and single spaces, without words that begin like
 * a bank's name. The result is deterministic. If too little remains, a neutral word replaces it.
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
