import { setTimeout as sleep } from 'node:timers/promises'
import { cachedCalls } from '../../../base/concurrency/cache.ts'
import { serviceVersion } from '../../../base/version.ts'
import type { Context } from '../../../context.ts'
import { hasDiskSpace } from '../../../core/database/driver/disk-space.sql.ts'
import { perDatabase } from '../../../core/database/per-database.ts'
import { type ApiAnswer, jsonAnswer } from '../envelope.ts'
import { httpLimits } from '../http-limits.ts'
import { barePage, type Route } from '../route.ts'
import { degradedParts } from './degraded.ts'

/** Pages for monitoring. They report state, and the first one the version of the software. */
export function healthRoutes(state: Readonly<{ draining: boolean }>): readonly Route[] {
  return [
    page('/health/live', () => live),
    page('/health/ready', async (ctx) => readiness(ctx, await isReady(ctx, state))),
    page('/health/leader', (ctx) => statusOf(ctx.leadership.current() !== null)),
  ]
}

/** Whether this node serves: it is not draining, and its database takes writes. */
export const isReady = async (
  ctx: Context,
  { draining }: Readonly<{ draining: boolean }>,
): Promise<boolean> => !draining && (await databaseWrites(ctx))

function page(path: string, serve: (ctx: Context) => ApiAnswer | Promise<ApiAnswer>): Route {
  return { ...barePage, path, cacheControl: 'no-store', serve: async (ctx) => serve(ctx) }
}

const live = jsonAnswer(200, JSON.stringify({ status: 'ok', version: serviceVersion }))
const yes = jsonAnswer(200, '{"status":"ok"}')
const no = jsonAnswer(503, '{"status":"unavailable"}', { 'retry-after': '2' })
const statusOf = (well: boolean): ApiAnswer => (well ? yes : no)

/** A node that lacks a part is still ready, since it can serve other requests. */
function readiness(ctx: Context, isReady: boolean): ApiAnswer {
  const parts = degradedParts(ctx)
  if (!isReady || parts.length === 0) return statusOf(isReady)
  const details = Object.fromEntries(parts.map((part) => [part, 'unavailable']))
  return jsonAnswer(200, JSON.stringify({ status: 'ok', details }))
}

/** A disk that has space is not asked again for some seconds, since asking writes to it. */
const spaceOf = perDatabase(({ clock }: Pick<Context, 'db' | 'clock'>) =>
  cachedCalls<boolean>({
    entries: 1,
    maxAgeMs: httpLimits.diskSpaceMs,
    clock,
    isKept: (hasSpace) => hasSpace,
  }),
)

/** A load that uses all connections would otherwise take every node from the balancer at once. */
async function databaseWrites(ctx: Context): Promise<boolean> {
  const late = new AbortController()
  const asked = canStore(ctx).catch(() => false)
  const waited = sleep(httpLimits.readyMs, null, { signal: late.signal })
    .then(() => ctx.db.isBusy())
    .catch(() => false)
  try {
    return await Promise.race([asked, waited])
  } finally {
    late.abort()
  }
}

async function canStore(ctx: Context): Promise<boolean> {
  const { db } = ctx
  return (await db.isWritable()) && (await spaceOf(ctx)('', () => hasDiskSpace(db)))
}
