/**
 * Whether two spellings name one person: by the letters of their words, in their order. Banks leave
 * out accents, dots and small letters.
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
