/** Titles before a name: of learning, of a pilgrimage, and forms of address. */
const before = new Set([
  ...['DR', 'DRA', 'DRG', 'DRH', 'DRS', 'IR', 'PROF', 'APT', 'NS'],
  ...['H', 'HJ', 'KH', 'HAJI', 'HAJJAH', 'USTADZ'],
  ...['BAPAK', 'BPK', 'IBU', 'SDR', 'SDRI', 'TN', 'NY', 'NN', 'MR', 'MRS', 'MS'],
])

/** Titles behind a name that are no word of a name, so they are known without dots too. */
const behind = new Set([
  ...['SH', 'SE', 'ST', 'SPD', 'SPDI', 'SKOM', 'SSOS', 'SSI', 'SIP', 'SAG', 'SIKOM', 'SKED'],
  ...['SFARM', 'SHUT', 'SPT', 'STP', 'SPSI', 'SKEP', 'SKM', 'SAK', 'SGZ', 'SDS', 'SARS', 'SSN'],
  ...['STH', 'SST', 'STRKEB', 'STRKOM', 'STRKES', 'SKG', 'SKH', 'SHUM'],
  ...['MM', 'MH', 'MT', 'MSI', 'MPD', 'MPDI', 'MKOM', 'MBA', 'MHUM', 'MSC', 'MAG', 'MKES', 'MAK'],
  ...['MENG', 'MKN', 'MPSI', 'MIKOM', 'MFARM', 'MKEP', 'MEPI', 'MTH'],
  ...['PHD', 'AMD', 'AMDKEP', 'AMDKEB', 'NERS', 'LLM', 'LLB', 'BSC', 'CPA', 'CFA', 'DBA'],
  ...['SPOG', 'SPPD', 'SPJP', 'SPKK', 'SPTHT', 'SPBS', 'SPOT', 'SPKJ'],
])

/** Titles behind a name that may also be words or initials, so dots or a comma must mark them. */
const marked = new Set([
  ...['AK', 'BA', 'CA', 'LC', 'MA', 'MARS', 'ME', 'MEI', 'SEI', 'SHI', 'SM', 'SP', 'SS'],
  ...['SPA', 'SPAN', 'SPB', 'SPI', 'SPM', 'SPP', 'SPS'],
])

const lettersOf = (token: string): string => token.replaceAll('.', '')

/** Whether a token that a comma or dots set apart is a title behind a name. */
export const isTitle = (token: string): boolean => {
  const letters = lettersOf(token)
  return behind.has(letters) || marked.has(letters)
}

/** Returns a name's words without its titles; at least one word of several letters stays. */
export function stripTitles(tokens: readonly string[]): readonly string[] {
  let words = tokens.flatMap((token) => splitTitle(token))
  while (words.length > 1 && before.has(lettersOf(words[0] ?? '')) && hasWord(words.slice(1))) {
    words = words.slice(1)
  }
  while (isTitleAtEnd(words)) words = words.slice(0, -1)
  return words
}

/** Splits a title from the word that follows its dot: `DR.JOKO`. */
function splitTitle(token: string): readonly string[] {
  const [head = '', ...rest] = token.split('.').filter((part) => part !== '')
  const isGlued = before.has(head) && rest.some((part) => part.length > 1)
  return isGlued ? [head, ...splitTitle(rest.join('.'))] : [token]
}

function isTitleAtEnd(words: readonly string[]): boolean {
  const last = words.at(-1) ?? ''
  const rest = words.slice(0, -1)
  const isSpelt = last.slice(0, -1).includes('.') && isTitle(last)
  const isPlain = behind.has(lettersOf(last)) && rest.length > 1
  return hasWord(rest) && (isSpelt || isPlain)
}

const hasWord = (words: readonly string[]): boolean =>
  words.some((word) => lettersOf(word).length > 1 && !before.has(lettersOf(word)))
