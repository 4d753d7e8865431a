import { createPublicKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { singleFlight } from '../../base/concurrency/single-flight.ts'
import { parseUrl } from '../../base/settings/environment.ts'
import { type Answer, outbound, type Tools } from '../outbound.ts'
import { custodyLimits } from './custody-limits.ts'

/** Returns the key that a signature names; null if custody publishes no such key. */
export type FindSigningKey = (id: string) => Promise<Answer<KeyObject | null>>

/** The keys that custody publishes for its newer webhooks, as last fetched. */
export type CustodySigningKeys = Readonly<{
  find: FindSigningKey
  /** Fetches the keys now. A failure goes to the log and to the listeners. */
  renew: () => Promise<void>
  /**
   * Calls the listener after each fetch with the reason of its failure, or null after a success.
   */
  onFetched: (listener: (failure: string | null) => void) => () => void
}>

/** An empty list counts as a failure: every signature would be refused as wrong. */
const Published = z.object({
  keys: z
    .array(z.object({ kid: z.string(), kty: z.string(), n: z.string(), e: z.string() }))
    .min(1)
    .max(custodyLimits.signingKeys),
})

const refusal = z
  .object({ message: z.string() })
  .transform(({ message }) => ({ code: 'REFUSED', message }))

type Fetched = Answer<z.output<typeof Published>>

/**
 * Caches the published keys. An unknown key id triggers a fetch, but not twice a second, since any
 * caller can invent key ids.
 */
export function signingKeys(jwksUrl: string, tools: Tools): CustodySigningKeys {
  const ask = outbound('custody-keys', jwksUrl, tools)
  const listeners = new Set<(failure: string | null) => void>()
  let known: ReadonlyMap<string, KeyObject> = new Map()
  let last: Readonly<{ answer: Fetched; atMs: number }> | null = null

  const renew = singleFlight(async (): Promise<Fetched> => {
    const answer = await ask({ method: 'GET', path: [], answer: Published, refusal })
    last = { answer, atMs: tools.clock.monotonicMs() }
    const failure = failureOf(answer)
    if (answer.kind === 'accepted') {
      const rsa = answer.value.keys.filter(({ kty }) => kty === 'RSA')
      known = new Map(rsa.map((jwk) => [jwk.kid, createPublicKey({ key: jwk, format: 'jwk' })]))
    } else {
      const host = parseUrl(jwksUrl)?.host
      tools.log.error({ host, failure }, 'the keys of custody webhooks could not be fetched')
    }
    for (const listener of listeners) listener(failure)
    return answer
  })

  /** The last response while it is too recent to fetch again. */
  const lately = (): Fetched | null => {
    if (last === null) return null
    const isRecent = tools.clock.monotonicMs() - last.atMs < custodyLimits.askKeysEveryMs
    return isRecent ? last.answer : null
  }

  return {
    async find(id) {
      const found = known.get(id)
      if (found !== undefined) return { kind: 'accepted', value: found }
      const answer = lately() ?? (await renew())
      return answer.kind === 'accepted'
        ? { kind: 'accepted', value: known.get(id) ?? null }
        : answer
    },
    async renew() {
      await renew()
    },
    onFetched(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function failureOf(answer: Fetched): string | null {
  if (answer.kind === 'accepted') return null
  return answer.kind === 'rejected' ? `HTTP ${answer.status}` : answer.why
}
