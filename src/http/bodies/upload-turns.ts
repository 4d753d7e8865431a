import type { IncomingMessage } from 'node:http'
import { limits } from '../../base/limits.ts'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'

const bounds = limits.uploads

/** How many bodies each caller is sending now, or waits to send. */
const sending = new Map<string, number>()
let waiting = 0
let receiving = 0

/**
 * Receives a body when it is due, in one of a bounded number of slots. Each caller may use only a
 * few, so that many or slow uploads of one caller do not block others. Refuses with
 * `api.too_many_requests` or `api.service_unavailable`.
 */
export async function inTurnOf<Form>(
  ctx: Pick<Context, 'clock'>,
  caller: string,
  request: IncomingMessage,
  receive: () => Promise<Form>,
): Promise<Form> {
  const own = sending.get(caller) ?? 0
  if (own >= bounds.atOnceEach) refuse('api.too_many_requests', { retryAfterSeconds: 1 })
  sending.set(caller, own + 1)
  try {
    await waitForTurn(ctx, request)
    return await inPlace(receive)
  } finally {
    const left = (sending.get(caller) ?? 1) - 1
    if (left === 0) sending.delete(caller)
    else sending.set(caller, left)
  }
}

/** A waiting body takes no memory of ours yet, so many may wait. */
async function waitForTurn(
  { clock }: Pick<Context, 'clock'>,
  request: IncomingMessage,
): Promise<void> {
  if (waiting >= bounds.waiting) refuse('api.service_unavailable')
  waiting += 1
  await Promise.race([turn(clock, request), gone(request)])
  waiting -= 1
  // The client disconnected while it waited.
  if (request.destroyed) refuse('api.malformed_request')
}

async function inPlace<Form>(receive: () => Promise<Form>): Promise<Form> {
  if (receiving >= bounds.atOnce) refuse('api.service_unavailable')
  receiving += 1
  try {
    return await receive()
  } finally {
    receiving -= 1
  }
}

const gone = (request: IncomingMessage): Promise<void> =>
  new Promise((resolve) => request.once('close', () => resolve()))

let lastTurn = Promise.resolve()
let begunMs = 0

/** Starts bodies one after the other; skips clients that have disconnected. */
function turn(clock: Context['clock'], request: IncomingMessage): Promise<void> {
  lastTurn = lastTurn.then(() => (request.destroyed ? undefined : sinceLast(clock)))
  return lastTurn
}

/**
 * Delays a body that follows soon after another. Its data stays in the sender's buffers meanwhile:
 * a picture can wait, other requests cannot.
 */
async function sinceLast(clock: Context['clock']): Promise<void> {
  const earlyMs = begunMs + bounds.everyMs - clock.monotonicMs()
  if (earlyMs > 0) await clock.sleep(Math.min(earlyMs, bounds.everyMs))
  begunMs = clock.monotonicMs()
}
