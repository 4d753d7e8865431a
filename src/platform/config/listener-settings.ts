/** Listening addresses, the URLs they are reached by, and the proxies in front. */

import {
  isLocalUrl,
  isLoopback,
  isNetwork,
  parseUrl,
  reachable,
  type Settings,
  web,
} from '../../base/settings/environment.ts'
import { refusePlain } from './encryption.ts'
import { type Mode, named } from './mode.ts'
import { isPlaceholder } from './placeholder.ts'

export type ListenerAddress = Readonly<{ host: string; port: number }>

export type ListenerSettings = Readonly<{
  host: string
  port: number
  /** Serves operators, machines and other nodes instead of the public listener, if set. */
  internal: ListenerAddress | null
  /** Serves the callbacks of providers instead of the public listener, if set. */
  callbacks: ListenerAddress | null
  baseUrl: string
  appUrl: string
  /** The URL at which other nodes reach this one (they relay callbacks to the leader). */
  nodeUrl: string
  /** The URL that providers call back. */
  callbackUrl: string
  /** The URL at which operators reach `/console`. */
  consoleUrl: string
  /** Grants other machines `/metrics` while it is on the public listener. */
  metricsToken: string | null
  trustProxy: readonly string[]
  /** `TRUST_PROXY=none`: clients connect directly, with their own addresses. */
  noProxy: boolean
}>

const leastTokenChars = 24

export function readListeners(
  settings: Settings,
  mode: Mode,
  production: boolean,
): ListenerSettings {
  const host = readHost(settings, 'HOST', '127.0.0.1', mode)
  const port = settings.wholeNumber('PORT', 3000, 0, 65_535)
  const internal = readPlace(settings, 'INTERNAL', '127.0.0.1', mode)
  const callbacks = readPlace(settings, 'CALLBACK', host, mode)
  refuseSharedPorts(settings, [
    ['PORT', port],
    ['INTERNAL_PORT', internal?.port ?? null],
    ['CALLBACK_PORT', callbacks?.port ?? null],
  ])
  const here = urlOf({ host, port })
  const given = settings.url('BASE_URL', web)
  const baseUrl = given ?? here
  const forNodes = internal ?? callbacks
  const proxies = readProxies(settings)
  const read = {
    host,
    port,
    internal,
    callbacks,
    baseUrl,
    appUrl: settings.url('APP_URL', web) ?? baseUrl,
    nodeUrl: settings.url('NODE_URL', web) ?? (forNodes === null ? here : urlOf(forNodes)),
    callbackUrl:
      settings.url('CALLBACK_URL', web) ?? given ?? (callbacks === null ? here : urlOf(callbacks)),
    consoleUrl: settings.url('CONSOLE_URL', web) ?? (internal === null ? baseUrl : urlOf(internal)),
    metricsToken: readMetricsToken(settings, production),
    ...proxies,
  }
  refusePublicNodeUrl(settings, read)
  if (production) refuseUnsafe(settings, read, mode)
  return read
}

export const urlOf = ({ host, port }: ListenerAddress): string =>
  `http://${reachable(host)}:${port}`

/** Outside of production the service trusts its input, so other machines must not reach it. */
function readHost(settings: Settings, name: string, fallback: string, mode: Mode): string {
  const host = settings.text(name) ?? fallback
  const allowed = settings.choice('ALLOW_INSECURE', ['yes', 'no'], 'no') === 'yes'
  if (mode === 'production' || isLoopback(host)) return host
  if (allowed) {
    settings.warn(
      name,
      'is reachable from other machines outside of production, because ALLOW_INSECURE is yes',
    )
  } else {
    const mend = 'set it to 127.0.0.1, run in production, or set ALLOW_INSECURE=yes'
    settings.refuse(name, 'is reachable from other machines outside of production', mend)
  }
  return host
}

/** Reads a separate listener; null if its port is not set. */
function readPlace(
  settings: Settings,
  prefix: 'INTERNAL' | 'CALLBACK',
  fallbackHost: string,
  mode: Mode,
): ListenerAddress | null {
  if (settings.text(`${prefix}_PORT`) === null) {
    if (settings.text(`${prefix}_HOST`) !== null) {
      const mend = `set ${prefix}_PORT as well, or unset it`
      settings.refuse(`${prefix}_HOST`, `is set without ${prefix}_PORT`, mend)
    }
    return null
  }
  // The host of the public listener was checked already.
  const own = settings.text(`${prefix}_HOST`) !== null
  const host = own ? readHost(settings, `${prefix}_HOST`, fallbackHost, mode) : fallbackHost
  return { host, port: settings.wholeNumber(`${prefix}_PORT`, 0, 1, 65_535) }
}

function refuseSharedPorts(
  settings: Settings,
  ports: readonly (readonly [name: string, port: number | null])[],
): void {
  for (const [at, [name, port]] of ports.entries()) {
    const other = ports.slice(0, at).find(([, taken]) => taken === port)
    if (port === null || port === 0 || other === undefined) continue
    settings.refuse(name, `is the same as ${other[0]}`, 'use a port of its own')
  }
}

/** Nodes relay callbacks to each other; the public listener serves them only if no other does. */
function refusePublicNodeUrl(settings: Settings, read: ListenerSettings): void {
  const { internal, callbacks, port } = read
  const given = settings.text('NODE_URL')
  if (given === null || parseUrl(given)?.port !== String(port)) return
  const taker = internal !== null ? 'INTERNAL_PORT' : callbacks !== null ? 'CALLBACK_PORT' : null
  if (taker === null) return
  settings.refuse('NODE_URL', 'names PORT, where no node listens', `name ${taker}`)
}

function readMetricsToken(settings: Settings, production: boolean): string | null {
  const token = settings.text('METRICS_TOKEN')
  if (token === null || !production) return token
  if (token.length < leastTokenChars) {
    const problem = `has less than ${leastTokenChars} characters`
    settings.refuse('METRICS_TOKEN', problem, 'use a longer one')
  } else if (isPlaceholder('METRICS_TOKEN', token)) {
    settings.refuse('METRICS_TOKEN', 'is a placeholder', 'use a random one')
  }
  return token
}

function readProxies(settings: Settings): Pick<ListenerSettings, 'trustProxy' | 'noProxy'> {
  if (settings.text('TRUST_PROXY') === 'none') return { trustProxy: [], noProxy: true }
  const mend = 'list addresses or networks of your proxies, as 10.0.0.0/8, with commas between'
  return { trustProxy: settings.list('TRUST_PROXY', isNetwork, mend), noProxy: false }
}

/**
 * TLS always ends before this service. Behind an unlisted proxy all clients share one address, so
 * that one of them can use up the throttles of all.
 */
function refuseUnsafe(settings: Settings, read: ListenerSettings, mode: Mode): void {
  const { baseUrl, trustProxy, noProxy, consoleUrl, internal } = read
  refusePlain(settings, 'BASE_URL', baseUrl)
  refusePlain(settings, 'APP_URL', settings.text('APP_URL'))
  refusePlain(settings, 'CALLBACK_URL', settings.text('CALLBACK_URL'))
  if (internal !== null) refusePlain(settings, 'CONSOLE_URL', consoleUrl)
  if (isLocalUrl(baseUrl)) return
  const mend = 'list the addresses or networks of your proxies'
  if (trustProxy.length === 0 && !noProxy && settings.text('TRUST_PROXY') === null) {
    const direct = 'or set it to none where clients keep their own addresses'
    const problem = `is missing in ${named(mode)} while BASE_URL is on another machine`
    settings.refuse('TRUST_PROXY', problem, `${mend}, ${direct}`)
  } else if (noProxy && isLoopback(read.host)) {
    const problem = 'is none, but HOST accepts connections from this machine only'
    settings.refuse('TRUST_PROXY', problem, mend)
  }
}
