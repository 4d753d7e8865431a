import { type RefusalKey, refuse } from '../../../base/refusal.ts'
import { networkOf, wideNetworkOf } from '../../../base/values/network.ts'
import type { Context } from '../../../context.ts'
import type { CounterRule, Taken } from '../../../core/database/cluster/counters.ts'
import { networkLimits } from '../http-limits.ts'
import type { CountedRate, Trace } from '../route.ts'
import { deviceKeyOf } from './device-key.ts'
import type { Ready, Step } from './steps.ts'

/**
 * The inputs a rule may count by. `ip` is an IPv4 address or an IPv6 /64 network; a rule that uses
 * it also counts the /48.
 */
export type ThrottleParts<Caller, Input> = Readonly<{
  ip: string
  caller: Caller
  input: Input
  /** Whether the request carries a device key, which may be unknown. */
  bringsDeviceKey: boolean
}>

export type ThrottleRule<Caller = unknown, Input = unknown> = CounterRule &
  Readonly<{
    /** Null leaves the request uncounted, if it contains nothing to guess with. */
    key: (parts: ThrottleParts<Caller, Input>) => string | null
    refusal?: RefusalKey
  }>

/**
 * Takes points for the key (such as an address or an account); refuses if too few are left. With a
 * cost of 0 it only checks that at least one is left.
 */
export async function enforceRate(
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

/** Widens a rule for one /64 to the networks of an IPv6 /48 together. */
const widened = ({ name, points, ...rule }: CounterRule): CounterRule => ({
  ...rule,
  name: `${name}-of-wide-network`,
  points: points * networkLimits.widePointsFactor,
})

/**
 * Takes points for the network of an address; for IPv6, for its /64 and its /48. Refuses like
 * `enforceRate`.
 */
export async function enforceNetworkRate(
  ctx: Pick<Context, 'counters' | 'log'>,
  rate: CounterRule,
  ip: string,
  options: { refusal?: RefusalKey; cost?: number } = {},
): Promise<void> {
  const wide = wideNetworkOf(ip)
  await enforceRate(ctx, rate, networkOf(ip), options)
  if (wide !== null) await enforceRate(ctx, widened(rate), wide, options)
}

/** Counts a failure against the network of an address; never refuses. */
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

/** Takes a point of each rule and reports the state in headers; refuses at the first spent rule. */
async function throttle<Caller, Input>(
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
    addRateHeaders(trace, { ...rule, most: rule.points, left, resetSeconds })
    const { refusal = 'api.too_many_requests' } = rule
    if (!taken.allowed) refuse(refusal, { retryAfterSeconds: waitOf(taken) })
    const wideKey = wide === null ? null : rule.key({ ...parts, ip: wide })
    if (wideKey === null || wideKey === key) continue
    await enforceRate(ctx, widened(rule), wideKey, { refusal })
  }
}

export type ThrottlingRow<Caller, Input> = Readonly<{
  throttle?: readonly ThrottleRule<Caller, Input>[]
}>

/** For rows with rules: counts the request before anything is done for it. */
export function throttling<Caller, Input>(
  { throttle: rules }: ThrottlingRow<Caller, Input>,
  next: Step<Ready<Caller, Input>>,
): Step<Ready<Caller, Input>> {
  if (rules === undefined) return next
  return async (ready) => {
    const { ctx, call, request, caller, input } = ready
    const bringsDeviceKey = deviceKeyOf(request) !== null
    await throttle(ctx, rules, { ip: request.ip, caller, input, bringsDeviceKey }, call.trace)
    return next(ready)
  }
}

/** Adds a rate to the RateLimit headers of the response. */
export function addRateHeaders(trace: Trace, rate: CountedRate): void {
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

/** Clears the count after a success; only logs a failure to do so. */
export async function forgetTries(
  ctx: Pick<Context, 'counters' | 'log'>,
  rule: CounterRule,
  key: string,
): Promise<void> {
  await ctx.counters.reset(rule, key).catch((error: unknown) => {
    ctx.log.warn(
      { err: error, rate: rule.name },
      'failed attempts could not be reset and still count',
    )
  })
}

/** Takes back a counted try that was none; only logs a failure to do so. */
export async function returnTry(
  ctx: Pick<Context, 'counters' | 'log'>,
  rule: CounterRule,
  key: string,
): Promise<void> {
  await ctx.counters.take(rule, key, -1).catch((error: unknown) => {
    ctx.log.warn({ err: error, rate: rule.name }, 'a try could not be taken back and still counts')
  })
}

/**
 * Takes points; if the counters are unavailable, refuses with `api.service_unavailable`, since
 * guessing could not be limited.
 */
export async function takePoint(
  ctx: Pick<Context, 'counters' | 'log'>,
  rate: CounterRule,
  key: string,
  cost = 1,
): Promise<Taken> {
  try {
    return await ctx.counters.take(rate, key, cost)
  } catch (error) {
    ctx.log.warn({ err: error, rate: rate.name }, 'the shared counters do not respond')
    return refuse('api.service_unavailable', { retryAfterSeconds: 2 })
  }
}
