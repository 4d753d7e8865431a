/** docs/access.txt: every endpoint and its permitted callers, one a line, for review. */

export type Guarded = Readonly<{
  method: string
  path: string
  access: Readonly<{ name: string; scheme: string | null; keyPermission?: string | null }>
}>

export function accessText(endpoints: readonly Guarded[]): string {
  const rows = endpoints.map(({ method, path, access }) => ({ method, path, name: nameOf(access) }))
  rows.sort((a, b) => byText(a.path, b.path) || byText(a.method, b.method))
  const width = Math.max(0, ...rows.map(({ path }) => path.length))
  return rows
    .map(({ method, path, name }) => `${method.padEnd(6)} ${path.padEnd(width)}  ${name}\n`)
    .join('')
}

const nameOf = ({ name, keyPermission }: Guarded['access']): string =>
  (keyPermission ?? null) === null ? name : `${name}, or an API key that may ${keyPermission}`

/** By code unit, so that the order is the same on every machine. */
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
