/**
 * Whether two spellings name one person: the same letters in the same order. Banks omit accents,
 * dots and lower case.
 */
export const isSameName = (one: string, other: string): boolean =>
  plain(one) !== '' && plain(one) === plain(other)

const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .toUpperCase()
    .replaceAll(/[^A-Z\s]/g, '')
    .split(/\s+/)
    .filter((word) => word !== '')
    .join(' ')
