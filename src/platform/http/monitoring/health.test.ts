import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { Counter } from 'prom-client'
import { z } from 'zod'
import { testDatabase } from '../../../../tests/database.ts'
import { fieldsIn } from '../../../../tests/json.ts'
import { httpContext } from '../../../../tests/make/http-context.ts'
import { startHttp } from '../../../../tests/make/http-server.ts'
import { setLimits } from '../../../../tests/make/set-limits.ts'
import { startSilentServer } from '../../../../tests/make/silent-server.ts'
import { databaseLimits } from '../../../core/database/database-limits.ts'
import { text } from '../contracts/contracts.ts'
import { anyone } from '../endpoint/admit.ts'
import { endpoint } from '../endpoint/endpoint.ts'
import { success } from '../envelope.ts'
import { httpLimits } from '../http-limits.ts'
import { healthRoutes } from './health.ts'
import { createMetrics } from './metrics.ts'

const row = endpoint({
  method: 'GET',
  path: '/api/news/{slug}',
  tag: 'test',
  summary: 'A test.',
  access: anyone,
  params: z.object({ slug: text({ max: 9 }) }),
  run: () => undefined,
  reply: success('api.news'),
})

describe('health', () => {
  test('is live, with its version, and ready while the database responds', async (t) => {
    const { url } = await testDatabase(t)
    const http = await startHttp(t, httpContext(t, { databaseUrl: url }), [])
    const { version } = fieldsIn(await readFile('package.json', 'utf8'))
    const live = fieldsIn((await http.call('/health/live')).text)
    assert.deepEqual(live, { status: 'ok', version })
    const ready = await http.call('/health/ready')
    assert.equal(ready.status, 200)
    assert.equal(ready.text, '{"status":"ok"}')
  })

  test('is live but not ready while the database is away', async (t) => {
    const http = await startHttp(t, httpContext(t), [])
    assert.equal((await http.call('/health/live')).status, 200)
    const ready = await http.call('/health/ready')
    assert.equal(ready.status, 503)
    assert.equal(ready.text, '{"status":"unavailable"}')
    assert.equal(ready.headers.get('retry-after'), '2')
  })

  test('is not ready when the database takes too long', async (t) => {
    setLimits(t, httpLimits, { readyMs: 200 })
    const port = await startSilentServer(t)
    const databaseUrl = `postgres://x@127.0.0.1:${port}/x?connect_timeout=60`
    const http = await startHttp(t, httpContext(t, { databaseUrl }), [])
    const start = performance.now()
    assert.equal((await http.call('/health/ready')).status, 503)
    assert.ok(performance.now() - start < 30_000)
  })

  test('is ready while requests use all connections of a database that responds', async (t) => {
    setLimits(t, httpLimits, { readyMs: 200 })
    const { url } = await testDatabase(t)
    const ctx = httpContext(t, { databaseUrl: url })
    const http = await startHttp(t, ctx, [])
    await sql`select`.execute(ctx.db.read)
    const requests = databaseLimits.poolConnections + 1
    const slow = Array.from({ length: requests }, () =>
      sql`select pg_sleep(0.6)`.execute(ctx.db.read),
    )
    assert.equal((await http.call('/health/ready')).status, 200)
    await Promise.all(slow)
  })

  test('is not ready while the service drains', async (t) => {
    const { url } = await testDatabase(t)
    const ctx = httpContext(t, { databaseUrl: url })
    const state = { draining: false }
    const routes = healthRoutes(state)
    const ready = routes.find(({ path }) => path === '/health/ready')
    const request = { id: '', method: 'GET', url: '', ip: '', headers: {}, raw: Buffer.alloc(0) }
    const call = { request, params: {}, form: null, trace: { user: null, headers: null } }
    assert.equal((await ready?.serve(ctx, call))?.status, 200)
    state.draining = true
    assert.equal((await ready?.serve(ctx, call))?.status, 503)
  })

  test('names the leading node', async (t) => {
    const leader = await startHttp(t, httpContext(t, { leads: true }), [])
    const other = await startHttp(t, httpContext(t), [])
    assert.equal((await leader.call('/health/leader')).status, 200)
    assert.equal((await other.call('/health/leader')).status, 503)
  })
})

describe('metrics', () => {
  test('count requests by route and status, never by text of callers', async (t) => {
    const metrics = createMetrics()
    const credits = new Counter({
      name: 'deposits_credited_total',
      help: 'Deposits credited.',
      registers: [metrics.registry],
    })
    credits.inc(3)
    const http = await startHttp(t, httpContext(t), [row], { metrics })
    await http.call('/api/news/canary1?token=canary2')
    await http.call('/api/news/canary3')
    await http.call('/api/news/canary-too-long')
    await http.call('/api/news/canary4', { method: 'PUT' })
    await http.call('/api/canary5')
    const { text: page, headers } = await http.call('/metrics')
    assert.match(headers.get('content-type') ?? '', /^text\/plain/)
    const line = (method: string, status: number) =>
      `tukar_http_requests_total{method="${method}",route="/api/news/{slug}",status="${status}"}`
    assert.ok(page.includes(`${line('GET', 200)} 2\n`))
    assert.ok(page.includes(`${line('GET', 400)} 1\n`))
    assert.ok(page.includes(`${line('other', 405)} 1\n`))
    assert.ok(page.includes('http_request_duration_seconds_count{method="GET",route="/api/news/'))
    assert.ok(page.includes('deposits_credited_total 3\n'))
    for (const name of [
      'nodejs_eventloop_lag_seconds',
      '# TYPE tukar_database_waiting_callers gauge',
    ]) {
      assert.ok(page.includes(name), name)
    }
    assert.ok(!page.includes('canary'))
  })

  test('of two servers in a process are apart', async (t) => {
    const first = await startHttp(t, httpContext(t), [row])
    const second = await startHttp(t, httpContext(t), [row])
    await first.call('/api/news/x')
    assert.match((await first.call('/metrics')).text, /tukar_http_requests_total\{.*news/)
    assert.doesNotMatch((await second.call('/metrics')).text, /tukar_http_requests_total\{.*news/)
  })
})
