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

/**
 * Takes points for whatever the key names (an address, an account); refused when none is left. With
 * a cost of 0 it only looks whether one is.
 */
export async function holdToRate(
  ctx: Pick<Context, 'counters' | 'log'>,
  rate: CounterRule,
  key: string,
  { refusal = 'api.too_many_requests', cost = 1 }: { refusal?: RefusalKey; cost?: number } = {},
): Promise<Taken> {
  const taken = await takePoint(ctx, rate, key, cost)
  const spent = cost === 0 ? taken.remaining === 0 : !taken.allowed
  if (spent) refuse(refusal, { retryAfterSeconds: waitOf(taken) })
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

/** Once something was proven, it is true whatever becomes of the count. */
export async function forgetTries(
  ctx: Pick<Context, 'counters' | 'log'>,
  rule: CounterRule,
  key: string,
): Promise<void> {
  await ctx.counters.reset(rule, key).catch((error: unknown) => {
    ctx.log.warn({ err: error, rate: rule.name }, 'tries before one that was right still count')
  })
}

/** Without the counters nobody can tell a guesser from a user, so the answer is 503, never yes. */
export async function takePoint(
  ctx: Pick<Context, 'counters' | 'log'>,
  rate: CounterRule,
  key: string,
  cost = 1,
): Promise<Taken> {
  try {
    return await ctx.counters.take(rate, key, cost)
  } catch (error) {
    ctx.log.warn({ err: error, rate: rate.name }, 'the shared counters do not answer')
    return refuse('api.service_unavailable', { retryAfterSeconds: 2 })
  }
}
