import { Redis, type RedisOptions } from 'ioredis'
import type { Logger } from 'pino'

type Options = Pick<
  RedisOptions,
  'commandTimeout' | 'connectTimeout' | 'lazyConnect' | 'maxRetriesPerRequest'
>

/** Opens a connection that is opened again whenever it is lost. */
export function openRedis(url: string, log: Logger, options: Options): Redis {
  const redis = new Redis(url, options)
  redis.on('error', (error) => log.warn({ err: error }, 'Redis is not available'))
  return redis
}
