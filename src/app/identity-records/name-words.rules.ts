/** The words of a name by which it is found. */

/** Spellings that Indonesian names have from before 1972, and letters that sound alike. */
const respelled: readonly (readonly [former: RegExp, present: string])[] = [
  [/oe/g, 'u'],
  [/o/g, 'u'],
  [/tj/g, 'c'],
  [/dj/g, 'j'],
  [/v/g, 'f'],
  [/(.)\1+/g, '$1'],
]

const respell = (word: string): string =>
  respelled.reduce((spelled, [former, present]) => spelled.replaceAll(former, present), word)

/**
 * The words of a name without accents, case and marks, in one spelling: `Mohammad Soesilo` has the
 * words of `muhamad susilo`. Each is there once.
 */
export function wordsOfName(name: string): readonly string[] {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}'’‘`ʼʻ]/gu, '')
    .toLowerCase()
  return [
    ...new Set(
      plain
        .split(/[^\p{L}]+/u)
        .filter(Boolean)
        .map(respell),
    ),
  ]
}
