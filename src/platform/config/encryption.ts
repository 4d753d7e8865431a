/** Checks for unencrypted connections: refuses those that strangers could read, warns of others. */

import { isLocalUrl, isLoopback, parseUrl, type Settings } from '../../base/settings/environment.ts'
import { parseDatabaseUrl } from '../../core/database/driver/database-url.ts'

/** Refuses an address on another machine that does not use TLS. */
export function refusePlain(settings: Settings, name: string, url: string | null): void {
  if (url === null || !/^(?:http|ws):/i.test(url) || isLocalUrl(url)) return
  settings.refuse(name, 'is not encrypted', `use ${/^ws/i.test(url) ? 'wss' : 'https'}://`)
}

type Reached = Readonly<{
  databaseUrl: string | null
  databaseReadUrl: string | null
  redisUrl: string | null
  natsUrl: string | null
  nodeUrl: string
}>

/** Warns if the database, Redis, NATS or another node is reached without TLS. */
export function warnOfPlain(
  settings: Settings,
  { databaseUrl, databaseReadUrl, redisUrl, natsUrl, nodeUrl }: Reached,
): void {
  warnOfPlainDatabase(settings, 'DATABASE_URL', databaseUrl)
  warnOfPlainDatabase(settings, 'DATABASE_READ_URL', databaseReadUrl)
  if (redisUrl?.startsWith('redis:') === true && !isLocalUrl(redisUrl)) {
    settings.warn('REDIS_URL', 'is on another machine and is not encrypted: use rediss://')
  }
  if (natsUrl?.startsWith('nats:') === true && !isLocalUrl(natsUrl)) {
    settings.warn('NATS_URL', 'is on another machine and is not encrypted: use tls://')
  }
  if (nodeUrl.startsWith('http:') && !isLocalUrl(nodeUrl)) {
    const how = 'use https://, or a network that only the nodes share'
    settings.warn('NODE_URL', `relays callbacks and their tokens unencrypted: ${how}`)
  }
}

function warnOfPlainDatabase(settings: Settings, name: string, url: string | null): void {
  const tls = url === null ? 'verified' : databaseTls(settings, url)
  if (tls === 'none') {
    const how = 'add sslmode=verify-full, with sslrootcert where its authority is your own'
    settings.warn(name, `is on another machine and is not encrypted: ${how}`)
  } else if (tls === 'unverified') {
    const how = 'use sslmode=verify-full'
    settings.warn(name, `is encrypted, but the server is not verified: ${how}`)
  }
}

/**
 * Returns how pg reads the address; `PGSSLMODE` applies only if the address has no TLS parameter.
 */
function databaseTls(settings: Settings, url: string): 'verified' | 'unverified' | 'none' {
  const { url: address, hosts } = parseDatabaseUrl(url)
  if (hosts.every(({ host }) => host.startsWith('/') || isLoopback(host))) return 'verified'
  const query = parseUrl(address)?.searchParams ?? new URLSearchParams()
  const sslMode = query.get('sslmode') ?? query.get('ssl') ?? settings.text('PGSSLMODE') ?? ''
  const asked = query.has('sslrootcert') || query.get('sslnegotiation') === 'direct'
  if (/^(?:disable|false|0)$/.test(sslMode) || (sslMode === '' && !asked)) return 'none'
  const lenient = query.get('uselibpqcompat') === 'true' && /^(?:prefer|require)$/.test(sslMode)
  return sslMode === 'no-verify' || lenient ? 'unverified' : 'verified'
}
