import type { IncomingMessage } from 'node:http'
import { keyedPermits, semaphore } from '../../../base/concurrency/semaphore.ts'
import { refuse } from '../../../base/refusal.ts'
import type { Context } from '../../../context.ts'

export const uploadLimits = {
  atOnce: 32,
  /** Per caller. */
  atOnceEach: 4,
  /** Interval between the starts of two bodies, and how many may wait for it. */
  everyMs: 60,
  waiting: 128,
  files: 4,
  parts: 30,
  fieldBytes: 64 * 1024,
  overheadBytes: 256 * 1024,
} as const

const places = keyedPermits()
/** Bodies begin one after the other. The one whose turn it is counts as waiting, too. */
const permits = semaphore({ permits: 1, waiting: uploadLimits.waiting - 1 })
let begunMs = 0

/**
 * Receives a body when it is due, in one of a bounded number of slots. Each caller may use only a
 * few, so that many or slow uploads of one caller do not block others. Refuses with
 * `api.too_many_requests` or `api.service_unavailable`.
 */
export async function withPermitOf<Form>(
  ctx: Pick<Context, 'clock'>,
  caller: string,
  request: IncomingMessage,
  receive: () => Promise<Form>,
): Promise<Form> {
  const own = places.take([{ key: `caller:${caller}`, most: uploadLimits.atOnceEach }])
  if (!own.taken) return refuse('api.too_many_requests', { retryAfterSeconds: 1 })
  try {
    await waitForPermit(ctx, request)
    return await inPlace(receive)
  } finally {
    own.release()
  }
}

/** A waiting body takes no memory of ours yet, so many may wait. */
async function waitForPermit(
  { clock }: Pick<Context, 'clock'>,
  request: IncomingMessage,
): Promise<void> {
  const gone = new Promise<void>((resolve) => request.once('close', () => resolve()))
  const end = await permits.acquire({ wait: (turn) => Promise.race([turn, gone]) })
  if (end !== null && !request.destroyed) await sinceLast(clock)
  end?.()
  // The client disconnected while it waited.
  if (request.destroyed) refuse('api.malformed_request')
  if (end === null) refuse('api.service_unavailable')
}

async function inPlace<Form>(receive: () => Promise<Form>): Promise<Form> {
  const place = places.take([{ key: 'all', most: uploadLimits.atOnce }])
  if (!place.taken) return refuse('api.service_unavailable')
  try {
    return await receive()
  } finally {
    place.release()
  }
}

/**
 * Delays a body that follows soon after another. Its data stays in the sender's buffers meanwhile:
 * a picture can wait, other requests cannot.
 */
async function sinceLast(clock: Context['clock']): Promise<void> {
  const earlyMs = begunMs + uploadLimits.everyMs - clock.monotonicMs()
  if (earlyMs > 0) await clock.sleep(Math.min(earlyMs, uploadLimits.everyMs))
  begunMs = clock.monotonicMs()
}
