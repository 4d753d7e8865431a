import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, type Dispatcher } from 'undici'
import type { Clock } from '../../base/clock.ts'
import { exchange } from '../exchange.ts'
import { plain, type WhyUnknown, whyFailed } from '../outbound.ts'
import { addressCheck } from './address-check.ts'

/** A response of the subscriber, or the reason why there was none. */
export type WebhookOutcome =
  | Readonly<{ kind: 'answered'; status: number; text: string }>
  | Readonly<{ kind: 'failed'; reason: WhyUnknown | 'refused-address' }>

export type WebhookResult = Readonly<{ tookMs: number }> & WebhookOutcome

export type WebhookRequest = Readonly<{
  url: string
  type: string
  headers: Readonly<Record<string, string>>
  body: string
}>

export type PostWebhook = (request: WebhookRequest) => Promise<WebhookResult>

const limits = {
  timeoutMs: 10_000,
  connectMs: 5_000,
  connections: 16,
  responseBytes: 64 * 1024,
} as const

class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress'
}

/**
 * Returns a function that posts to addresses that operators chose. A host name is resolved once for
 * each connection, which is made to the checked address: a name cannot point elsewhere between
 * check and use. Addresses outside of the public network and of `networks` are refused; redirects
 * are not followed. Each origin has connections of its own.
 */
export function webhookPoster(
  networks: readonly string[],
  {
    clock,
    timeoutMs = limits.timeoutMs,
  }: Readonly<{
    clock: Pick<Clock, 'monotonicMs'>
    timeoutMs?: number
  }>,
): Readonly<{ post: PostWebhook; close: () => Promise<void> }> {
  const isAllowed = addressCheck(networks)
  const agent = new Agent({
    connections: limits.connections,
    maxResponseSize: limits.responseBytes,
    connectTimeout: limits.connectMs,
    connect: { lookup: checkedLookup(isAllowed) },
  })
  const post: PostWebhook = async ({ url, headers, body }) => {
    const startedMs = clock.monotonicMs()
    const took = () => Math.round(clock.monotonicMs() - startedMs)
    const { origin, hostname, pathname, search } = new URL(url)
    const host = hostname.replace(/^\[|\]$/g, '')
    // An address is connected to without a lookup.
    if (isIP(host) !== 0 && !isAllowed(host)) {
      return { kind: 'failed', reason: 'refused-address', tookMs: took() }
    }
    const request: Dispatcher.DispatchOptions = {
      origin,
      path: `${pathname}${search}`,
      method: 'POST',
      headers: { ...always, ...headers },
      body,
    }
    try {
      const answer = await exchange(agent, request, { timeoutMs })
      const text = plain(decoder.decode(answer.body))
      return { kind: 'answered', status: answer.status, text, tookMs: took() }
    } catch (error) {
      const isRefused = error instanceof RefusedAddress
      const reason = isRefused ? 'refused-address' : whyFailed(error)
      return { kind: 'failed', reason, tookMs: took() }
    }
  }
  return { post, close: () => agent.destroy() }
}

const decoder = new TextDecoder()

const always = {
  'content-type': 'application/json',
  'accept-encoding': 'identity',
  'user-agent': 'tukar',
}

function checkedLookup(isAllowed: (address: string) => boolean): LookupFunction {
  return (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return void done(error, '')
      const [first, ...others] = addresses.filter(({ address }) => isAllowed(address))
      if (first === undefined) return void done(new RefusedAddress(host), '')
      if (options.all === true) return void done(null, [first, ...others])
      done(null, first.address, first.family)
    })
  }
}
