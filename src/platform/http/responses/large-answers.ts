import type { ServerResponse } from 'node:http'
import { type Release, semaphore } from '../../../base/concurrency/semaphore.ts'
import { refuse } from '../../../base/refusal.ts'
import type { Context } from '../../../context.ts'

/** Responses of megabytes, from before they are made until the client has read them. */
export const largeAnswerLimits = {
  bytes: 128 * 1024 * 1024,
  /** Per network; enough for the largest picture. */
  bytesEach: 32 * 1024 * 1024,
  /** The least that a response counts as, which bounds the number of small ones. */
  leastBytes: 1024 * 1024,
  waiting: 128,
  waitingEach: 32,
  waitMs: 10_000,
  /** How long a client may take to read one. */
  sendMs: 60_000,
} as const

export type LargeAnswerBounds = { readonly [Name in keyof typeof largeAnswerLimits]: number }

/**
 * Limits the memory of responses of megabytes, in total and per network. Requests beyond the limits
 * wait for earlier ones, for a bounded time.
 */
export type LargeAnswers = (network: string, response: ServerResponse) => LargeAnswer

export type LargeAnswer = Readonly<{
  /**
   * Waits until the response may use this many bytes; they stay reserved until the response was
   * sent or its connection closed.
   */
  hold: (bytes: number) => Promise<void>
  /** Called when the response is being sent; its client then has a bounded time to read it. */
  sent: () => void
}>

export function startLargeAnswers(
  { clock }: Pick<Context, 'clock'>,
  bounds: LargeAnswerBounds = largeAnswerLimits,
): LargeAnswers {
  const memory = semaphore({ ...bounds, permits: bounds.bytes, permitsEach: bounds.bytesEach })
  return (network, response) => {
    const held: Release[] = []
    const releaseAll = () => {
      for (const release of held.splice(0)) release()
    }
    return {
      hold: async (bytes) => {
        const weight = Math.min(Math.max(bytes, bounds.leastBytes), bounds.bytesEach)
        const wait = (turn: Promise<void>) => within(clock, bounds.waitMs, turn, response)
        const release = await memory.acquire({ key: network, weight, wait })
        if (release !== null) held.push(release)
        // The client disconnected while it waited.
        if (response.destroyed) refuse('api.malformed_request')
        if (release === null) refuse('api.service_unavailable')
      },
      sent: () => {
        if (held.length === 0) return
        if (response.destroyed) return releaseAll()
        const read = new AbortController()
        response.once('close', () => {
          read.abort()
          releaseAll()
        })
        void clock.sleep(bounds.sendMs, read.signal).then(() => {
          if (!response.destroyed) response.req.socket.destroy()
        })
      },
    }
  }
}

/** Waits for admission, but at most `ms`, and only while the client is connected. */
async function within(
  clock: Context['clock'],
  ms: number,
  turn: Promise<void>,
  response: ServerResponse,
): Promise<void> {
  const over = new AbortController()
  const end = () => over.abort()
  response.once('close', end)
  await Promise.race([turn, clock.sleep(ms, over.signal)])
  response.off('close', end)
  end()
}
