import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { makeTrader, password } from '../../../tests/make/trader.ts'

const refusal = {
  code: 401,
  title: 'Unauthorized',
  message: 'auth.unauthenticated',
  result: false,
  auth_required: true,
}

const me = (tukar: Tukar, headers: Readonly<Record<string, string>>) =>
  tukar.call('GET', '/api/users/me', { headers })

const run = ({ service }: Tukar, statement: ReturnType<typeof sql>) =>
  statement.execute(service.ctx.db.read)

test('every request without a valid token gets the same response', async (t) => {
  const tukar = await startTukar(t)
  const { token, refreshToken } = await makeTrader(tukar)
  const jwtHead = Buffer.from('{"alg":"none"}').toString('base64url')
  const wrong: readonly string[] = [
    '',
    'Bearer',
    'Bearer ',
    token,
    `Basic ${Buffer.from(`user:${password}`).toString('base64')}`,
    `Token ${token}`,
    `Bearer ${token}x`,
    `Bearer ${token.slice(0, -1)}`,
    `Bearer ${token} ${token}`,
    `Bearer ${token},Bearer ${token}`,
    `Bearer ${token.toUpperCase()}`,
    `Bearer "${token}"`,
    `Bearer ${refreshToken}`,
    `Bearer ${jwtHead}.e30.`,
    `Bearer ${jwtHead}.eyJzdWIiOiIxIn0.${'A'.repeat(43)}`,
    'Bearer ../../../etc/passwd',
    `Bearer ' or '1'='1`,
    `Bearer ${'A'.repeat(6_000)}`,
    'Bearer undefined',
    'Bearer null',
  ]
  for (const authorization of wrong) {
    const answer = await me(tukar, { authorization })
    assert.equal(answer.status, 401, authorization.slice(0, 80))
    assert.deepEqual(answer.body, refusal)
  }
  assert.deepEqual((await tukar.call('GET', '/api/users/me')).body, refusal)
  assert.equal((await me(tukar, { authorization: `Bearer ${token}` })).status, 200)
})

test('a token counts only in its header, not in the query, a cookie or a body', async (t) => {
  const tukar = await startTukar(t)
  const { token } = await makeTrader(tukar)
  const requests = [
    tukar.call('GET', `/api/users/me?token=${token}&access_token=${token}&authorization=${token}`),
    tukar.call('GET', '/api/users/me', { headers: { cookie: `token=${token}; xToken=${token}` } }),
    tukar.call('GET', '/api/users/me', { headers: { 'x-api-key': token, 'x-token': token } }),
    tukar.call('DELETE', '/api/auth', { body: { token, access_token: token } }),
  ]
  for (const answer of await Promise.all(requests)) assert.deepEqual(answer.body, refusal)
})

test('two Authorization headers count as none, even if both are valid', async (t) => {
  const tukar = await startTukar(t)
  const { token } = await makeTrader(tukar)
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const headers = ['Host', 'tukar', 'Connection', 'close']
    const twice = ['Authorization', `Bearer ${token}`, 'Authorization', `Bearer ${token}`]
    const asking = request(new URL('/api/users/me', tukar.url), { headers: [...headers, ...twice] })
    asking.on('response', (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    asking.on('error', reject)
    asking.end()
  })
  assert.equal(status, 401)
})

test('a token above the header limit is refused before it is read', async (t) => {
  const tukar = await startTukar(t)
  const answer = await me(tukar, { authorization: `Bearer ${'A'.repeat(8 * 1024)}` })
  assert.deepEqual(messageOf(answer), [431, 'api.headers_too_large'])
})

test('the scheme of a token may be written in any case', async (t) => {
  const tukar = await startTukar(t)
  const { token } = await makeTrader(tukar)
  for (const scheme of ['Bearer', 'bearer', 'BEARER', 'Bearer ']) {
    assert.equal((await me(tukar, { authorization: `${scheme} ${token}` })).status, 200)
  }
})

test('an access token ends at its expiry', async (t) => {
  const tukar = await startTukar(t)
  const { token, refreshToken } = await makeTrader(tukar)
  await run(tukar, sql`update access_tokens set expires_at = now()`)
  assert.deepEqual((await me(tukar, { authorization: `Bearer ${token}` })).body, refusal)
  const refreshed = await tukar.call('POST', '/api/auth/refresh-token', { body: { refreshToken } })
  const next: string = refreshed.body.data.xToken.token
  assert.equal((await me(tukar, { authorization: `Bearer ${next}` })).status, 200)
})

test('a suspended user and one without a verified address get different refusals', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const headers = { authorization: `Bearer ${trader.token}` }
  await run(tukar, sql`update users set email_verified_at = null`)
  const unverified = await me(tukar, headers)
  assert.deepEqual(messageOf(unverified), [403, 'auth.email_not_verified'])
  assert.equal('auth_required' in unverified.body, false)
  await run(tukar, sql`update users set suspended_at = now()`)
  assert.deepEqual(messageOf(await me(tukar, headers)), [403, 'auth.account_suspended'])
  await run(tukar, sql`update users set suspended_at = null, email_verified_at = now()`)
  assert.equal((await me(tukar, headers)).status, 200)
})
