import { randomUUID } from 'node:crypto'
import type { Dial } from './faults.ts'
import { type Attempt, type Post, poster } from './post.ts'
import { keptItems, type Recent, recent } from './recent.ts'
import type { Saved } from './saved.ts'
import type { Schedule } from './schedule.ts'

type Headers = Readonly<Record<string, string>>

/** Text, or bytes that are none. */
export type Body = string | Buffer

export type Sending = Readonly<{
  provider: string
  /** Path at the service. */
  path: string
  /** The headers, or what makes them for a body, such as a signature. */
  headers: Headers | ((body: Body) => Headers)
  /** A resend repeats it byte for byte. */
  body: Body
  /** Pauses before each retry, in provider time. */
  retryAfterMs: readonly number[]
  /** A response of 4xx ends the retries, unless it asks for a later one. */
  endsAtRefusal?: true
  /** The signature contains its time, so after a restart it is too old. */
  isTimed?: true
}>

export type Callback = Readonly<{
  id: string
  provider: string
  path: string
  at: string
  headers: Readonly<Record<string, string>>
  body: string
  attempts: readonly Attempt[]
}>

type CallbackFilter = Readonly<{ provider?: string | undefined; limit?: number | undefined }>

export type Callbacks = Readonly<{
  /** Records a callback and starts its delivery; returns its id at once. */
  send: (sending: Sending) => string
  /** Records a callback, delivers it once without faults, and returns the result. */
  sendOnce: (sending: Sending) => Promise<Attempt>
  /** The newest `limit`, or all, in the order they were made. */
  list: (filter: CallbackFilter) => readonly Callback[]
  /**
   * Delivers a recorded callback once more, whatever its earlier result; null if it is not kept any
   * more.
   */
  resend: (id: string) => Promise<Attempt | null>
  serviceUrl: () => string | null
  setServiceUrl: (url: string) => void
  /** Forgets all callbacks; resolves once no delivery is under way. */
  clear: () => Promise<void>
  close: () => void
}>

type Signed = Omit<Sending, 'headers'> & Readonly<{ headers: Headers }>

type Sent = {
  readonly id: string
  readonly at: string
  readonly sending: Signed
  readonly attempts: Attempt[]
  retries: number
  acknowledged: boolean
  stopRetry: () => void
}

/** State of all deliveries; only the functions below change it. */
type Outbox = {
  readonly dial: Dial
  readonly clock: Schedule
  readonly post: Post
  readonly sent: Recent<Sent>
  /** Callbacks that are delivered until they are acknowledged. */
  readonly owed: Map<string, Sent>
  serviceUrl: string | null
  readonly underWay: Set<Promise<Attempt>>
  /** Callbacks held back until another one of the same provider has overtaken them. */
  held: readonly Readonly<{ one: Sent; timer: NodeJS.Timeout }>[]
  /** Called when a callback is recorded or delivered. */
  readonly changed: () => void
}

const maxUnderWay = keptItems
const keptAttempts = 100
const longestHoldMs = 1_000

/**
 * Delivers callbacks as a provider does: any 2xx is success, anything else is retried, except by
 * providers that take a refusal as final.
 */
export function callbackSender({
  dial,
  clock,
  saved,
  serviceUrl,
  changed = () => undefined,
}: Pick<Outbox, 'dial' | 'clock' | 'serviceUrl'> &
  Partial<Pick<Outbox, 'changed'>> &
  Readonly<{ saved: Saved }>): Callbacks {
  const owed = new Map<string, Sent>()
  const sent = recent<Sent>(keptItems, (one) => {
    one.stopRetry()
    owed.delete(one.id)
  })
  const post = poster()
  const underWay = new Set<Promise<Attempt>>()
  const outbox: Outbox = { dial, clock, post, sent, owed, serviceUrl, underWay, held: [], changed }
  const owedBefore = saved.part('callbacks', () =>
    [...owed.values()].flatMap(({ sending }) => (sending.isTimed === true ? [] : [sending])),
  )
  for (const sending of owedBefore ?? []) {
    const one = remember(outbox, sending)
    retryLater(outbox, one)
  }

  return {
    send: (sending) => dispatch(outbox, sending),
    sendOnce: (sending) => deliver(outbox, remember(outbox, signed(sending))),
    list: ({ provider, limit = keptItems }) =>
      sent
        .all()
        .filter((one) => provider === undefined || one.sending.provider === provider)
        .slice(-limit)
        .map(recorded),
    async resend(id) {
      const one = sent.get(id)
      return one === undefined ? null : deliver(outbox, one)
    },
    serviceUrl: () => outbox.serviceUrl,
    setServiceUrl(url) {
      outbox.serviceUrl = url
    },
    clear: () => forgetAll(outbox),
    close() {
      void forgetAll(outbox)
      post.close()
    },
  }
}

async function forgetAll(outbox: Outbox): Promise<void> {
  for (const { timer } of outbox.held) clearTimeout(timer)
  outbox.held = []
  outbox.sent.clear()
  outbox.changed()
  await Promise.all(outbox.underWay)
}

const signed = (sending: Sending): Signed => {
  const { headers, body } = sending
  return { ...sending, headers: typeof headers === 'function' ? headers(body) : headers }
}

function remember(outbox: Outbox, sending: Signed): Sent {
  const one: Sent = {
    id: randomUUID(),
    at: new Date().toISOString(),
    sending,
    attempts: [],
    retries: 0,
    acknowledged: false,
    stopRetry: () => undefined,
  }
  outbox.sent.put(one.id, one)
  outbox.changed()
  return one
}

/** Makes the first delivery, with the faults of the dial. */
function dispatch(outbox: Outbox, sending: Sending): string {
  const { provider, path, body } = sending
  const struck = outbox.dial.strikeCallback({ provider, method: 'POST', path })
  const fault = struck?.fault
  const sent = fault === 'odd-texts' ? { ...sending, body: withOddText(body) } : sending
  const one = remember(outbox, signed(sent))
  switch (fault) {
    case 'lose-callbacks':
      break
    case 'reorder-callbacks':
      hold(outbox, one, struck?.delayMs ?? longestHoldMs)
      break
    case 'duplicate-callbacks':
      void Promise.all([deliver(outbox, one), deliver(outbox, one)]).then(() =>
        retryLater(outbox, one),
      )
      break
    case 'odd-texts':
    case undefined:
      deliverBeforeHeld(outbox, one)
      break
    default:
      fault satisfies never
  }
  return one.id
}

function hold(outbox: Outbox, one: Sent, delayMs: number): void {
  // Two held callbacks would keep their order, so a second one overtakes the first.
  if (outbox.held.some((other) => sameProvider(other.one, one))) {
    deliverBeforeHeld(outbox, one)
    return
  }
  const timer = setTimeout(() => {
    outbox.held = outbox.held.filter((other) => other.one !== one)
    void deliverAndRetry(outbox, one)
  }, delayMs)
  outbox.held = [...outbox.held, { one, timer }]
}

function deliverBeforeHeld(outbox: Outbox, one: Sent): void {
  const waiting = outbox.held.filter((other) => sameProvider(other.one, one))
  outbox.held = outbox.held.filter((other) => !waiting.includes(other))
  for (const { timer } of waiting) clearTimeout(timer)
  void deliverAndRetry(outbox, one).then(async () => {
    for (const late of waiting) await deliverAndRetry(outbox, late.one)
  })
}

const sameProvider = (a: Sent, b: Sent): boolean => a.sending.provider === b.sending.provider

async function deliverAndRetry(outbox: Outbox, one: Sent): Promise<void> {
  if (outbox.sent.get(one.id) !== one) return
  outbox.owed.set(one.id, one)
  await deliver(outbox, one)
  retryLater(outbox, one)
}

async function deliver(outbox: Outbox, one: Sent): Promise<Attempt> {
  const made = await attempt(outbox, one)
  one.attempts.push(made)
  if (one.attempts.length > keptAttempts) one.attempts.shift()
  if (made.status >= 200 && made.status < 300) one.acknowledged = true
  outbox.changed()
  return made
}

async function attempt(outbox: Outbox, { sending }: Sent): Promise<Attempt> {
  const none = { at: new Date().toISOString(), status: 0, ms: 0 }
  const { serviceUrl, post, underWay } = outbox
  if (serviceUrl === null) return { ...none, body: 'the service has no address yet' }
  if (underWay.size >= maxUnderWay) return { ...none, body: 'too many callbacks are under way' }
  const posting = post.send(new URL(sending.path, serviceUrl).href, sending.headers, sending.body)
  underWay.add(posting)
  try {
    return await posting
  } finally {
    underWay.delete(posting)
  }
}

function retryLater(outbox: Outbox, one: Sent): void {
  const pause = one.sending.retryAfterMs[one.retries]
  const isOver = one.acknowledged || isRefused(one)
  if (isOver || pause === undefined || outbox.sent.get(one.id) !== one) {
    outbox.owed.delete(one.id)
    return
  }
  outbox.owed.set(one.id, one)
  one.retries += 1
  one.stopRetry = outbox.clock.after(pause, () => void deliverAndRetry(outbox, one))
}

/** Statuses of 4xx that ask for a later try. */
const passing = [408, 429]

function isRefused({ sending, attempts }: Sent): boolean {
  const status = attempts.at(-1)?.status ?? 0
  return (
    sending.endsAtRefusal === true && status >= 400 && status < 500 && !passing.includes(status)
  )
}

function recorded({ id, at, sending, attempts }: Sent): Callback {
  const { provider, path, headers, body } = sending
  return { id, provider, path, at, headers, body: body.toString(), attempts: [...attempts] }
}

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')

/** Half an emoji, a NUL, a tab that is not escaped, and a byte of Latin-1. */
const inJson = latin1('{"odd_text":"\\ud83d \\u0000 \t caf\u{e9}",')

/** A percent sign by itself, and a byte of Latin-1, encoded and as it is. */
const inForm = latin1('oddText=2%+caf%E9+caf\u{e9}&')

/** Adds an unused field in front of a body's others, with a text that few readers accept. */
function withOddText(body: string | Buffer): Buffer {
  const bytes = Buffer.from(body)
  return bytes[0] === inJson[0]
    ? Buffer.concat([inJson, bytes.subarray(1)])
    : Buffer.concat([inForm, bytes])
}
