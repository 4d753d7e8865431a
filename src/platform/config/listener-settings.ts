/** Listening addresses, the URLs they are reached by, and the proxies in front. */

import {
  isLocalUrl,
  isLoopback,
  parseUrl,
  reachable,
  type Settings,
} from '../../base/settings/environment.ts'
import type { ValuesOf } from '../../base/settings/setting.ts'
import { refusePlain } from './encryption.ts'
import { type Mode, named } from './mode.ts'
import type { serviceSettings } from './settings.ts'

export type ListenerAddress = Readonly<{ host: string; port: number }>

type Given = ValuesOf<typeof serviceSettings>

type Listeners = ReturnType<typeof completeListeners>

type Use = Readonly<{ settings: Settings; mode: Mode; production: boolean }>

/** Adds the addresses that follow from others, and refuses those that contradict each other. */
export function completeListeners(given: Given, use: Use) {
  const { settings } = use
  const { host, port } = given
  const internal = placeOf('INTERNAL', given.internal, host, settings)
  const callbacks = placeOf('CALLBACK', given.callbacks, host, settings)
  const here = urlOf({ host, port })
  const baseUrl = given.baseUrl ?? here
  const forNodes = internal ?? callbacks
  const read = {
    host,
    port,
    internal,
    callbacks,
    baseUrl,
    appUrl: given.appUrl ?? baseUrl,
    /** The URL at which other nodes reach this one (they relay callbacks to the leader). */
    nodeUrl: given.nodeUrl ?? (forNodes === null ? here : urlOf(forNodes)),
    callbackUrl:
      given.callbackUrl ?? given.baseUrl ?? (callbacks === null ? here : urlOf(callbacks)),
    consoleUrl: given.consoleUrl ?? (internal === null ? baseUrl : urlOf(internal)),
    trustProxy: given.trustProxy,
  }
  if (use.mode !== 'production') refuseOpenHosts(settings, read, given.allowInsecure)
  refuseSharedPorts(settings, [
    ['PORT', port],
    ['INTERNAL_PORT', internal?.port ?? null],
    ['CALLBACK_PORT', callbacks?.port ?? null],
  ])
  refusePublicNodeUrl(settings, read)
  refusePublicOperators(use, read, given.operatorsOnPublicPort)
  if (use.production) refuseUnsafe(settings, read, use.mode)
  return read
}

export const urlOf = ({ host, port }: ListenerAddress): string =>
  `http://${reachable(host)}:${port}`

/** A separate listener; null if its port is not set. */
function placeOf(
  prefix: 'INTERNAL' | 'CALLBACK',
  { host, port }: Readonly<{ host: string | null; port: number | null }>,
  publicHost: string,
  settings: Settings,
): ListenerAddress | null {
  if (port !== null) return { host: host ?? publicHost, port }
  if (settings.text(`${prefix}_HOST`) !== null && settings.text(`${prefix}_PORT`) === null) {
    const mend = `set ${prefix}_PORT as well, or unset it`
    settings.refuse(`${prefix}_HOST`, `is set without ${prefix}_PORT`, mend)
  }
  return null
}

/** Outside of production the service trusts its input, so other machines must not reach it. */
function refuseOpenHosts(
  settings: Settings,
  { host, internal, callbacks }: Listeners,
  allowInsecure: boolean,
): void {
  const hosts = { HOST: host, INTERNAL_HOST: internal?.host, CALLBACK_HOST: callbacks?.host }
  for (const [name, value] of Object.entries(hosts)) {
    // One that is not set follows another.
    const isOwn = name === 'HOST' || settings.text(name) !== null
    if (value === undefined || !isOwn || isLoopback(value)) continue
    const problem = 'is reachable from other machines outside of production'
    const mend = 'set it to 127.0.0.1, run in production, or set ALLOW_INSECURE=yes'
    if (allowInsecure) settings.warn(name, `${problem}, because ALLOW_INSECURE is yes`)
    else settings.refuse(name, problem, mend)
  }
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
function refusePublicNodeUrl(settings: Settings, read: Listeners): void {
  const { internal, callbacks, port } = read
  const given = settings.text('NODE_URL')
  if (given === null || parseUrl(given)?.port !== String(port)) return
  const taker = internal !== null ? 'INTERNAL_PORT' : callbacks !== null ? 'CALLBACK_PORT' : null
  if (taker === null) return
  settings.refuse('NODE_URL', 'names PORT, where no node listens', `name ${taker}`)
}

/** Operators decide about money, so in production the public must not reach them by default. */
function refusePublicOperators(
  { settings, mode, production }: Use,
  { internal }: Listeners,
  isAllowed: boolean,
): void {
  const allowance = 'OPERATORS_ON_PUBLIC_PORT'
  if (isAllowed && internal !== null) {
    settings.refuse(allowance, 'is yes, but INTERNAL_PORT serves the operators', 'unset one')
  } else if (isAllowed) {
    settings.warn(allowance, 'lets everyone reach the sign-in of operators: INTERNAL_PORT is safer')
  } else if (production && internal === null) {
    const problem = `is missing in ${named(mode)}: everyone would reach the sign-in of operators`
    const mend = `set it to a port that only operators reach, or set ${allowance}=yes`
    settings.refuse('INTERNAL_PORT', problem, mend)
  }
}

/**
 * TLS always ends before this service. Behind an unlisted proxy all clients share one address, so
 * that one of them can use up the throttles of all.
 */
function refuseUnsafe(settings: Settings, read: Listeners, mode: Mode): void {
  const { baseUrl, trustProxy, consoleUrl, internal } = read
  refusePlain(settings, 'BASE_URL', baseUrl)
  if (internal !== null) refusePlain(settings, 'CONSOLE_URL', consoleUrl)
  if (isLocalUrl(baseUrl)) return
  const mend = 'list the addresses or networks of your proxies'
  if (settings.text('TRUST_PROXY') === null) {
    const direct = 'or set it to none where clients keep their own addresses'
    const problem = `is missing in ${named(mode)} while BASE_URL is on another machine`
    settings.refuse('TRUST_PROXY', problem, `${mend}, ${direct}`)
  } else if (trustProxy === 'none' && isLoopback(read.host)) {
    const problem = 'is none, but HOST accepts connections from this machine only'
    settings.refuse('TRUST_PROXY', problem, mend)
  }
}
