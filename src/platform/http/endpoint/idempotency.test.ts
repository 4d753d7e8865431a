import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { z } from 'zod'
import { testDatabase } from '../../../../tests/database.ts'
import { httpContext } from '../../../../tests/make/http-context.ts'
import { startHttp } from '../../../../tests/make/http-server.ts'
import { refuse } from '../../../base/refusal.ts'
import { TransientError } from '../../../core/database/driver/errors.ts'
import { optional, text } from '../contracts/contracts.ts'
import { success } from '../envelope.ts'
import type { Access } from './admit.ts'
import { endpoint } from './endpoint.ts'
import { forgetOldKeys } from './idempotency.ts'

/** Admits the caller named in the header `x-user`. */
const named: Access<string> = {
  name: 'named',
  scheme: 'bearer',
  refusals: [],
  admit: (_ctx, { headers }) => String(headers['x-user'] ?? 'budi'),
  callerKey: (caller) => caller,
}

/** Starts an endpoint that records its runs and does the given work. */
async function counting(t: TestContext, work: (order: string) => Promise<void> | void) {
  const { url, db } = await testDatabase(t)
  const runs: string[] = []
  const row = (path: string) =>
    endpoint({
      method: 'POST',
      path,
      tag: 'test',
      summary: 'A test.',
      access: named,
      query: z.object({ side: optional(text({ max: 5 })) }),
      body: z.object({ order: text({ max: 20 }) }),
      idempotent: true,
      run: async (_ctx, { order }) => {
        runs.push(order)
        await work(order)
        return { order, run: runs.length }
      },
      reply: success('api.done', z.object({ order: z.string(), run: z.int() })),
    })
  const ctx = httpContext(t, { databaseUrl: url })
  const http = await startHttp(t, ctx, [row('/api/orders'), row('/api/others')])
  const send = (
    order: string,
    key: string,
    { user = 'budi', path = '/api/orders' }: { user?: string; path?: string } = {},
  ) => http.post(path, { order }, { 'idempotency-key': key, 'x-user': user })
  return { ctx, db, http, runs, send }
}

describe('the same key', () => {
  test('with the same request gets the first response again, and nothing runs twice', async (t) => {
    const { runs, send } = await counting(t, () => undefined)
    const first = await send('a', 'key-1')
    const again = await send('a', 'key-1')
    assert.equal(first.headers.get('idempotent-replayed'), null)
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assert.equal(again.status, 200)
    assert.equal(again.text, first.text)
    assert.equal(again.headers.get('content-type'), first.headers.get('content-type'))
    assert.deepEqual(runs, ['a'])
  })

  test('with the same fields in another spelling gets the first response again', async (t) => {
    const { http, runs, send } = await counting(t, () => undefined)
    const first = await send('a', 'key-1')
    const respelt = ['{ "order" : "a" }', '{"other":1,"order":"a"}', '{"order":"\\u0061"}']
    for (const body of [...respelt, '{"order":" a "}']) {
      const again = await http.post('/api/orders', body, { 'idempotency-key': 'key-1' })
      assert.deepEqual([again.status, again.text], [200, first.text], body)
      assert.equal(again.headers.get('idempotent-replayed'), 'true')
    }
    const form = await http.call('/api/orders', {
      method: 'POST',
      headers: { 'idempotency-key': 'key-1' },
      body: new URLSearchParams({ order: 'a' }),
    })
    assert.equal(form.text, first.text)
    assert.deepEqual(runs, ['a'])
  })

  test('with another body or query is refused', async (t) => {
    const { runs, send } = await counting(t, () => undefined)
    await send('a', 'key-1')
    for (const other of [await send('b', 'key-1'), await send('a', 'key-1', query)]) {
      assert.equal(other.status, 409)
      assert.equal(other.message, 'api.idempotency_key_reused')
    }
    assert.deepEqual(runs, ['a'])
  })
  const query = { path: '/api/orders?side=BUY' }

  test('of another caller or endpoint is another key', async (t) => {
    const { runs, send } = await counting(t, () => undefined)
    await send('a', 'key-1')
    assert.equal((await send('b', 'key-1', { user: 'siti' })).status, 200)
    assert.equal((await send('c', 'key-1', { path: '/api/others' })).status, 200)
    assert.deepEqual(runs, ['a', 'b', 'c'])
  })

  test('gets a refusal again that can never become a success', async (t) => {
    const final = [
      () => refuse('api.validation_failed', { text: 'The order field is invalid.' }),
      () => refuse('auth.otp_failed', { isFinal: true }),
    ]
    for (const [at, refusing] of final.entries()) {
      const { runs, send } = await counting(t, refusing)
      const first = await send('a', `key-${at}`)
      const again = await send('a', `key-${at}`)
      assert.equal(again.status, first.status)
      assert.equal(again.text, first.text)
      assert.equal(again.headers.get('idempotent-replayed'), 'true')
      assert.equal(runs.length, 1)
    }
  })

  test('of a final refusal is free for another request', async (t) => {
    const { runs, send } = await counting(t, (order) =>
      order === 'a' ? refuse('auth.otp_failed', { isFinal: true }) : undefined,
    )
    assert.equal((await send('a', 'key-1')).status, 403)
    assert.equal((await send('b', 'key-1')).status, 200)
    assert.equal((await send('a', 'key-1')).message, 'api.idempotency_key_reused')
    assert.deepEqual(runs, ['a', 'b'])
  })

  test('sent many times at once runs once; the others wait or get its response', async (t) => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const { runs, send } = await counting(t, () => gate)
    const [first, ...others] = Array.from({ length: 20 }, () => send('a', 'key-1'))
    const early = await Promise.race(others)
    assert.equal(early.status, 409)
    assert.equal(early.message, 'api.request_in_progress')
    assert.equal(early.headers.get('retry-after'), '1')
    open()
    const answers = await Promise.all([first, ...others])
    assert.equal(runs.length, 1)
    const done = answers.filter((answer) => answer?.status === 200)
    assert.ok(done.length >= 1)
    assert.equal(new Set(done.map((answer) => answer?.text)).size, 1)
    assert.equal((await send('a', 'key-1')).headers.get('idempotent-replayed'), 'true')
  })
})

describe('a response that settles nothing', () => {
  test('is not stored: the same key may retry', async (t) => {
    const failures: (() => void)[] = [
      () => {
        throw new Error('a fault')
      },
      () => {
        throw new TransientError('away')
      },
      () => refuse('api.too_many_requests', { retryAfterSeconds: 5, isFinal: true }),
      () => refuse('api.market_price_unavailable'),
    ]
    const { runs, send } = await counting(t, () => failures.shift()?.())
    assert.equal((await send('a', 'key-1')).status, 500)
    assert.equal((await send('a', 'key-1')).status, 503)
    assert.equal((await send('a', 'key-1')).status, 429)
    assert.equal((await send('a', 'key-1')).message, 'api.market_price_unavailable')
    const last = await send('a', 'key-1')
    assert.equal(last.status, 200)
    assert.equal(last.headers.get('idempotent-replayed'), null)
    assert.equal(runs.length, 5)
  })

  test('of a run that a crash ended is taken over once its time is up', async (t) => {
    const { db, runs, send } = await counting(t, () => undefined)
    await send('a', 'key-1')
    const crashed = (secondsAgo: number) =>
      sql`update idempotency_keys set status = null, answer = null, media_type = null,
          created_at = now() - make_interval(secs => ${secondsAgo})`.execute(db.read)
    await crashed(20)
    assert.equal((await send('a', 'key-1')).message, 'api.request_in_progress')
    await crashed(40)
    assert.equal((await send('b', 'key-1')).message, 'api.idempotency_key_reused')
    assert.equal((await send('a', 'key-1')).status, 200)
    assert.equal((await send('a', 'key-1')).headers.get('idempotent-replayed'), 'true')
    assert.equal(runs.length, 2)
  })
})

describe('keys', () => {
  test('that are too long or not plain are refused, and nothing runs', async (t) => {
    const { http, runs, send } = await counting(t, () => undefined)
    for (const key of ['', ' ', 'a b', 'x'.repeat(65), 'é']) {
      const answer = await send('a', key)
      assert.equal(answer.status, 400, key)
      assert.equal(answer.message, 'The idempotency key field format is invalid.')
    }
    assert.equal(runs.length, 0)
    assert.equal((await send('a', 'x'.repeat(64))).status, 200)
    await http.post('/api/orders', { order: 'a' })
    await http.post('/api/orders', { order: 'a' })
    assert.equal(runs.length, 3)
  })

  test('of requests that were refused before they ran are still free', async (t) => {
    const { send } = await counting(t, () => undefined)
    assert.equal((await send('', 'key-1')).message, 'The order field is required.')
    assert.equal((await send('a', 'key-1')).status, 200)
  })

  test('are valid for a day and deleted after it', async (t) => {
    const { ctx, db, runs, send } = await counting(t, () => undefined)
    await send('a', 'key-1')
    await send('a', 'key-2')
    assert.equal(await forgetOldKeys(ctx), 0)
    await sql`update idempotency_keys set created_at = now() - interval '25 hours'`.execute(db.read)
    assert.equal((await send('b', 'key-1')).status, 200)
    assert.equal(await forgetOldKeys(ctx), 1)
    assert.deepEqual(runs, ['a', 'a', 'b'])
  })

  test('are refused with 503 while the database is away, and nothing runs', async (t) => {
    const runs: string[] = []
    const http = await startHttp(t, httpContext(t), [
      endpoint({
        method: 'POST',
        path: '/api/orders',
        tag: 'test',
        summary: 'A test.',
        access: named,
        idempotent: true,
        run: () => void runs.push('run'),
        reply: success('api.done'),
      }),
    ])
    const answer = await http.post('/api/orders', {}, { 'idempotency-key': 'key-1' })
    assert.equal(answer.status, 503)
    assert.equal(runs.length, 0)
  })
})
