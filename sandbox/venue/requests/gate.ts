import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { missing, type Params } from './parameters.ts'
import { no } from './refusal.ts'

export type Keys = Readonly<{ venueApiKey: string; venueApiSecret: string }>

const aheadMs = 1_000
const defaultWindowMs = 5_000
const widestWindowMs = 60_000

const signatureOf = ({ venueApiSecret }: Keys, text: string): string =>
  createHmac('sha256', venueApiSecret).update(text).digest('hex')

const same = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

const queryOf = ({ url }: FastifyRequest): string => url.split('?').slice(1).join('?')

/** Returns the body if it is a form; bodies of other types are ignored. */
const bodyOf = ({ body }: FastifyRequest): string => (typeof body === 'string' ? body : '')

/** Returns every parameter of a request; the query takes precedence over the body. */
export const paramsOf = (request: FastifyRequest): Params => ({
  ...namesOnce(bodyOf(request)),
  ...namesOnce(queryOf(request)),
})

function namesOnce(text: string): Params {
  const pairs = [...new URLSearchParams(text)]
  if (new Set(pairs.map(([name]) => name)).size < pairs.length) {
    throw no(-1101, 'Duplicate values for a parameter detected.')
  }
  return Object.fromEntries(pairs)
}

/** Refuses a request without our key. */
export function checkKey({ venueApiKey }: Keys, apiKey: unknown): void {
  if (typeof apiKey !== 'string' || apiKey === '') {
    throw no(-2014, 'API-key format invalid.', 401)
  }
  if (!same(apiKey, venueApiKey)) {
    throw no(-2015, 'Invalid API-key, IP, or permissions for action.', 401)
  }
}

export const keyOf = ({ headers }: FastifyRequest): unknown => headers['x-mbx-apikey']

/** Refuses a request that is not signed over exactly the text that was sent, or not in time. */
export function checkSigned(keys: Keys, request: FastifyRequest, nowMs: number): void {
  const params = paramsOf(request)
  const signed = unsigned(queryOf(request)) + unsigned(bodyOf(request))
  checkSignature(keys, signed, params)
  checkTime(params, nowMs)
}

function checkSignature(keys: Keys, signed: string, { signature }: Params): void {
  if (signature === undefined || signature === '') throw missing('signature')
  if (!same(signatureOf(keys, signed), signature.toLowerCase())) {
    throw no(-1022, 'Signature for this request is not valid.')
  }
}

/** A request on the WebSocket API is signed over its parameters in the order of their names. */
export function checkSignedParams(keys: Keys, params: Params, nowMs: number): void {
  const signed = Object.entries(params)
    .filter(([name]) => name !== 'signature')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  checkSignature(keys, signed.join('&'), params)
  checkTime(params, nowMs)
}

const unsigned = (text: string): string => text.replace(/(?:^|&)signature=[^&]*$/, '')

/** Refuses requests that are late, or further ahead than clocks may differ. */
function checkTime(params: Params, nowMs: number): void {
  const { timestamp = '', recvWindow } = params
  if (!/^\d{13}$/.test(timestamp)) throw missing('timestamp')
  const windowMs = recvWindow === undefined ? defaultWindowMs : Number(recvWindow)
  if (!(windowMs > 0 && windowMs <= widestWindowMs)) {
    throw no(-1131, `recvWindow must be less than ${widestWindowMs}.`)
  }
  const sentMs = Number(timestamp)
  if (sentMs >= nowMs + aheadMs) {
    throw no(-1021, "Timestamp for this request was 1000ms ahead of the server's time.")
  }
  if (nowMs - sentMs > windowMs) {
    throw no(-1021, 'Timestamp for this request is outside of the recvWindow.')
  }
}
