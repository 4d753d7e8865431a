import { createHmac } from 'node:crypto'
import { type Answer, send, type Tukar } from '../harness.ts'
import { fieldsIn } from '../json.ts'

type Said = Readonly<{
  url?: string
  timestamp?: string
  signature?: string
  secret?: string
}>

/** An event of the venue's relayed stream, signed as by the relay; a text is sent as it is. */
export function sendVenueEvent(
  { url, config }: Tukar,
  event: unknown,
  { url: to = url, timestamp = Date.now().toString(), signature, secret }: Said = {},
): Promise<Answer> {
  const raw = typeof event === 'string' ? event : JSON.stringify(event)
  const signed = createHmac('sha256', secret ?? config.venue.webhookSecret)
    .update(`${timestamp}.${raw}`)
    .digest('hex')
  return send(to, 'POST', '/api/webhook/venue', {
    raw,
    headers: { 'x-venue-timestamp': timestamp, 'x-venue-signature': signature ?? signed },
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
