import { masked, withoutPassword } from '../../../base/settings/environment.ts'

/** The kinds of server that a connection accepts, in libpq's terms. */
export const sessionTargets = [
  'any',
  'read-write',
  'read-only',
  'primary',
  'standby',
  'prefer-standby',
] as const

export type SessionTarget = (typeof sessionTargets)[number]

export type ServerAddress = Readonly<{ host: string; port: number }>

/** A parsed `DATABASE_URL`, including the parameters that libpq reads and pg does not. */
export type DatabaseUrl = Readonly<{
  /** For pg; if there are several hosts it contains a placeholder. */
  url: string
  /** In the order in which they are tried. */
  hosts: readonly ServerAddress[]
  target: SessionTarget
  /** Per host; null if the URL sets none. */
  connectTimeoutMs: number | null
}>

type Parts = Readonly<{ scheme: string; user: string; hosts: string; path: string; query: string }>

const usualPort = '5432'
const hostInUrl = 'several-hosts'
const ownParameters = ['host', 'port', 'target_session_attrs', 'connect_timeout']

/** Parses a PostgreSQL URL; throws a `RangeError` whose message names the problem. */
export function parseDatabaseUrl(text: string): DatabaseUrl {
  const parts = partsOf(text)
  const query = new URLSearchParams(parts.query)
  const hosts = hostsOf(parts, query)
  const target = query.get('target_session_attrs') ?? 'any'
  const known = sessionTargets.find((one) => one === target)
  if (known === undefined) {
    throw new RangeError(`has a target_session_attrs other than ${sessionTargets.join(', ')}`)
  }
  const connectTimeoutMs = timeoutOf(query.get('connect_timeout'))
  return { url: urlOf(text, parts, hosts.length), hosts, target: known, connectTimeoutMs }
}

/** Returns the URL with another `target_session_attrs`. */
export function withTarget(text: string, target: SessionTarget): string {
  const at = text.indexOf('?')
  const [address, query] = at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
  const others = query.split('&').filter((one) => one !== '' && !/^target_session_attrs=/.test(one))
  return `${address}?${[...others, `target_session_attrs=${target}`].join('&')}`
}

/** Returns the URL without its password, for display. */
export function databaseUrlWithoutPassword(text: string): string {
  const parts = URL.canParse(text) ? null : split(text)
  if (parts === null) return withoutPassword(text)
  const shown = withoutPassword(joined({ ...parts, hosts: hostInUrl }))
  return shown === masked ? masked : shown.replace(hostInUrl, parts.hosts)
}

function partsOf(text: string): Parts {
  const parts = split(text)
  const known = parts !== null && URL.canParse(joined({ ...parts, hosts: hostInUrl }))
  if (!known) throw new RangeError('is not a usable address')
  return parts
}

function split(text: string): Parts | null {
  const found = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?$/.exec(text)
  if (found === null) return null
  const [, scheme = '', user = '', hosts = '', path = '', query = ''] = found
  return { scheme, user, hosts, path, query }
}

const joined = ({ scheme, user, hosts, path, query }: Parts): string =>
  `${scheme}${user}${hosts}${path}${query === '' ? '' : `?${query}`}`

/** Hosts and ports of the query override those before it, independently of each other. */
function hostsOf({ hosts: authority }: Parts, query: URLSearchParams): readonly ServerAddress[] {
  const before = authority.split(',').map(hostAndPort)
  const hosts = query.get('host')?.split(',') ?? before.map(({ host }) => decoded(host))
  const ports = query.get('port')?.split(',') ?? before.map(({ port }) => port)
  if (ports.length !== 1 && ports.length !== hosts.length) {
    throw new RangeError(`has ${ports.length} ports for ${hosts.length} hosts`)
  }
  return hosts.map((host, at) => ({
    host: host === '' ? 'localhost' : host,
    port: portOf((ports.length === 1 ? ports[0] : ports[at]) ?? ''),
  }))
}

function hostAndPort(text: string): Readonly<{ host: string; port: string }> {
  const found = /^(?:\[([^\]]*)\]|([^:[\]]*))(?::(.*))?$/.exec(text)
  if (found === null) throw new RangeError('has an unreadable host')
  const [, six, host = '', port = ''] = found
  return { host: six ?? host, port }
}

function decoded(host: string): string {
  try {
    return decodeURIComponent(host)
  } catch {
    throw new RangeError('has an unreadable host')
  }
}

function portOf(text: string): number {
  const port = /^\d{1,5}$/.test(text === '' ? usualPort : text) ? Number(text || usualPort) : 0
  if (port < 1 || port > 65_535) throw new RangeError('has an invalid port')
  return port
}

/** In libpq zero means no limit; here it selects the service's own limit. */
function timeoutOf(text: string | null): number | null {
  if (text === null) return null
  if (!/^\d{1,3}$/.test(text))
    throw new RangeError('has a connect_timeout that is not a whole number')
  return text === '0' ? null : Number(text) * 1_000
}

/** For one host pg parses the URL itself, including socket folders and its own defaults. */
function urlOf(text: string, parts: Parts, hosts: number): string {
  const query = new URLSearchParams(parts.query)
  const own = ownParameters.slice(hosts > 1 ? 0 : 2).filter((name) => query.has(name))
  if (hosts === 1 && own.length === 0) return text
  for (const name of own) query.delete(name)
  return joined({ ...parts, hosts: hosts > 1 ? hostInUrl : parts.hosts, query: query.toString() })
}
