/** The listeners of a node; each serves its own endpoints and pages. */
import type { Config } from '../config/config.ts'
import type { ListenerAddress } from '../config/listener-settings.ts'
import { isCallback, isOperatorPath } from './route.ts'

export type ListenerName = 'public' | 'internal' | 'callbacks'

export type Listener = Readonly<{
  name: ListenerName
  place: ListenerAddress
  serves: (path: string) => boolean
  /** Whether other nodes relay callbacks to it. */
  acceptsRelays: boolean
  /** Whether outside clients reach it; their connections are limited per network. */
  isOutside: boolean
  /** Whether `/metrics` needs the token here, because outside clients reach this listener. */
  guardsMetrics: boolean
}>

type Places = Pick<Config, 'host' | 'port' | 'internal' | 'callbacks'>

const isHealth = (path: string): boolean => path.startsWith('/health/')

/** Paths that the console and the operators' documents use besides `/operator/api`. */
const alsoInternal: ReadonlySet<string> = new Set([
  '/',
  '/api/errors',
  '/api/wallet-status',
  '/docs/configuration',
  '/docs/errors',
  '/docs/docs.css',
  '/docs/documents.js',
  '/docs/favicon.svg',
  '/docs/reference.js',
  '/docs/viewer.js',
])

const isAlsoInternal = (path: string): boolean =>
  alsoInternal.has(path) || /^\/docs\/going-live(?:\/|$)/.test(path)

const isInternal = (path: string): boolean =>
  isOperatorPath(path) || /^\/(?:console|metrics)(?:\/|$)/.test(path)

/** Lists the listeners: the public one last, after those that serve part of its paths. */
export function listenersOf({ host, port, internal, callbacks }: Places): readonly Listener[] {
  const servesPublic = (path: string) =>
    (internal === null || !isInternal(path)) && (callbacks === null || !isCallback(path))
  const listeners: Listener[] = []
  if (internal !== null) {
    listeners.push({
      name: 'internal',
      place: internal,
      serves: (path) =>
        isHealth(path) || isInternal(path) || isCallback(path) || isAlsoInternal(path),
      acceptsRelays: true,
      isOutside: false,
      guardsMetrics: false,
    })
  }
  const outside = { acceptsRelays: internal === null, isOutside: true, guardsMetrics: true }
  if (callbacks !== null) {
    const serves = (path: string) => isHealth(path) || isCallback(path)
    listeners.push({ name: 'callbacks', place: callbacks, serves, ...outside })
  }
  return [...listeners, { name: 'public', place: { host, port }, serves: servesPublic, ...outside }]
}

/** A single listener for all paths, as on a node without separate listeners. */
export function wholeListener(places: Places): Listener {
  const [whole] = listenersOf({ ...places, internal: null, callbacks: null })
  if (whole === undefined) throw new Error('the node has no public listener')
  return whole
}
