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

/** Whether this text was signed with the secret; the case of the hex digits does not matter. */
export const isSigned = (keys: Keys, text: string, signature: string): boolean =>
  same(signatureOf(keys, text), signature.toLowerCase())

const queryOf = ({ url }: FastifyRequest): string => url.split('?').slice(1).join('?')

/** The body, if it is a form: bodies of other types are not read. */
const bodyOf = ({ body }: FastifyRequest): string => (typeof body === 'string' ? body : '')

/** Every parameter of a request; where query and body have the same one the query's counts. */
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

/** Lets in what carries our key and is signed over the very text that was sent, in its time. */
export function admit(keys: Keys, request: FastifyRequest, nowMs: number): void {
  const apiKey = request.headers['x-mbx-apikey']
  if (typeof apiKey !== 'string' || apiKey === '') {
    throw no(-2014, 'API-key format invalid.', 401)
  }
  if (!same(apiKey, keys.venueApiKey)) {
    throw no(-2015, 'Invalid API-key, IP, or permissions for action.', 401)
  }
  const { signature } = paramsOf(request)
  if (signature === undefined || signature === '') throw missing('signature')
  const signed = unsigned(queryOf(request)) + unsigned(bodyOf(request))
  if (!isSigned(keys, signed, signature)) {
    throw no(-1022, 'Signature for this request is not valid.')
  }
  checkTime(paramsOf(request), nowMs)
}

const unsigned = (text: string): string => text.replace(/(?:^|&)signature=[^&]*$/, '')

/** Requests that are late, or from further ahead than clocks may differ, are refused. */
export function checkTime(params: Params, nowMs: number): void {
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
