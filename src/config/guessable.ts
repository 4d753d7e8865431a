/** Detects secrets that a person, or a program with a word list, could guess. */

/** Texts of samples, and test keys that providers publish. */
const samples = [
  /change.?me|replace.?me|example|sample|sandbox|placeholder/i,
  /^xnd_development_|^6LeIxAcTAAAAAGG-vFI1TnRWxMZNFuojJ4WifJWe$/,
]

/** Words that guessable secrets are composed of, English and Indonesian. */
const words = anyOf(
  `
  password passphrase passwort passcode passw passwd pass secret secrets token tokens key keys api
  apikey auth bearer webhook callback client access private public shared signing signature hmac
  default dummy test testing tester demo dev develop development prod production live local staging
  stage temp temporary todo none null undefined empty unknown string value foo bar baz foobar hello
  world welcome letmein login logon signin admin administrator root superuser user username guest
  master server service system backend database postgres redis docker jakarta indonesia rupiah tukar
  exchange bitcoin crypto wallet money bank payment deposit withdrawal withdraw transfer my your our
  the this is a an and here insert enter put set fill use please must not be very really super
  rahasia katasandi kata sandi sandiku kunci masuk uang bismillah sayang cinta semangat merdeka
  garuda selamat datang pagi malam aku kamu ini itu
  iloveyou love lover sunshine princess dragon monkey shadow football baseball basketball hockey
  soccer superman batman spiderman pokemon starwars trustno michael jordan jennifer jessica ashley
  charlie thomas robert daniel andrew joshua matthew hunter killer soldier ranger harley mustang
  ferrari porsche mercedes summer winter spring autumn january february march april june july august
  september october november december monday tuesday wednesday thursday friday saturday sunday
  freedom whatever nothing something computer internet google samsung android apple orange banana
  cookie cheese pepper ginger chocolate coffee flower butterfly diamond silver golden gold purple
  yellow green black white blue red
  swordfish zaq xsw qaz wsx correct horse battery staple changeit changethis long random strong
`.split(/\s+/),
)

/** Sequences of neighbours on a keyboard or in an alphabet. */
const ladders = [
  'abcdefghijklmnopqrstuvwxyz',
  '0123456789abcdef0123456789',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
].flatMap((ladder) => [ladder, [...ladder].reverse().join('')])

/** Digits and signs that stand for letters. */
const lookalikes: ReadonlyMap<string, string> = new Map(
  ['0o', '1i', '3e', '4a', '5s', '7t', '@a', '$s', '!i'].map(
    ([sign = '', letter = '']) => [sign, letter] as const,
  ),
)

/**
 * True for a sample, for one character or short piece repeated, and for a secret composed of words,
 * keyboard runs and the setting's own name, also with digits for letters, signs between them and a
 * few characters at the end. Random secrets of any length pass.
 */
export function isGuessable(name: string, secret: string): boolean {
  if (samples.some((sample) => sample.test(secret))) return true
  if (isRepetition(secret) || isWordLike(secret)) return true
  const ownName = anyOf(name.toLowerCase().split('_'))
  const plain = secret.toLowerCase()
  const spelled = [...plain].map((sign) => lookalikes.get(sign) ?? sign).join('')
  return isComposed(plain, ownName) || isComposed(spelled, ownName)
}

/** True if one piece repeats, or if it has fewer distinct characters than random text would. */
function isRepetition(secret: string): boolean {
  const different = new Set(secret).size
  if (different === 1 || different < Math.min(6, secret.length / 3)) return true
  const { length } = secret
  return Array.from({ length: Math.floor(length / 2) }, (_, at) => secret.slice(0, at + 1)).some(
    (piece) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length) === secret,
  )
}

/**
 * True for one pronounceable word of any language, lower case, capitalised or upper case, with up
 * to four other characters after it.
 */
function isWordLike(secret: string): boolean {
  const found = /^([A-Za-z][a-z]{1,13}|[A-Z]{2,14})[^A-Za-z]{0,4}$/.exec(secret)?.[1]
  if (found === undefined || /[^aeiouy]{5}|[aeiouy]{4}/i.test(found)) return false
  const vowels = found.replaceAll(/[^aeiouy]/gi, '').length
  return vowels * 4 >= found.length && vowels * 3 <= found.length * 2
}

/** True if almost no characters remain without known words and runs. */
function isComposed(text: string, ownName: RegExp): boolean {
  const all = text.replaceAll(/[^a-z0-9]/g, '').length
  const rest = withoutRuns(text).replaceAll(ownName, ' ').replaceAll(words, ' ')
  const left = rest.replaceAll(/[^a-z0-9]/g, '').length
  const known = all - left
  return left <= 4 && known >= 4 && known * 2 >= left * 3
}

/** Matches any of the texts, longest first, since one may be the start of another. */
function anyOf(texts: readonly string[]): RegExp {
  const sorted = texts.filter((text) => text !== '')
  return new RegExp(sorted.toSorted((one, other) => other.length - one.length).join('|'), 'g')
}

function withoutRuns(text: string): string {
  const runs: string[] = []
  for (let start = 0; start < text.length; ) {
    let end = start + 1
    while (end < text.length && isRun(text.slice(start, end + 1))) end += 1
    if (end - start < 4) {
      runs.push(text.charAt(start))
      end = start + 1
    } else runs.push(' ')
    start = end
  }
  return runs.join('')
}

const isRun = (text: string): boolean =>
  new Set(text).size === 1 || ladders.some((ladder) => ladder.includes(text))
