import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { limits } from '../base/limits.ts'
import type { Context } from '../context.ts'
import { type Answer, jsonAnswer } from './envelope.ts'
import type { Metrics } from './metrics.ts'
import { barePage, type Route } from './route.ts'

/** Pages for machines that watch us. They tell their state and nothing about what we run. */
export function healthRoutes(state: { draining: boolean }, metrics: Metrics): readonly Route[] {
  return [
    page('/health/live', () => told(true)),
    page('/health/ready', async (ctx) => told(!state.draining && (await databaseAnswers(ctx)))),
    page('/health/leader', (ctx) => told(ctx.leadership.current() !== null)),
    page('/metrics', async () => ({
      status: 200,
      mediaType: metrics.registry.contentType,
      body: await metrics.registry.metrics(),
      headers: {},
    })),
  ]
}

function page(path: string, serve: (ctx: Context) => Answer | Promise<Answer>): Route {
  return { ...barePage, path, cacheControl: 'no-store', serve: async (ctx) => serve(ctx) }
}

const yes = jsonAnswer(200, '{"status":"ok"}')
const no = jsonAnswer(503, '{"status":"unavailable"}', { 'retry-after': '2' })
const told = (well: boolean): Answer => (well ? yes : no)

async function databaseAnswers({ db }: Context): Promise<boolean> {
  const late = new AbortController()
  const asked = sql`select 1`.execute(db.read).then(
    () => true,
    () => false,
  )
  const waited = sleep(limits.http.readyMs, false, { signal: late.signal }).catch(() => false)
  try {
    return await Promise.race([asked, waited])
  } finally {
    late.abort()
  }
}
