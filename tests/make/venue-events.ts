import { createHmac } from 'node:crypto'
import { type Answer, send, type Tukar } from '../harness.ts'
import { fieldsIn } from '../json.ts'

type SendOptions = Readonly<{
  url?: string
  timestamp?: string
  signature?: string
  secret?: string
}>

/** The headers of an event of the venue's stream, with the relay's signature. */
export const venueHeaders = (
  body: string | Uint8Array,
  secret: string,
  timestamp = Date.now().toString(),
) => ({
  'x-venue-timestamp': timestamp,
  'x-venue-signature': createHmac('sha256', secret)
    .update(`${timestamp}.`)
    .update(body)
    .digest('hex'),
})

/** Sends an event of the venue's stream with the relay's signature; text and bytes unchanged. */
export function sendVenueEvent(
  { url, config }: Tukar,
  event: unknown,
  { url: to = url, timestamp, signature, secret }: SendOptions = {},
): Promise<Answer> {
  const isWritten = typeof event === 'string' || Buffer.isBuffer(event)
  const raw = new Uint8Array(Buffer.from(isWritten ? event : JSON.stringify(event)))
  const headers = venueHeaders(raw, secret ?? config.venue.webhookSecrets[0], timestamp)
  return send(to, 'POST', '/api/webhook/venue', {
    raw,
    headers: { ...headers, ...(signature === undefined ? {} : { 'x-venue-signature': signature }) },
  })
}

type Fields = Readonly<Record<string, unknown>>

/** A report of an order to buy 0.01 BTC for 1,600,000,000 rupiah each; all of it is open. */
export const reportOf = (orderNo: string, fields: Fields = {}): Fields => ({
  e: 'executionReport',
  E: 1_795_000_000_000,
  s: 'BTCIDR',
  c: orderNo,
  C: '',
  S: 'BUY',
  q: '0.01000000',
  x: 'NEW',
  X: 'NEW',
  r: 'NONE',
  i: 1,
  l: '0.00000000',
  z: '0.00000000',
  L: '0.00000000',
  Y: '0.00000000',
  n: '0',
  N: null,
  t: -1,
  T: 1_795_000_000_000,
  ...fields,
})

/** The report the emulated venue made of a trade. */
export async function tradeReport(tukar: Tukar, tradeId: number): Promise<Fields> {
  const { body } = await tukar.control('GET', '/callbacks?provider=venue')
  const bodies: readonly Fields[] = body.map((one: { body: string }) => fieldsIn(one.body))
  const found = bodies.find((one) => one['t'] === tradeId)
  if (found === undefined) throw new Error(`the venue reported no trade ${tradeId}`)
  return found
}
