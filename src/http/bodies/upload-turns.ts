import type { IncomingMessage } from 'node:http'
import { limits } from '../../base/limits.ts'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'

const bounds = limits.uploads

/** How many bodies each caller is sending us now, or waits to send. */
const sending = new Map<string, number>()
let waiting = 0
let receiving = 0

/**
 * Receives a body when its turn comes, in one of a bounded number of places. One caller has few:
 * who sends many at once, or slowly, keeps nobody else from sending.
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

/** Nothing of a body that waits is in our memory yet, so many may. */
async function waitForTurn(
  { clock }: Pick<Context, 'clock'>,
  request: IncomingMessage,
): Promise<void> {
  if (waiting >= bounds.waiting) refuse('api.service_unavailable')
  waiting += 1
  await Promise.race([turn(clock, request), gone(request)])
  waiting -= 1
  // Whoever left while they waited would never be heard of again.
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

/** One body after the other is begun; who left before their turn takes none of it. */
function turn(clock: Context['clock'], request: IncomingMessage): Promise<void> {
  lastTurn = lastTurn.then(() => (request.destroyed ? undefined : sinceLast(clock)))
  return lastTurn
}

/**
 * A body that comes soon after another waits a moment, in the sender's own buffers: a picture can,
 * and what everybody else reads meanwhile can't.
 */
async function sinceLast(clock: Context['clock']): Promise<void> {
  const earlyMs = begunMs + bounds.everyMs - clock.monotonicMs()
  if (earlyMs > 0) await clock.sleep(Math.min(earlyMs, bounds.everyMs))
  begunMs = clock.monotonicMs()
}
