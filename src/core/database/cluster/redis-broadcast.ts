import type { Logger } from 'pino'
import { broadcastLimits } from '../database-limits.ts'
import { openRedis } from './redis.ts'
import type { Transport } from './signed-broadcast.ts'

/** Broadcasts through Redis. `broadcast.ts` loads this module if a Redis is configured. */
export function throughRedis(url: string, log: Logger): Transport {
  const open = (maxRetriesPerRequest: number | null) =>
    openRedis(url, log, {
      connectTimeout: broadcastLimits.answerMs,
      lazyConnect: true,
      maxRetriesPerRequest,
    })
  const publisher = open(1)
  const subscriber = open(null)
  // Redis broadcasts across its databases, which may belong to different deployments.
  const nameOf = (channel: string) => `tukar:${publisher.options.db ?? 0}:${channel}`
  return {
    publish: async (channel, text) => {
      await publisher.publish(nameOf(channel), text)
    },
    subscribe: (channel, receive) => {
      subscriber.on('message', (name, text) => {
        if (name === nameOf(channel)) receive(text)
      })
      // It waits for a connection, and repeats itself on the next ones.
      subscriber.subscribe(nameOf(channel)).catch((error: unknown) => {
        log.debug({ err: error, channel }, 'a channel was not subscribed')
      })
    },
    close: async () => {
      publisher.disconnect()
      subscriber.disconnect()
    },
  }
}
