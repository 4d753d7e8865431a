import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
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
const bodyOf = ({ body }: FastifyRequest): string => (typeof body === 'string' ? body : '')

/** Every parameter of a request; where query and body have the same one the query's counts. */
export function paramsOf(request: FastifyRequest): Readonly<Record<string, string>> {
  const inBody = Object.fromEntries(new URLSearchParams(bodyOf(request)))
  return { ...inBody, ...Object.fromEntries(new URLSearchParams(queryOf(request))) }
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

export const missing = (name: string) =>
  no(-1102, `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`)

const unsigned = (text: string): string => text.replace(/(?:^|&)signature=[^&]*$/, '')

/** Requests that are late, or from further ahead than clocks may differ, are refused. */
export function checkTime(params: Readonly<Record<string, string>>, nowMs: number): void {
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
