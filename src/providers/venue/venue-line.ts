import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { limits } from '../../base/limits.ts'
import { sharedCalls } from '../../base/shared-calls.ts'
import type { Config } from '../../config.ts'
import {
  type Answer,
  type Outbound,
  outbound,
  type Tools,
  type Unknown,
  type WhyUnknown,
} from '../outbound.ts'
import { type Budget, type Purpose, venueBudget } from './budget.ts'
import { ServerTime } from './venue-objects.ts'

type Params = Readonly<Record<string, string>>

export type VenueCall<Schema extends z.ZodType> = Readonly<{
  method: 'GET' | 'POST' | 'DELETE'
  path: readonly string[]
  params?: Params
  /** What the venue counts it as. */
  weight: number
  answer: Schema
  /** By our monotonic clock: it is not sent after that. */
  beforeMs?: number | undefined
}>

type Ask = <Schema extends z.ZodType>(call: VenueCall<Schema>) => Promise<Answer<z.output<Schema>>>

/** A line to the venue: `open` for market data, `signed` for the account, `order` for orders. */
export type VenueLine = Readonly<{ open: Ask; signed: Ask; order: Ask; budget: Budget; sign: Sign }>

const refusal = z
  .object({ code: z.string(), msg: z.string() })
  .transform(({ code, msg }) => ({ code, message: msg }))

/** What the venue answers when it can't say whether it did what was asked, or never heard us. */
const notSaid: Readonly<Record<string, WhyUnknown>> = {
  '-1000': 'server-error',
  '-1001': 'connection-lost',
  '-1003': 'throttled',
  '-1006': 'server-error',
  '-1007': 'timeout',
  '-1008': 'server-error',
  '-1016': 'server-error',
  '-1022': 'login-refused',
  '-2014': 'login-refused',
  '-2015': 'login-refused',
}

/** Refused before anything was done: our clock is not where the venue's is. */
const wrongTime = '-1021'

/** Nothing was asked, since the time for it was over. */
const tooLate: Unknown = { kind: 'unknown', why: 'overloaded' }

export function venueLine(config: Config['venue'], tools: Tools): VenueLine {
  const budget = venueBudget(tools.clock)
  const lineFor = (timeoutMs: number): Outbound =>
    outbound('venue', config.baseUrl, {
      ...tools,
      timeoutMs: tools.timeoutMs ?? timeoutMs,
      inFlight: limits.venue.inFlight,
    })
  // A breaker each: market data that fails must not keep orders from being asked about.
  const market = lineFor(limits.venue.marketTimeoutMs)
  const account = lineFor(limits.venue.timeoutMs)
  const open = asker(market, budget, 'market')
  const sign = signer(config, tools, asker(account, budget, 'account'))
  const signed =
    (purpose: Purpose): Ask =>
    async (call) => {
      const ask = asker(account, budget, purpose, config.apiKey)
      const { beforeMs = Number.POSITIVE_INFINITY } = call
      const turn = async () => {
        const params = await sign.params(call.params ?? {})
        // The venue's time may have been waited for; what is signed is good for a while from now.
        return tools.clock.monotonicMs() > beforeMs ? tooLate : ask({ ...call, params })
      }
      const answer = await turn()
      if (answer.kind !== 'rejected' || answer.code !== wrongTime) return answer
      sign.forgetTime()
      return turn()
    }
  return { open, signed: signed('account'), order: signed('order'), budget, sign }
}

/** One call, unless it would be one too many; what the venue left open is unknown. */
function asker(line: Outbound, budget: Budget, purpose: Purpose, apiKey?: string): Ask {
  return async ({ method, path, params, weight, answer }) => {
    const waitSeconds = budget.enter(purpose, weight)
    if (waitSeconds !== null) {
      return { kind: 'unknown', why: 'throttled', retryAfterSeconds: waitSeconds }
    }
    const said = await line({
      method,
      path: ['api', 'v3', ...path],
      ...(params === undefined ? {} : { query: params }),
      ...(apiKey === undefined ? {} : { headers: { 'x-mbx-apikey': apiKey } }),
      heard: budget.hear,
      refusal,
      answer,
    })
    const why = said.kind === 'rejected' ? notSaid[said.code] : undefined
    return why === undefined ? said : { kind: 'unknown', why }
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

function signer(config: Config['venue'], { clock }: Tools, ask: Ask): Sign {
  let known: Readonly<{ aheadMs: number; atMs: number }> | null = null

  /** How far the venue's clock is ahead of ours, half of the way there and back taken off. */
  const measure = sharedCalls(
    () => 'time',
    async () => {
      const startMs = clock.monotonicMs()
      const answer = await ask({ method: 'GET', path: ['time'], weight: 1, answer: ServerTime })
      if (answer.kind !== 'accepted') return
      const halfMs = (clock.monotonicMs() - startMs) / 2
      const aheadMs = answer.value.serverTime + halfMs - clock.now().getTime()
      known = { aheadMs: Math.round(aheadMs), atMs: clock.monotonicMs() }
    },
  )

  async function nowMs(): Promise<number> {
    const old = known === null || clock.monotonicMs() - known.atMs > limits.venue.clockMs
    if (old) await measure(null)
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
        recvWindow: limits.venue.recvWindowMs.toString(),
        timestamp: (await nowMs()).toString(),
      }
      return { ...timed, signature: text(new URLSearchParams(timed).toString()) }
    },
  }
}
