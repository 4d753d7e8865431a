import { setTimeout as sleep } from 'node:timers/promises'
import { limits } from '../../base/limits.ts'
import type { Context } from '../../context.ts'
import type { Peers } from '../connections/peers.ts'
import { type ApiAnswer, jsonAnswer } from '../envelope.ts'
import { barePage, type Route } from '../route.ts'
import { degradedParts } from './degraded.ts'

/** What readiness depends on besides the database. */
export type Readiness = Readonly<{
  state: Readonly<{ draining: boolean }>
  /** Whether requests came through a proxy that is not trusted (peers.ts). */
  peers: Pick<Peers, 'wereMisread'>
}>

/** Pages for machines that watch us. They tell their state and nothing about what we run. */
export function healthRoutes({ state, peers }: Readiness): readonly Route[] {
  return [
    page('/health/live', () => told(true)),
    page('/health/ready', async (ctx) =>
      peers.wereMisread()
        ? proxied
        : readiness(ctx, !state.draining && (await databaseWrites(ctx))),
    ),
    page('/health/leader', (ctx) => told(ctx.leadership.current() !== null)),
  ]
}

function page(path: string, serve: (ctx: Context) => ApiAnswer | Promise<ApiAnswer>): Route {
  return { ...barePage, path, cacheControl: 'no-store', serve: async (ctx) => serve(ctx) }
}

const yes = jsonAnswer(200, '{"status":"ok"}')
const no = jsonAnswer(503, '{"status":"unavailable"}', { 'retry-after': '2' })
/** Not ready for another reason than most, so it is told: nobody mends it but by a setting. */
const proxied = jsonAnswer(503, '{"status":"unavailable","reason":"untrusted-proxy"}', {
  'retry-after': '60',
})
const told = (well: boolean): ApiAnswer => (well ? yes : no)

/** A node that lacks a part is ready all the same: its other users are served. */
function readiness(ctx: Context, isReady: boolean): ApiAnswer {
  const parts = degradedParts(ctx)
  if (!isReady || parts.length === 0) return told(isReady)
  const details = Object.fromEntries(parts.map((part) => [part, 'unavailable']))
  return jsonAnswer(200, JSON.stringify({ status: 'ok', details }))
}

async function databaseWrites({ db }: Context): Promise<boolean> {
  const late = new AbortController()
  const asked = db.isWritable().catch(() => false)
  const waited = sleep(limits.http.readyMs, false, { signal: late.signal }).catch(() => false)
  try {
    return await Promise.race([asked, waited])
  } finally {
    late.abort()
  }
}
