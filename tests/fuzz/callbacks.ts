/** Callbacks of providers, generated from the API document and from what the emulators sent. */
import { webhookSigner } from '../../sandbox/custody/webhooks.ts'
import { fieldsIn } from '../json.ts'
import { md5 } from '../make/payd.ts'
import { venueHeaders } from '../make/venue-events.ts'
import { sandboxSecrets as secrets } from '../sandbox-providers.ts'
import type { Draw } from './draw.ts'
import type { Operation } from './operations.ts'
import type { Pool } from './pool.ts'
import { broken } from './requests.ts'
import { jsonText, type Known, mutated, spelled, validValue } from './values.ts'

/** A callback as it is sent. */
export type Callback = Readonly<{
  operation: Operation
  headers: Readonly<Record<string, string>>
  body: string
}>

type Fields = Readonly<Record<string, unknown>>

/** The bodies that emulators sent so far, by path. */
export type Sent = ReadonlyMap<string, readonly string[]>

const ofMutation = 0.5
const ofForgery = 0.1
const ofBroken = 0.04
const ofSent = 0.4

/** Values of fields that decide what becomes of a callback. */
const common: Readonly<Record<string, readonly unknown[]>> = {
  amount: ['15000', '250000', '1000000', 15_000, '0.5', spelled('15000.00')],
  status: ['COMPLETED', 'SUCCEEDED', 'PENDING', 'FAILED', 'CONFIRMING', 'CANCELLED', 'REVERSED'],
  resultCode: ['00', '01', '02'],
  assetId: ['BTC', 'ETH', 'ETH_TEST', 'TRX', 'UNKNOWN'],
  bank_code: ['BCA', 'BNI', 'MANDIRI'],
  X: ['NEW', 'PARTIALLY_FILLED', 'FILLED', 'CANCELED', 'REJECTED', 'EXPIRED'],
  x: ['NEW', 'TRADE', 'CANCELED', 'REJECTED', 'EXPIRED'],
  l: ['0.00100000', '0.00000000', '0.01000000'],
  z: ['0.00100000', '0.01000000', '0.02000000'],
  t: [-1, 1, 2, 3],
}

export function callbackOf(draw: Draw, operation: Operation, pool: Pool, sent: Sent): Callback {
  const body = draw.pick(operation.bodies)
  const known: Known = {
    resolve: operation.resolve,
    of: (name) => [...(common[name] ?? []), ...pool.known(name, operation.path)],
  }
  const bodies = sent.get(operation.path) ?? []
  const isSent = bodies.length > 0 && draw.chance(ofSent)
  const base = isSent ? fieldsOf(draw.pick(bodies)) : body.example
  let value: unknown = draw.chance(0.1)
    ? validValue(draw, known, body.schema)
    : refilled(draw, base, known, isSent ? 0.1 : 0.4)
  const times = draw.chance(ofMutation) ? draw.whole(1, 2) : 0
  for (let change = 0; change < times; change += 1) {
    value = mutated(draw, value, known, body.schema)
  }
  const isForm = body.mediaType.endsWith('urlencoded') && draw.chance(0.8)
  const signed = operation.path.includes('/payd') ? paydSigned(draw, value) : value
  const written = isForm ? formText(signed) : jsonText(signed)
  const text = draw.chance(ofBroken) ? broken(draw, written) : written
  const proof = draw.chance(ofForgery) ? {} : proofOf(operation.path, text)
  const type = isForm ? body.mediaType : 'application/json'
  return { operation, headers: { 'content-type': type, ...proof }, body: text }
}

function fieldsOf(text: string): Fields {
  try {
    return fieldsIn(text)
  } catch {
    return Object.fromEntries(new URLSearchParams(text))
  }
}

/** The body with other known values in some of its fields. */
function refilled(draw: Draw, value: unknown, known: Known, share: number): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const candidates = known.of(name)
      if (typeof one === 'object') return [name, refilled(draw, one, known, share)]
      return [name, candidates.length > 0 && draw.chance(share) ? draw.pick(candidates) : one]
    }),
  )
}

/** payd's signature is a field over others, as they are sent. */
function paydSigned(draw: Draw, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || draw.chance(ofForgery)) return value
  const field = (name: string): string => textOfField(Reflect.get(value, name))
  const words = Reflect.has(value, 'vaNo')
    ? ['merchantCode', 'action', 'vaNo', 'session']
    : ['merchantCode', 'amount', 'merchantOrderId']
  return { ...value, signature: md5(...words.map(field), secrets.paydApiKey) }
}

/** A generated object may have no text of its own, such as `{ toString: 0 }`. */
const textOfField = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')

const formText = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .map(
          ([name, one]) =>
            `${part(name)}=${part(typeof one === 'object' ? JSON.stringify(one) : String(one))}`,
        )
        .join('&')
    : String(value)

const part = (text: string): string => encodeURIComponent(text.toWellFormed())

const custody = webhookSigner(secrets.custodyKey)

/** The provider's proof, over the body as it is sent. */
function proofOf(path: string, text: string): Readonly<Record<string, string>> {
  const bytes = Buffer.from(text)
  switch (path) {
    case '/api/webhook/custody':
      return custody.headersFor(1, bytes)
    case '/api/webhook/custody-v2':
      return custody.headersFor(2, bytes)
    case '/api/webhook/venue':
      return venueHeaders(bytes, secrets.venueWebhookSecret)
    case '/api/webhook/payx/handle-withdrawal':
      return { 'x-callback-token': secrets.payxWithdrawalToken }
    case '/api/webhook/micro-queuing/report':
      return { authorization: `Bearer ${secrets.reportQueueToken}` }
    default:
      return path.includes('/payx/') ? { 'x-callback-token': secrets.payxDepositToken } : {}
  }
}
