import type { FastifyReply, FastifyRequest } from 'fastify'
import { keptItems, recent } from '../recent.ts'
import { Refused } from '../refused.ts'

type Kept = Readonly<{ at: number; reply: Readonly<{ text: string }> | Refused }>

const keptMs = 24 * 60 * 60_000
const longestKey = 40
const afterFailure =
  "This operation doesn't support the usage of the same idempotency key after an internal error"

/** Stores the first replies to POST requests by idempotency key, and repeats them for a day. */
export function idempotentReplies(now: () => number = Date.now) {
  const kept = recent<Kept>(keptItems)
  const failed = recent<number>(keptItems)

  const isRecent = (at: number | undefined): boolean => at !== undefined && now() - at < keptMs

  /** Does the work, or repeats the first reply, also a refusal, even if the body differs now. */
  function once(request: FastifyRequest, reply: FastifyReply, work: () => string) {
    const key = keyOf(request)
    const text = key === null ? work() : replyOf(key, work)
    return reply.type('application/json').send(text)
  }

  function replyOf(key: string, work: () => string): string {
    const known = kept.get(key)
    const reply = known !== undefined && isRecent(known.at) ? known.reply : attempt(work)
    if (reply !== known?.reply) kept.put(key, { at: now(), reply })
    if (reply instanceof Refused) throw reply
    return reply.text
  }

  return {
    once,
    /** Refuses keys that are too long, and those whose call failed internally. */
    check(request: FastifyRequest): void {
      const key = keyOf(request)
      if (key === null) return
      if (key.length > longestKey) {
        throw new Refused(400, '', `An idempotency key has at most ${longestKey} characters`)
      }
      if (isRecent(failed.get(key))) throw new Refused(400, '', afterFailure)
    },
    /** Records that the call failed internally. */
    failed(request: FastifyRequest): void {
      const key = keyOf(request)
      if (key !== null) failed.put(key, now())
    },
    forget(): void {
      kept.clear()
      failed.clear()
    },
  }
}

export type IdempotentReplies = ReturnType<typeof idempotentReplies>

function attempt(work: () => string): Kept['reply'] {
  try {
    return { text: work() }
  } catch (error) {
    if (error instanceof Refused) return error
    throw error
  }
}

/** Only POST requests use a key. */
function keyOf({ method, headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key']
  return method === 'POST' && typeof key === 'string' && key !== '' ? key : null
}
