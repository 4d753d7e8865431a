/** Signs and digits added to a word make no other password for those who try lists. */
const addition = /[^a-z]{1,4}$/

const letters: ReadonlyMap<string, string> = new Map([
  ['0', 'o'],
  ['1', 'i'],
  ['3', 'e'],
  ['4', 'a'],
  ['@', 'a'],
  ['5', 's'],
  ['$', 's'],
  ['7', 't'],
])

const spelled = (password: string): string =>
  password.replaceAll(/./gsu, (sign) => letters.get(sign) ?? sign)

/**
 * The forms of a password that a list of leaked ones, in lower case, may have: as typed, without
 * up to four signs and digits at its end, and with letters in place of signs that resemble them.
 */
export function leakedForms(password: string): readonly string[] {
  const typed = password.normalize('NFKC').toLowerCase()
  const plain = typed.replace(addition, '')
  return [typed, plain, spelled(typed), spelled(plain)]
}
