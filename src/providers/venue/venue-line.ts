import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { singleFlight } from '../../base/concurrency/single-flight.ts'
import { type Answer, type Outbound, outbound, type Tools, type Unknown } from '../outbound.ts'
import { type VenueBudget, type VenueCallPurpose, venueBudget } from './budget.ts'
import type { OrderSlot } from './order-counts.ts'
import { isWrongTime, whyOpen } from './venue-errors.ts'
import { venueLimits } from './venue-limits.ts'
import { ServerTime } from './venue-objects.ts'
import type { VenueSettings } from './venue-settings.ts'

type Params = Readonly<Record<string, string>>

export type VenueCall<Schema extends z.ZodType> = Readonly<{
  method: 'GET' | 'POST' | 'DELETE'
  path: readonly string[]
  params?: Params
  /** The request weight that the venue counts for it. */
  weight: number
  answer: Schema
  /** By our monotonic clock: the call is not sent after this time. */
  beforeMs?: number | undefined
  /** The slot of an order, if one was taken. */
  slot?: OrderSlot | undefined
}>

type Ask = <Schema extends z.ZodType>(call: VenueCall<Schema>) => Promise<Answer<z.output<Schema>>>

/** Calls to the venue, each counted by its purpose; `open` calls are not signed. */
export type VenueLine = Readonly<{
  open: Readonly<Record<'price' | 'account' | 'public', Ask>>
  signed: Readonly<Record<'order' | 'cancel' | 'account' | 'public', Ask>>
  budget: VenueBudget
  sign: Sign
}>

const refusal = z
  .object({ code: z.string(), msg: z.string() })
  .transform(({ code, msg }) => ({ code, message: msg }))

/** Nothing was sent, since the deadline had passed. */
const tooLate: Unknown = { kind: 'unknown', why: 'overloaded' }

export function venueLine(config: VenueSettings, tools: Tools): VenueLine {
  const budget = venueBudget(tools.clock)
  tools.health?.budget('venue', budget.use)
  const lineFor = (timeoutMs: number, inFlight: number = venueLimits.inFlight): Outbound =>
    outbound('venue', config.baseUrl, {
      ...tools,
      timeoutMs: tools.timeoutMs ?? timeoutMs,
      inFlight,
    })
  // Separate breakers and queues: public reads must not delay prices, nor prices orders.
  const { marketTimeoutMs, timeoutMs, publicInFlight } = venueLimits
  const market = lineFor(marketTimeoutMs)
  const toPublic = lineFor(marketTimeoutMs, publicInFlight)
  const account = lineFor(timeoutMs)
  // Budgeted as a cancel, since the signed call may be one.
  const sign = signer(config, tools, asker(account, budget, 'cancel'))
  const signed = (line: Outbound, purpose: VenueCallPurpose): Ask =>
    signedBy({ sign, tools }, asker(line, budget, purpose, config.apiKey))
  return {
    open: {
      price: asker(market, budget, 'price'),
      account: asker(market, budget, 'account'),
      public: asker(toPublic, budget, 'public'),
    },
    signed: {
      order: signed(account, 'order'),
      cancel: signed(account, 'cancel'),
      account: signed(account, 'account'),
      public: signed(toPublic, 'public'),
    },
    budget,
    sign,
  }
}

/** Signs each call; if the venue refuses its timestamp, signs and sends it once more. */
function signedBy({ sign, tools }: Readonly<{ sign: Sign; tools: Tools }>, ask: Ask): Ask {
  return async (call) => {
    const { beforeMs = Number.POSITIVE_INFINITY } = call
    const attempt = async () => {
      const params = await sign.params(call.params ?? {})
      // Fetching the venue's time may have taken long, and the signature is valid for a while from
      // now.
      return tools.clock.monotonicMs() > beforeMs ? tooLate : ask({ ...call, params })
    }
    const answer = await attempt()
    if (answer.kind !== 'rejected' || !isWrongTime(answer)) return answer
    sign.forgetTime()
    return attempt()
  }
}

/** Makes one call if the budget allows it; errors that leave the outcome open are unknown. */
function asker(
  line: Outbound,
  budget: VenueBudget,
  purpose: VenueCallPurpose,
  apiKey?: string,
): Ask {
  return async ({ method, path, params, weight, answer, slot }) => {
    const entered = budget.enter(purpose, weight, slot)
    if (entered.kind === 'wait') {
      return { kind: 'unknown', why: 'throttled', retryAfterSeconds: entered.seconds }
    }
    const outcome = await line({
      method,
      path: ['api', 'v3', ...path],
      ...(params === undefined ? {} : { query: params }),
      ...(apiKey === undefined ? {} : { headers: { 'x-mbx-apikey': apiKey } }),
      onHead: entered.readHead,
      refusal,
      answer,
    }).finally(entered.end)
    const why = outcome.kind === 'rejected' ? whyOpen(outcome) : null
    const result =
      outcome.kind === 'rejected' && why !== null
        ? ({ kind: 'unknown', why, refusal: outcome } as const)
        : outcome
    const isThrottled = result.kind === 'unknown' && result.why === 'throttled'
    const retryAfterSeconds = isThrottled ? budget.closedSeconds() : null
    return isThrottled && retryAfterSeconds !== null ? { retryAfterSeconds, ...result } : result
  }
}

/** Signs parameters with the venue's time; the signature comes last. */
export type Sign = Readonly<{
  params: (params: Params) => Promise<Params>
  text: (text: string) => string
  /** The venue's time now, in milliseconds. */
  nowMs: () => Promise<number>
  forgetTime: () => void
}>

function signer(config: VenueSettings, { clock }: Tools, ask: Ask): Sign {
  let known: Readonly<{ aheadMs: number; atMs: number }> | null = null

  /**
   * Measures how far the venue's clock is ahead of ours, assuming half of the round trip each way.
   */
  const measure = singleFlight(async () => {
    const startMs = clock.monotonicMs()
    const answer = await ask({ method: 'GET', path: ['time'], weight: 1, answer: ServerTime })
    if (answer.kind !== 'accepted') return
    const halfMs = (clock.monotonicMs() - startMs) / 2
    const aheadMs = answer.value.serverTime + halfMs - clock.now().getTime()
    known = { aheadMs: Math.round(aheadMs), atMs: clock.monotonicMs() }
  })

  async function nowMs(): Promise<number> {
    const old = known === null || clock.monotonicMs() - known.atMs > venueLimits.clockMs
    if (old) await measure()
    return clock.now().getTime() + (known?.aheadMs ?? 0)
  }

  const text = (signed: string): string =>
    createHmac('sha256', config.apiSecret).update(signed).digest('hex')

  return {
    text,
    nowMs,
    forgetTime() {
      known = null
    },
    async params(params) {
      const timed = {
        ...params,
        recvWindow: venueLimits.recvWindowMs.toString(),
        timestamp: (await nowMs()).toString(),
      }
      return { ...timed, signature: text(new URLSearchParams(timed).toString()) }
    },
  }
}
