import { type RefusalKey, refuse } from '../base/refusal.ts'
import type { Context } from '../context.ts'
import type { CounterRule, Taken } from '../database/counters.ts'
import { networkOf, type Trace } from './route.ts'

/** What a rule may count by. `ip` is an IPv4 address or an IPv6 /64 network. */
export type ThrottleParts<Caller, Input> = Readonly<{ ip: string; caller: Caller; input: Input }>

export type ThrottleRule<Caller = unknown, Input = unknown> = CounterRule &
  Readonly<{
    /** Null leaves the call uncounted: there was nothing in it to guess with. */
    key: (parts: ThrottleParts<Caller, Input>) => string | null
    refusal?: RefusalKey
  }>

/** Takes a point for whatever the key names (an address, an account); refused when none is left. */
export async function holdToRate(
  ctx: Pick<Context, 'counters' | 'log'>,
  rate: CounterRule,
  key: string,
  refusal: RefusalKey = 'api.too_many_requests',
): Promise<Taken> {
  const taken = await takePoint(ctx, rate, key)
  if (!taken.allowed) refuse(refusal, { retryAfterSeconds: waitOf(taken) })
  return taken
}

/** Takes a point of each rule and tells callers how they stand; refuses at the first one spent. */
export async function throttle<Caller, Input>(
  ctx: Pick<Context, 'counters' | 'log'>,
  rules: readonly ThrottleRule<Caller, Input>[],
  parts: ThrottleParts<Caller, Input>,
  trace: Trace,
): Promise<void> {
  const counted = { ...parts, ip: networkOf(parts.ip) }
  const policies: string[] = []
  const states: string[] = []
  for (const rule of rules) {
    const key = rule.key(counted)
    if (key === null) continue
    const taken = await takePoint(ctx, rule, key)
    policies.push(`"${rule.name}";q=${rule.points};w=${rule.windowSeconds}`)
    states.push(`"${rule.name}";r=${taken.remaining};t=${taken.resetSeconds}`)
    trace.headers = {
      ...trace.headers,
      'ratelimit-policy': policies.join(', '),
      ratelimit: states.join(', '),
    }
    if (taken.allowed) continue
    refuse(rule.refusal ?? 'api.too_many_requests', { retryAfterSeconds: waitOf(taken) })
  }
}

const waitOf = (taken: Taken): number => Math.max(1, taken.resetSeconds)

/** Without the counters nobody can tell a guesser from a user, so the answer is 503, never yes. */
export async function takePoint(
  ctx: Pick<Context, 'counters' | 'log'>,
  rate: CounterRule,
  key: string,
): Promise<Taken> {
  try {
    return await ctx.counters.take(rate, key)
  } catch (error) {
    ctx.log.warn({ err: error, rate: rate.name }, 'the shared counters do not answer')
    return refuse('api.service_unavailable', { retryAfterSeconds: 2 })
  }
}
