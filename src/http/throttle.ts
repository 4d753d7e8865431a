import { limits } from '../base/limits.ts'
import { type RefusalKey, refuse } from '../base/refusal.ts'
import type { Context } from '../context.ts'
import type { CounterRule, Taken } from '../database/counters.ts'
import { type CountedRate, networkOf, type Trace, wideNetworkOf } from './route.ts'

/**
 * What a rule may count by. `ip` is an IPv4 address or an IPv6 /64
 * network; a rule that reads it counts the /48 as well.
 */
export type ThrottleParts<Caller, Input> = Readonly<{
  ip: string
  caller: Caller
  input: Input
  /** Whether the request brings a device key, which may be nobody's. */
  bringsDeviceKey: boolean
}>

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

/** What all networks of an IPv6 /48 may do together, of what a rule allows one /64. */
const widened = ({ name, points, ...rule }: CounterRule): CounterRule => ({
  ...rule,
  name: `${name}-of-wide-network`,
  points: points * limits.networks.widePointsFactor,
})

/** Counts for the network of an address, of IPv6 for its /64 and for its /48. */
export async function holdNetworkToRate(
  ctx: Pick<Context, 'counters' | 'log'>,
  rate: CounterRule,
  ip: string,
  options: { refusal?: RefusalKey; cost?: number } = {},
): Promise<void> {
  const wide = wideNetworkOf(ip)
  await holdToRate(ctx, rate, networkOf(ip), options)
  if (wide !== null) await holdToRate(ctx, widened(rate), wide, options)
}

/** Counts what an address did wrong, and never refuses. */
export async function takeNetworkPoint(
  ctx: Pick<Context, 'counters' | 'log'>,
  rate: CounterRule,
  ip: string,
): Promise<void> {
  const wide = wideNetworkOf(ip)
  await Promise.all([
    takePoint(ctx, rate, networkOf(ip)),
    ...(wide === null ? [] : [takePoint(ctx, widened(rate), wide)]),
  ])
}

/** Takes a point of each rule and tells callers how they stand; refuses at the first one spent. */
export async function throttle<Caller, Input>(
  ctx: Pick<Context, 'counters' | 'log'>,
  rules: readonly ThrottleRule<Caller, Input>[],
  parts: ThrottleParts<Caller, Input>,
  trace: Trace,
): Promise<void> {
  const counted = { ...parts, ip: networkOf(parts.ip) }
  const wide = wideNetworkOf(parts.ip)
  for (const rule of rules) {
    const key = rule.key(counted)
    if (key === null) continue
    const taken = await takePoint(ctx, rule, key)
    const { remaining: left, resetSeconds } = taken
    tellRate(trace, { ...rule, most: rule.points, left, resetSeconds })
    const { refusal = 'api.too_many_requests' } = rule
    if (!taken.allowed) refuse(refusal, { retryAfterSeconds: waitOf(taken) })
    const wideKey = wide === null ? null : rule.key({ ...parts, ip: wide })
    if (wideKey === null || wideKey === key) continue
    await holdToRate(ctx, widened(rule), wideKey, { refusal })
  }
}

/** Adds one rate to those that the answer tells its caller of. */
export function tellRate(trace: Trace, rate: CountedRate): void {
  const { name, most, windowSeconds, left, resetSeconds } = rate
  const { 'ratelimit-policy': policies, ratelimit: states } = trace.headers ?? {}
  const added = (before: string | undefined, text: string) =>
    before === undefined ? text : `${before}, ${text}`
  trace.headers = {
    ...trace.headers,
    'ratelimit-policy': added(policies, `"${name}";q=${most};w=${windowSeconds}`),
    ratelimit: added(states, `"${name}";r=${left};t=${resetSeconds}`),
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
