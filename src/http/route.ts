import { isIPv4, isIPv6 } from 'node:net'
import { limits } from '../base/limits.ts'
import type { Context } from '../context.ts'
import type { ImageType } from '../images/picture.ts'
import type { ApiAnswer } from './envelope.ts'

/** A request as use cases and access checks see it; `raw` is the body's bytes as they came. */
export type HttpRequest = Readonly<{
  id: string
  method: string
  /** Path with query, as received. */
  url: string
  ip: string
  headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Empty for multipart bodies, which are read as a stream after the caller was admitted. */
  raw: Buffer
  /**
   * What a request with an idempotency key is known by, for records of which each such request
   * makes one.
   */
  requestKey?: Buffer
  /**
   * Waits until so many bytes may lie in memory for the answer, which holds them until it was read;
   * refused when that takes long. Only routes of large answers have it.
   */
  hold?: (bytes: number) => Promise<void>
  /** Tells the caller how it stands with a rate that the use case counts. */
  tellRate?: (rate: CountedRate) => void
}>

/** `left` of `most` within so many seconds, all of them again after `resetSeconds`. */
export type CountedRate = Readonly<{
  name: string
  most: number
  windowSeconds: number
  left: number
  resetSeconds: number
}>

/** What becomes known of a request while it is served. */
export type Trace = {
  /** The caller's key, once admitted. */
  user: string | null
  /** Headers for the answer, whatever the answer is. */
  headers: Record<string, string> | null
}

/** A body's fields by name, and a digest of everything it held; null without an idempotency key. */
export type ReceivedForm = Readonly<{
  fields: Readonly<Record<string, unknown>>
  digest: Uint8Array | null
}>

export type FileRule = Readonly<{ maxBytes: number; types: readonly ImageType[] }>

export type Call = Readonly<{
  request: HttpRequest
  params: unknown
  /**
   * Reads a multipart body of this caller within the bounds of the route's files; null for every
   * other body.
   */
  form: ((caller: string) => Promise<ReceivedForm>) | null
  trace: Trace
}>

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What the server mounts: endpoints, and the few pages that are no endpoints (health, docs). */
export type Route = Readonly<{
  method: Method
  /** OpenAPI spelling: `/api/user/bank/{id}`. */
  path: string
  bodyLimitBytes: number
  /** The files that a multipart body may bring, by field; null: no multipart here. */
  files: ReadonlyMap<string, FileRule> | null
  /** A body is read of a GET as well. */
  bodyOnGet: boolean
  /** Answers of 429 are held back for a moment (tarpit.ts). */
  slowRefusals: boolean
  /** Answers are megabytes: what they take is bounded (large-answers.ts). */
  largeAnswers: boolean
  cacheControl: string
  serve: (ctx: Context, call: Call) => Promise<ApiAnswer>
}>

/** What is read and takes nothing but its path. */
export const barePage = {
  method: 'GET',
  bodyLimitBytes: limits.http.jsonBodyBytes,
  files: null,
  bodyOnGet: false,
  slowRefusals: false,
  largeAnswers: false,
} as const satisfies Partial<Route>

/** Several values of one header are no value: nobody can tell which of them counts. */
export function headerOf(request: Pick<HttpRequest, 'headers'>, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

/** What no page of another origin may call. */
export const isOperatorPath = (path: string): boolean => path.startsWith('/operator/')

export const isCallback = (path: string): boolean => path.startsWith('/api/webhook/')

const mappedIpv4 = /^::ffff:([0-9.]{7,15})$/i

/** An address as we write it; IPv4 inside IPv6 is IPv4. */
export function plainAddress(address: string | undefined): string {
  if (address === undefined) return 'unknown'
  const mapped = mappedIpv4.exec(address)?.[1]
  return mapped !== undefined && isIPv4(mapped) ? mapped : address
}

/** What counts as one caller: an IPv4 address, or the /64 network of an IPv6 address. */
export function networkOf(ip: string): string {
  const groups = ipv6Groups(ip)
  return groups === null ? ip : `${groups.slice(0, 4).join(':')}::/64`
}

/** The IPv6 /48 network around an address, which one customer may have; null for IPv4. */
export function wideNetworkOf(ip: string): string | null {
  const groups = ipv6Groups(ip)
  return groups === null ? null : `${groups.slice(0, 3).join(':')}::/48`
}

/** The network that callers share turns in: the /24 of an IPv4 address, the /48 of an IPv6 one. */
export const neighbourhoodOf = (ip: string): string =>
  wideNetworkOf(ip) ?? (isIPv4(ip) ? `${ip.slice(0, ip.lastIndexOf('.'))}.0/24` : ip)

/** The eight groups of an IPv6 address without leading zeros; null for any other address. */
function ipv6Groups(ip: string): readonly string[] | null {
  const address = ip.split('%', 1).join()
  if (!isIPv6(address)) return null
  const [before = '', after] = address.toLowerCase().split('::')
  const front = before === '' ? [] : before.split(':')
  const back = after === undefined || after === '' ? [] : after.split(':')
  const gap = after === undefined ? 0 : Math.max(0, 8 - front.length - back.length)
  const groups = [...front, ...Array.from({ length: gap }, () => '0'), ...back]
  return groups.map((group) => group.replace(/^0+(?=.)/, ''))
}

/** What one holder of addresses usually has: a /24 network of IPv4, or a /48 of IPv6. */
export function siteOf(ip: string): string {
  const network = networkOf(ip)
  if (isIPv4(network)) return `${network.split('.').slice(0, 3).join('.')}.0/24`
  return network.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}::/48` : network
}
