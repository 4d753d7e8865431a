import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { testDatabase } from '../../../../tests/database.ts'
import { httpContext } from '../../../../tests/make/http-context.ts'
import { startHttp } from '../../../../tests/make/http-server.ts'
import { silent } from '../../../../tests/server.ts'
import { isRefusal, refuse } from '../../../base/refusal.ts'
import { type Counters, startCounters } from '../../../core/database/cluster/counters.ts'
import { email } from '../contracts/contracts.ts'
import { success } from '../envelope.ts'
import { anyone } from './admit.ts'
import { endpoint } from './endpoint.ts'
import { enforceRate } from './throttle.ts'

const perEmail = { name: 'email-otp', points: 3, windowSeconds: 300 }
const perAddress = { name: 'address', points: 4, windowSeconds: 60 }

function limitedRow(assertCapacity?: () => void) {
  return endpoint({
    method: 'POST',
    path: '/api/email/otp-code',
    tag: 'test',
    summary: 'A test.',
    access: anyone,
    body: z.object({ email }),
    throttle: [
      {
        ...perEmail,
        refusal: 'auth.throttle',
        key: ({ ip, input }) => `${ip} ${input.email}`,
      },
      { ...perAddress, key: ({ ip }) => ip },
    ],
    run: () => undefined,
    reply: success('api.email_otp_sent'),
    ...(assertCapacity === undefined ? {} : { assertCapacity }),
  })
}

const limited = limitedRow()

const away: Counters = {
  take: () => Promise.reject(new Error('the store is away')),
  reset: () => Promise.reject(new Error('the store is away')),
  forget: () => undefined,
  close: () => Promise.resolve(),
}

describe('a throttled endpoint', () => {
  test('responds with 429 beyond its rate, and reports the rate to every caller', async (t) => {
    const { url } = await testDatabase(t)
    const counters = await startCounters({ databaseUrl: url, redisUrl: null, log: silent })
    t.after(() => counters.close())
    const config = { trustProxy: ['127.0.0.1'] }
    const http = await startHttp(t, httpContext(t, { counters, config }), [limited])
    const send = (sent: unknown, from = '198.51.100.7') =>
      http.post('/api/email/otp-code', sent, { 'x-forwarded-for': from })

    const sentences = await Promise.all([send({ email: 'x' }), send({}), send('{')])
    for (const answer of sentences) {
      assert.equal(answer.status, 400)
      assert.equal(answer.headers.get('ratelimit'), null)
    }
    const first = await send({ email: 'a@b.example' })
    assert.equal(first.status, 200)
    const policy = '"email-otp";q=3;w=300, "address";q=4;w=60'
    assert.equal(first.headers.get('ratelimit-policy'), policy)
    assert.match(
      first.headers.get('ratelimit') ?? '',
      /^"email-otp";r=2;t=[0-9]+, "address";r=3;t=[0-9]+$/,
    )
    assert.equal((await send({ email: 'A@b.example' })).status, 200)
    assert.equal((await send({ email: 'a@b.example' })).status, 200)
    const spent = await send({ email: 'a@b.example' })
    assert.equal(spent.status, 429)
    assert.equal(spent.message, 'auth.throttle')
    assert.match(spent.headers.get('ratelimit') ?? '', /^"email-otp";r=0;t=[0-9]+$/)
    assert.ok(Number(spent.headers.get('retry-after')) > 200)
    assert.equal((await send({ email: 'c@d.example' })).status, 200)
    const everyone = await send({ email: 'e@f.example' })
    assert.equal(everyone.status, 429)
    assert.equal(everyone.message, 'api.too_many_requests')
    assert.equal((await send({ email: 'e@f.example' }, '198.51.100.8')).status, 200)
  })

  test('counts no attempt while the server has no capacity for it', async (t) => {
    const { url } = await testDatabase(t)
    const counters = await startCounters({ databaseUrl: url, redisUrl: null, log: silent })
    t.after(() => counters.close())
    let full = true
    const assertCapacity = () => {
      if (full) refuse('api.service_unavailable')
    }
    const http = await startHttp(t, httpContext(t, { counters }), [limitedRow(assertCapacity)])
    const send = () => http.post('/api/email/otp-code', '{"email":"a@b.example"}')
    for (const _ of [1, 2, 3, 4, 5]) assert.equal((await send()).status, 503)
    full = false
    assert.equal((await send()).status, 200)
  })

  test('counts all addresses of one IPv6 network as one caller', async (t) => {
    const { url } = await testDatabase(t)
    const counters = await startCounters({ databaseUrl: url, redisUrl: null, log: silent })
    t.after(() => counters.close())
    const config = { trustProxy: ['127.0.0.1'] }
    const http = await startHttp(t, httpContext(t, { counters, config }), [limited])
    const from = (address: string) =>
      http.post(
        '/api/email/otp-code',
        { email: `${address.replaceAll(':', '-')}x@b.example` },
        { 'x-forwarded-for': address },
      )
    for (const last of ['1', '2', 'ffff', 'a:b:c']) {
      assert.equal((await from(`2001:db8:0:1::${last}`)).status, 200, last)
    }
    assert.equal((await from('2001:db8:0:1:9:9:9:9')).status, 429)
    assert.equal((await from('2001:0db8:0000:0001::9')).status, 429)
    assert.equal((await from('2001:db8:0:2::1')).status, 200)
  })

  test('responds with 503 while counting fails, and never lets a guess through', async (t) => {
    const http = await startHttp(t, httpContext(t, { counters: away }), [limited])
    const answer = await http.post('/api/email/otp-code', { email: 'a@b.example' })
    assert.equal(answer.status, 503)
    assert.equal(answer.message, 'api.service_unavailable')
    assert.equal(answer.headers.get('retry-after'), '2')
  })
})

test('a use case may apply a rate to a key itself', async (t) => {
  const { url } = await testDatabase(t)
  const counters = await startCounters({ databaseUrl: url, redisUrl: null, log: silent })
  t.after(() => counters.close())
  const ctx = httpContext(t, { counters })
  const once = { name: 'once', points: 1, windowSeconds: 60 }
  assert.equal((await enforceRate(ctx, once, 'user 1')).remaining, 0)
  await enforceRate(ctx, once, 'user 2', { cost: 0 })
  assert.equal((await enforceRate(ctx, once, 'user 2')).allowed, true)
  await assert.rejects(enforceRate(ctx, once, 'user 2', { cost: 0 }), isRefusal)
  await assert.rejects(
    enforceRate(ctx, once, 'user 1', { refusal: 'auth.throttle' }),
    (error) =>
      isRefusal(error) &&
      error.key === 'auth.throttle' &&
      (error.details.retryAfterSeconds ?? 0) > 0,
  )
})
