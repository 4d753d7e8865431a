import { Redis, type RedisOptions } from 'ioredis'
import type { Logger } from 'pino'

type Options = Pick<RedisOptions, 'commandTimeout' | 'lazyConnect' | 'maxRetriesPerRequest'> &
  Readonly<{ connectTimeout: number }>

/**
 * Opens a connection that is opened again whenever it is lost. A command that gets no response in
 * time shows that it is: the system would notice only after a quarter of an hour. A server that
 * refuses writes became a replica, so the next connection looks up the address again.
 */
export function openRedis(url: string, log: Logger, options: Options): Redis {
  const redis = new Redis(url, {
    ...options,
    socketTimeout: options.connectTimeout,
    // Scripts of older servers have the code within their message.
    reconnectOnError: ({ message }) => message.includes('READONLY'),
  })
  redis.on('error', (error) => log.warn({ err: error }, 'Redis is not available'))
  return redis
}
