import { Readable } from 'node:stream'
import type { Context } from '../../../context.ts'

type Bounds = Readonly<{
  /** The longest time that a client may take to read it. */
  streamMs: number
  /** What is streamed, for the log: `an export`. */
  what: string
  onClose: () => void
}>

/** Makes a stream that ends within a time, however slowly it is read. */
export function boundedStream(
  { clock, log }: Pick<Context, 'clock' | 'log'>,
  pieces: AsyncIterable<string | Uint8Array>,
  { streamMs, what, onClose }: Bounds,
): Readable {
  const stream = Readable.from(pieces, { objectMode: false })
  const ended = new AbortController()
  stream.once('error', (error) => log.warn({ err: error }, `${what} was interrupted`))
  stream.once('close', () => {
    ended.abort()
    onClose()
  })
  void clock.sleep(streamMs, ended.signal).then(() => {
    if (!stream.closed) stream.destroy(new Error(`${what} took too long`))
  })
  return stream
}
