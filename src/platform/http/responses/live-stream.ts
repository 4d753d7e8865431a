import { Readable } from 'node:stream'
import type { Context } from '../../../context.ts'
import type { OpenAnswer } from '../envelope.ts'
import { type Frame, FrameStream, frameOf } from './frame-stream.ts'
import { retryHint } from './server-sent-events.ts'

export type LiveStreamBounds = Readonly<{
  /** After this long without an event the client receives the heartbeat. */
  quietMs: number
  /** Bytes that a client may leave unread before its stream is closed. */
  unreadBytes: number
  /** How often the service checks whether the caller may still read. */
  admitEveryMs: number
  /** The longest time that a stream stays open. */
  openMs: number
  /** Reconnect delay of clients after their node stops, and the random time added to it. */
  retryMs: number
  retryJitterMs: number
}>

/** Sends events; without any, `heartbeat` is sent now and then. */
export type StreamPush = (events: string, heartbeat: string) => void

type Source = Readonly<{
  /**
   * Begins to push; returns the function that ends it and frees what the stream holds. `send` is
   * for frames that other streams get too; they are no sign of life of this source.
   */
  watch: (push: StreamPush, send: (frame: Frame) => void) => () => void
  isAdmitted: () => Promise<boolean>
}>

/** The response to a HEAD request: the head of a stream without the stream. */
export const emptyStream = (): OpenAnswer => ({ stream: Readable.from([]), end: () => undefined })

/**
 * Streams what the source pushes until the client disconnects or reads too slowly, or its caller is
 * no longer admitted.
 */
export function openLiveStream(
  ctx: Pick<Context, 'clock' | 'random'>,
  bounds: LiveStreamBounds,
  { watch, isAdmitted }: Source,
): OpenAnswer {
  const stream = new FrameStream()
  const ended = new AbortController()
  let sentMs = ctx.clock.monotonicMs()
  const send = (frame: Frame) => {
    stream.send(frame)
    if (stream.unreadBytes > bounds.unreadBytes) stream.destroy()
  }
  const leave = watch((events, heartbeat) => {
    const now = ctx.clock.monotonicMs()
    if (events === '' && now - sentMs < bounds.quietMs) return
    sentMs = now
    send(frameOf(events === '' ? heartbeat : events))
  }, send)
  const end = (last = '') => {
    if (ended.signal.aborted) return
    ended.abort()
    leave()
    stream.finish(last)
  }
  stream.once('close', () => end())
  void untilShut(ctx, bounds, isAdmitted, ended.signal).then(() => end())
  return { stream, end: () => end(retryHint(ctx, bounds)) }
}

/** Resolves when the caller is no longer admitted, or after `openMs`. */
async function untilShut(
  { clock }: Pick<Context, 'clock'>,
  { admitEveryMs, openMs }: LiveStreamBounds,
  isAdmitted: Source['isAdmitted'],
  ended: AbortSignal,
): Promise<void> {
  const untilMs = clock.monotonicMs() + openMs
  while (!ended.aborted && clock.monotonicMs() < untilMs) {
    await clock.sleep(admitEveryMs, ended)
    // A database outage ends no stream; no changes are sent during it either.
    if (!(await isAdmitted().catch(() => true))) return
  }
}
