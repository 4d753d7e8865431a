/** `node tools/reachable.ts URL`: exits 0 when the PostgreSQL or Redis at the URL answers. */
import { Redis } from 'ioredis'
import pg from 'pg'

const waitMs = 2_000

process.exitCode = await answers(process.argv[2] ?? '').then(
  () => 0,
  () => 1,
)

async function answers(url: string): Promise<void> {
  if (url.startsWith('redis')) return redisAnswers(url)
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: waitMs })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
  } finally {
    await client.end()
  }
}

async function redisAnswers(url: string): Promise<void> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: waitMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  redis.on('error', () => undefined)
  try {
    await redis.connect()
    await redis.ping()
  } finally {
    redis.disconnect()
  }
}
