/** Texts of samples, and test keys that providers publish. */
const samples = [
  /change.?(?:me|this|it)|replace.?(?:me|this|it)|example|sample|sandbox|placeholder|dummy/i,
  /^xnd_development_|^6LeIxAcTAAAAAGG-vFI1TnRWxMZNFuojJ4WifJWe$|^[0-3]x0{20,}[0-9A-F]{0,2}$/,
]

/** What people write until they have the real one, English and Indonesian. */
const words = new Set([
  ...['secret', 'password', 'passphrase', 'token', 'key', 'test', 'default', 'admin', 'rahasia'],
  ...['todo', 'none', 'null', 'undefined', 'xxx'],
])

/**
 * True for a value that stands for a secret: a sample, the setting's own name, one of a few words,
 * or one repeated character. Letters' case, signs and digits at the end do not matter.
 */
export function isPlaceholder(name: string, secret: string): boolean {
  if (samples.some((sample) => sample.test(secret))) return true
  const plain = secret.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  const ownName = name.toLowerCase().replaceAll('_', '')
  const word = plain.replace(/\d+$/, '')
  return new Set(secret).size === 1 || plain.includes(ownName) || words.has(word)
}
