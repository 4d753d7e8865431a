/** The values of earlier responses by field name, for requests that refer to what exists. */

/** The values kept per name; the oldest leaves first. */
const keptValues = 40
const longest = 300

export type Pool = Readonly<{
  /** Adds each text and number of a JSON value under its field name. */
  learn: (value: unknown, path: string) => void
  /** The known values of a field, those from the same collection of the API first. */
  known: (name: string, path: string) => readonly (string | number)[]
}>

/** Other names of the same value, in callbacks and in requests. */
const sameAs: Readonly<Record<string, readonly string[]>> = {
  externalid: ['referenceid'],
  referenceid: ['externalid'],
  destinationaddress: ['address'],
  toaddress: ['address'],
  bankaccount: ['id@user/bank'],
  userbankaddressid: ['id@user/bank'],
  apikeyid: ['apikeyid'],
  c: ['orderno'],
  exchangeorderid: ['orderid', 'exchangeorderid'],
  s: ['symbol'],
  user: ['userid', 'id@operator/api/users'],
  userid: ['id@operator/api/users'],
  vano: ['vanumber'],
  txid: ['id', 'requestid', 'txid'],
  session: ['id@user/sessions'],
  messageids: ['id@user-messages'],
}

export function startPool(): Pool {
  const values = new Map<string, (string | number)[]>()
  const add = (key: string, value: string | number): void => {
    const kept = values.get(key) ?? []
    if (kept.includes(value)) return
    kept.push(value)
    if (kept.length > keptValues) kept.shift()
    values.set(key, kept)
  }
  const learn = (value: unknown, path: string, name = ''): void => {
    if (Array.isArray(value)) {
      for (const one of value.slice(0, keptValues)) learn(one, path, name)
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, one] of Object.entries(value)) learn(one, path, key)
    } else if (isKept(value)) {
      add(plain(name), value)
      add(`${plain(name)}@${collectionOf(path)}`, value)
    }
  }
  return {
    learn,
    known: (name, path) => {
      const key = plain(name)
      const near = values.get(`${key}@${collectionOf(path)}`)
      if (near !== undefined) return near
      return [key, ...(sameAs[key] ?? [])].flatMap((one) => values.get(one) ?? [])
    },
  }
}

const isKept = (value: unknown): value is string | number =>
  typeof value === 'number' ||
  (typeof value === 'string' && value !== '' && value.length <= longest)

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** The path of a collection: without `/api/`, and without what follows its first parameter. */
const collectionOf = (path: string): string =>
  path
    .replace(/^\/api\//, '')
    .replace(/^\//, '')
    .replace(/\/?(?:\{|[0-9]).*$/, '')
