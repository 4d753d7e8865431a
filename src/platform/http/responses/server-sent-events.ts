import type { Context } from '../../../context.ts'

/** Returns an event of Server-Sent Events, without the empty line that ends it. */
export const streamEventOf = (event: string, data: object): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n`

type RetryBounds = Readonly<{ retryMs: number; retryJitterMs: number }>

/** Delays reconnection with jitter: a stopping node's apps must not all reconnect at once. */
export function retryHint(
  { random }: Pick<Context, 'random'>,
  { retryMs, retryJitterMs }: RetryBounds,
): string {
  const share = random.bytes(2).readUInt16BE() / 65_536
  return `retry: ${Math.round(retryMs + share * retryJitterMs)}\n\n`
}
