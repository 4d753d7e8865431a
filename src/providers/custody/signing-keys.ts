import { createPublicKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { limits } from '../../base/limits.ts'
import { sharedCalls } from '../../base/shared-calls.ts'
import { type Answer, outbound, type Tools } from '../outbound.ts'

/** Answers the key that a signature names; null when custody publishes no such key. */
export type FindSigningKey = (id: string) => Promise<Answer<KeyObject | null>>

const Published = z.object({
  keys: z
    .array(z.object({ kid: z.string(), kty: z.string(), n: z.string(), e: z.string() }))
    .max(limits.custody.signingKeys),
})

const refusal = z
  .object({ message: z.string() })
  .transform(({ message }) => ({ code: 'REFUSED', message }))

type Published = z.output<typeof Published>

/**
 * The published keys, kept. A name we don't know makes us ask again, but not more often than now
 * and then: anybody can make up names.
 */
export function signingKeys(jwksUrl: string, tools: Tools): FindSigningKey {
  const ask = outbound('custody-keys', jwksUrl, tools)
  let known: ReadonlyMap<string, KeyObject> = new Map()
  let askedMs = Number.NEGATIVE_INFINITY

  const renew = sharedCalls(
    () => 'keys',
    async (): Promise<Answer<Published>> => {
      const answer = await ask({ method: 'GET', path: [], answer: Published, refusal })
      if (answer.kind !== 'accepted') return answer
      askedMs = tools.clock.monotonicMs()
      const rsa = answer.value.keys.filter(({ kty }) => kty === 'RSA')
      known = new Map(rsa.map((jwk) => [jwk.kid, createPublicKey({ key: jwk, format: 'jwk' })]))
      return answer
    },
  )

  return async (id) => {
    const found = known.get(id)
    if (found !== undefined) return { kind: 'accepted', value: found }
    if (tools.clock.monotonicMs() - askedMs < limits.custody.askKeysEveryMs) {
      return { kind: 'accepted', value: null }
    }
    const answer = await renew(null)
    return answer.kind === 'accepted' ? { kind: 'accepted', value: known.get(id) ?? null } : answer
  }
}
