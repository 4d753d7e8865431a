import { randomUUID } from 'node:crypto'
import type { Dial } from './faults.ts'
import { type Attempt, poster } from './post.ts'
import { keptItems, recent } from './recent.ts'
import type { Schedule } from './schedule.ts'

export type Sending = Readonly<{
  provider: string
  /** Path at the service. */
  path: string
  headers: Readonly<Record<string, string>>
  /** The raw text, never written anew: a resend repeats it byte for byte. */
  body: string
  /** Pauses before each retry, in the provider's time. */
  retryAfterMs: readonly number[]
}>

export type Callback = Readonly<{
  id: string
  provider: string
  path: string
  headers: Readonly<Record<string, string>>
  body: string
  attempts: readonly Attempt[]
}>

export type Callbacks = Readonly<{
  /** Records a callback and starts delivering it; returns its id at once. */
  send: (sending: Sending) => string
  list: (provider?: string) => readonly Callback[]
  /** Delivers a recorded callback once more, whatever came of it; null when it is forgotten. */
  resend: (id: string) => Promise<Attempt | null>
  serviceUrl: () => string | null
  setServiceUrl: (url: string) => void
  clear: () => void
  close: () => void
}>

type Sent = {
  readonly id: string
  readonly sending: Sending
  readonly attempts: Attempt[]
  retries: number
  acknowledged: boolean
  stopRetry: () => void
}

type Outbox = Readonly<{
  deliver: (sent: Sent) => Promise<Attempt>
  retryLater: (sent: Sent) => void
  hold: (sent: Sent, delayMs: number) => void
  releaseAfter: (sent: Sent) => void
}>

const maxUnderWay = keptItems
const keptAttempts = 100
const longestHoldMs = 1_000

/** Delivers callbacks as a provider does: any 2xx is success, anything else is tried again. */
export function callbackSender(dial: Dial, clock: Schedule, firstUrl: string | null): Callbacks {
  const sent = recent<Sent>(keptItems, (one) => one.stopRetry())
  const post = poster()
  let serviceUrl = firstUrl
  let held: { readonly sent: Sent; readonly timer: NodeJS.Timeout }[] = []
  let underWay = 0

  async function attempt({ sending }: Sent): Promise<Attempt> {
    const none = { at: new Date().toISOString(), status: 0, ms: 0 }
    if (serviceUrl === null) return { ...none, body: 'the service has no address yet' }
    if (underWay >= maxUnderWay) return { ...none, body: 'too many callbacks are under way' }
    underWay += 1
    try {
      return await post.send(new URL(sending.path, serviceUrl).href, sending.headers, sending.body)
    } finally {
      underWay -= 1
    }
  }

  const outbox: Outbox = {
    async deliver(one) {
      const made = await attempt(one)
      one.attempts.push(made)
      if (one.attempts.length > keptAttempts) one.attempts.shift()
      if (made.status >= 200 && made.status < 300) one.acknowledged = true
      return made
    },
    retryLater(one) {
      const pause = one.sending.retryAfterMs[one.retries]
      if (one.acknowledged || pause === undefined || sent.get(one.id) !== one) return
      one.retries += 1
      one.stopRetry = clock.after(pause, () => void deliverAndRetry(outbox, one))
    },
    hold(one, delayMs) {
      // Two held callbacks would keep their order, so a second one overtakes the first.
      if (held.some((other) => other.sent.sending.provider === one.sending.provider)) {
        outbox.releaseAfter(one)
        return
      }
      const timer = setTimeout(() => {
        held = held.filter((other) => other.sent !== one)
        void deliverAndRetry(outbox, one)
      }, delayMs)
      held.push({ sent: one, timer })
    },
    releaseAfter(one) {
      const waiting = held.filter((h) => h.sent.sending.provider === one.sending.provider)
      held = held.filter((h) => !waiting.includes(h))
      for (const { timer } of waiting) clearTimeout(timer)
      void deliverAndRetry(outbox, one).then(async () => {
        for (const late of waiting.reverse()) await deliverAndRetry(outbox, late.sent)
      })
    },
  }

  function clear(): void {
    for (const { timer } of held) clearTimeout(timer)
    held = []
    sent.clear()
  }

  return {
    send(sending) {
      const id = randomUUID()
      const one: Sent = {
        id,
        sending,
        attempts: [],
        retries: 0,
        acknowledged: false,
        stopRetry: () => undefined,
      }
      sent.put(id, one)
      dispatch(dial, outbox, one)
      return id
    },
    list: (provider) =>
      sent
        .all()
        .filter((one) => provider === undefined || one.sending.provider === provider)
        .map(recorded),
    async resend(id) {
      const one = sent.get(id)
      return one === undefined ? null : outbox.deliver(one)
    },
    serviceUrl: () => serviceUrl,
    setServiceUrl(url) {
      serviceUrl = url
    },
    clear,
    close() {
      clear()
      post.close()
    },
  }
}

async function deliverAndRetry(outbox: Outbox, one: Sent): Promise<void> {
  await outbox.deliver(one)
  outbox.retryLater(one)
}

/** The first delivery, bent by whatever the dial says. */
function dispatch(dial: Dial, outbox: Outbox, one: Sent): void {
  const { provider, path } = one.sending
  const struck = dial.strikeCallback({ provider, method: 'POST', path })
  const fault = struck?.fault
  switch (fault) {
    case 'lose-callbacks':
      return
    case 'reorder-callbacks':
      outbox.hold(one, struck?.delayMs ?? longestHoldMs)
      return
    case 'duplicate-callbacks':
      void Promise.all([outbox.deliver(one), outbox.deliver(one)]).then(() =>
        outbox.retryLater(one),
      )
      return
    case undefined:
      outbox.releaseAfter(one)
      return
    default:
      fault satisfies never
  }
}

function recorded({ id, sending, attempts }: Sent): Callback {
  const { provider, path, headers, body } = sending
  return { id, provider, path, headers, body, attempts: [...attempts] }
}
