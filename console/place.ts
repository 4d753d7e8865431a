/** Where in the console somebody is. It stands behind the `#`, so that back and reload work. */
export type Place = Readonly<{
  page: string
  /** What is looked at; null: the list. */
  key: string | null
  query: Readonly<Record<string, string>>
}>

/** `#/withdrawals/17?page=2`; without a page, the first one. */
export function placeOf(hash: string, first: string): Place {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2)
  const [page = '', key] = path.split('/', 2)
  return {
    page: page === '' ? first : page,
    key: key === undefined ? null : decoded(key),
    query: Object.fromEntries(new URLSearchParams(query)),
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export function hashOf({ page, key, query }: Place): string {
  const path = key === null ? page : `${page}/${encodeURIComponent(key)}`
  return `#/${withQuery(path, query)}`
}

/** A path with those values that are not empty. */
export function withQuery(path: string, values: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''))
  return query.size === 0 ? path : `${path}?${query}`
}
