import { z } from 'zod'
import { readJsonWithDigits } from '../../base/values/read-json.ts'
import { type VenueOrderState, venueOrderStatuses, venueStateOf } from './order-states.ts'
import {
  aboveZero,
  agrees,
  amount,
  commission,
  isZeroDecimal,
  milliseconds,
  venueId,
  within,
} from './venue-decimals.ts'
import { venueLimits } from './venue-limits.ts'

/** The venue's report of an order. Only a hint: it must be consistent with what we know. */
export type ExecutionReport = VenueOrderState &
  Readonly<{
    symbol: string
    orderId: string
    /** Our own id, also if a cancel replaced it with an id of its own. */
    clientOrderId: string
    side: 'BUY' | 'SELL'
    execution: Execution
    /** Null if the venue leaves it out. */
    quantity: string | null
    /** Quantity of the order executed so far. */
    executed: string
    trade: ExecutedTrade | null
    atMs: number
  }>

export type ExecutedTrade = Readonly<{
  id: string
  price: string
  quantity: string
  /** Price times quantity, as truncated by the venue; null if it leaves it out. */
  quote: string | null
  commission: string
  commissionAsset: string | null
}>

type Words = Readonly<Record<string, unknown>>

const executions = [
  'NEW',
  'CANCELED',
  'REPLACED',
  'REJECTED',
  'TRADE',
  'EXPIRED',
  'TRADE_PREVENTION',
] as const
type Execution = (typeof executions)[number]

export type VenueEvent =
  /** `words`: the original event without its wrapper; numbers are the text of their digits. */
  | Readonly<{ kind: 'execution'; report: ExecutionReport; words: Words }>
  /** The relay reconnected: earlier events must be queried. */
  | Readonly<{ kind: 'refresh' }>
  | Readonly<{ kind: 'heartbeat' }>
  /** The subscription or the connection ends. */
  | Readonly<{ kind: 'ending' }>
  /** Does not change any order. */
  | Readonly<{ kind: 'other'; name: string }>
  /** A report by its name that cannot be parsed. */
  | Readonly<{ kind: 'unreadable'; name: string; text: string }>

/** Text that can be stored and shown unchanged. */
const name = z.string().regex(/^[\x20-\x7e]{0,100}$/)

/** A report with the venue's field names. */
export const ReportObject = z
  .object({
    s: z.string().regex(/^[A-Z0-9_.-]{1,20}$/),
    c: name,
    C: name.nullish(),
    S: z.enum(['BUY', 'SELL']),
    x: z.enum(executions),
    X: z.enum(venueOrderStatuses),
    r: name.default('NONE').catch('NONE'),
    i: venueId,
    q: amount.optional(),
    l: amount,
    z: amount,
    L: amount,
    n: commission.nullish(),
    N: name.nullish(),
    Y: amount.optional(),
    t: z.union([venueId, z.literal('-1')]),
    T: milliseconds,
  })
  .refine(({ q, z: executed }) => q === undefined || isZeroDecimal(q) || within(executed, q))
  .refine(({ l, z: executed }) => within(l, executed))
  .refine(({ x, t, L, l }) => x !== 'TRADE' || (t !== '-1' && isAboveZero(L) && isAboveZero(l)))
  .refine(({ x, L, l, Y }) => x !== 'TRADE' || Y === undefined || agrees(L, l, Y))
  .transform(
    (object): ExecutionReport => ({
      symbol: object.s,
      orderId: object.i,
      clientOrderId: (object.C ?? '') === '' ? object.c : (object.C ?? ''),
      side: object.S,
      execution: object.x,
      ...venueStateOf(object.X),
      ...(object.r === 'NONE' ? {} : { endReason: object.r }),
      quantity: object.q ?? null,
      executed: object.z,
      trade: object.x === 'TRADE' ? tradeIn(object) : null,
      atMs: object.T,
    }),
  )

const isAboveZero = (text: string): boolean => aboveZero.safeParse(text).success

type TradeFields = Readonly<{
  t: string
  L: string
  l: string
  Y?: string | undefined
  n?: string | null | undefined
  N?: string | null | undefined
}>

const tradeIn = ({ t, L, l, Y, n, N }: TradeFields): ExecutedTrade => ({
  id: t,
  price: L,
  quantity: l,
  quote: Y ?? null,
  commission: n ?? '0',
  commissionAsset: N ?? null,
})

type NamedWords = Words & Readonly<{ e: string }>

/** Unparsed: the reader of that event name parses the other fields. */
const Named = z.custom<NamedWords>((item) => {
  const name = typeof item === 'object' && item !== null && 'e' in item ? item.e : null
  return typeof name === 'string' && name.length > 0 && name.length <= 100
})
const Wrapped = z.union([
  z.object({ stream: z.string(), data: z.unknown() }).transform(({ data }) => data),
  z.object({ event: z.looseObject({}) }).transform(({ event }) => event),
])

/**
 * Reads the events in a text: bare, wrapped by a stream or a subscription, one or several. Returns
 * null if the text is not JSON or has no event in it.
 */
export const readEvents = (text: string): readonly VenueEvent[] | null =>
  eventsIn(readJsonWithDigits(text))

/** The same for a parsed body in which numbers are the text of their digits. */
export function eventsIn(body: unknown): readonly VenueEvent[] | null {
  const items = Array.isArray(body) ? body : [body]
  if (items.length === 0 || items.length > venueLimits.events) return null
  const named = items.map(namedIn)
  const events = named.flatMap((read) => (read.success ? [eventIn(read.data)] : []))
  return events.length === items.length ? events : null
}

/** Most events are bare; a wrapper has no event name of its own. */
function namedIn(item: unknown) {
  const bare = Named.safeParse(item)
  return bare.success ? bare : Named.safeParse(Wrapped.safeParse(item).data)
}

function eventIn(named: NamedWords): VenueEvent {
  const name = named.e
  switch (name) {
    case 'executionReport': {
      const read = ReportObject.safeParse(named)
      return read.success
        ? { kind: 'execution', report: read.data, words: named }
        : { kind: 'unreadable', name, text: JSON.stringify(named) }
    }
    case 'refreshWebsocket':
      return { kind: 'refresh' }
    case 'heartbeat':
      return { kind: 'heartbeat' }
    case 'eventStreamTerminated':
    case 'serverShutdown':
    case 'listenKeyExpired':
      return { kind: 'ending' }
    default:
      return { kind: 'other', name }
  }
}
