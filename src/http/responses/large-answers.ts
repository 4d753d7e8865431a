import type { ServerResponse } from 'node:http'
import { limits } from '../../base/limits.ts'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'

export type LargeAnswerBounds = { readonly [Name in keyof typeof limits.largeAnswers]: number }

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

type Waiting = Readonly<{ network: string; bytes: number; begin: () => void }>

export function startLargeAnswers(
  { clock }: Pick<Context, 'clock'>,
  bounds: LargeAnswerBounds = limits.largeAnswers,
): LargeAnswers {
  const { take, give } = startMemory(clock, bounds)
  return (network, response) => {
    let held = 0
    const release = () => {
      give(network, held)
      held = 0
    }
    return {
      hold: async (bytes) => {
        const counted = Math.min(Math.max(bytes, bounds.leastBytes), bounds.bytesEach)
        await take(network, counted, response)
        held += counted
        // The client disconnected while it waited.
        if (response.destroyed) refuse('api.malformed_request')
      },
      sent: () => {
        if (held === 0) return
        if (response.destroyed) return release()
        const read = new AbortController()
        response.once('close', () => {
          read.abort()
          release()
        })
        void clock.sleep(bounds.sendMs, read.signal).then(() => {
          if (!response.destroyed) response.req.socket.destroy()
        })
      },
    }
  }
}

function startMemory(clock: Context['clock'], bounds: LargeAnswerBounds) {
  const waiting = new Set<Waiting>()
  const heldBy = new Map<string, number>()
  let heldOfAll = 0

  function add(network: string, bytes: number): void {
    heldOfAll += bytes
    const held = (heldBy.get(network) ?? 0) + bytes
    if (held === 0) heldBy.delete(network)
    else heldBy.set(network, held)
  }

  /**
   * Admits in order of arrival: smaller responses do not overtake a larger one that does not fit
   * yet.
   */
  function admit(): void {
    const full = new Set<string>()
    for (const one of waiting) {
      if (full.has(one.network)) continue
      if ((heldBy.get(one.network) ?? 0) + one.bytes > bounds.bytesEach) full.add(one.network)
      else if (heldOfAll + one.bytes > bounds.bytes) return
      else {
        waiting.delete(one)
        add(one.network, one.bytes)
        one.begin()
      }
    }
  }

  const isCrowded = (network: string): boolean =>
    waiting.size > bounds.waiting ||
    [...waiting].filter((one) => one.network === network).length > bounds.waitingEach

  async function take(network: string, bytes: number, response: ServerResponse): Promise<void> {
    const { promise: turn, resolve: begin } = Promise.withResolvers<void>()
    const one = { network, bytes, begin }
    waiting.add(one)
    admit()
    if (waiting.has(one) && !isCrowded(network)) await within(clock, bounds.waitMs, turn, response)
    if (!waiting.delete(one)) return
    admit()
    refuse(response.destroyed ? 'api.malformed_request' : 'api.service_unavailable')
  }

  const give = (network: string, bytes: number): void => {
    add(network, -bytes)
    admit()
  }
  return { take, give }
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
