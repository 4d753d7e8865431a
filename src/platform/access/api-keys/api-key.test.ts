import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startTukar, type Tukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { callSigned, keysMayWithdraw, makeKey, signature } from '../../../../tests/make/api-key.ts'
import { formOf, textPart } from '../../../../tests/make/forms.ts'
import { httpContext } from '../../../../tests/make/http-context.ts'
import { makeTrader } from '../../../../tests/make/trader.ts'
import { isRefusal } from '../../../base/refusal.ts'
import type { HttpRequest } from '../../http/endpoint/endpoint.ts'
import { type Caller, signedInByToken, signedInOrKey } from '../signed-in.ts'
import { deleteAllApiKeys, deleteExpiredSignatures } from './api-key.sql.ts'
import { apiKeyLimits } from './api-key-limits.ts'

const refusal = {
  code: 401,
  title: 'Unauthorized',
  message: 'auth.unauthenticated',
  result: false,
  auth_required: true,
}

const denied = [403, 'api.api_key_permission_denied']

const run = ({ service }: Tukar, statement: ReturnType<typeof sql>) =>
  statement.execute(service.ctx.db.read)

test("a request signed with a read key counts as its owner's, on GET and HEAD", async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const key = await makeKey(tukar, trader)
  const me = await callSigned(tukar, key)
  assert.deepEqual([me.status, me.body.data.id], [200, trader.id])
  assert.equal(me.headers.get('cache-control'), 'no-store')
  assert.equal((await callSigned(tukar, key, { method: 'HEAD' })).status, 200)
  const path = '/api/users/transaction-histories?page=1&per_page=5'
  assert.equal((await callSigned(tukar, key, { path })).status, 200)
})

test('every invalid signed request gets one and the same response', async (t) => {
  const tukar = await startTukar(t)
  const key = await makeKey(tukar, await makeTrader(tukar))
  const other = await makeKey(tukar, await makeTrader(tukar))
  const path = '/api/users/transaction-histories?page=1'
  const now = Date.now()
  const sent: Readonly<Record<string, string>>[] = [
    signature({ ...key, secretKey: other.secretKey }, { path }),
    signature({ ...key, apiKey: other.apiKey }, { path }),
    signature({ ...key, apiKey: `${key.apiKey}x` }, { path }),
    signature({ ...key, apiKey: '' }, { path }),
    signature(key, { path, method: 'POST' }),
    signature(key, { path: '/api/users/transaction-histories' }),
    signature(key, { path: '/api/users/transaction-histories?page=2' }),
    signature(key, { path, body: '{}' }),
    signature(key, { path, at: now - 6_000 }),
    signature(key, { path, at: now + 6_000 }),
    signature(key, { path, at: Math.floor(now / 1_000) }),
    ...['', 'NaN', 'Infinity', `0${now}`, `${now}.5`, `+${now}`, '1e12', ' '].map((at) =>
      signature(key, { path, at }),
    ),
    { ...signature(key, { path, at: now }), 'x-api-timestamp': `${now + 1}` },
    ...['', 'x', '0'.repeat(64), 'z'.repeat(64), 'A'.repeat(6_000)].map((wrong) => ({
      ...signature(key, { path }),
      'x-api-signature': wrong,
    })),
    ...Object.keys(signature(key)).map((name) =>
      Object.fromEntries(Object.entries(signature(key, { path })).filter(([own]) => own !== name)),
    ),
  ]
  for (const headers of sent) {
    const answer = await tukar.call('GET', path, { headers })
    assert.equal(answer.status, 401, JSON.stringify(headers).slice(0, 300))
    assert.deepEqual(answer.body, refusal)
  }
  assert.equal((await callSigned(tukar, key, { path })).status, 200)
})

test('in version 2 a signature fixes the end of the path and the start of the body', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const key = await makeKey(tukar, trader, { permissions: ['read', 'trade'] })
  const path = '/api/users/transaction-histories?page=1'
  assert.equal((await callSigned(tukar, key, { path, version: '2' })).status, 200)
  const posted = { method: 'POST', path: '/api/exchange/venue/order', body: '{"a":1}' } as const
  const moved = { ...posted, path: '/api/exchange/venue/order{"a"', body: ':1}' }
  const sentAs = (version: '1' | '2') => {
    const headers = signature(key, { ...moved, version })
    return tukar.call('POST', posted.path, { raw: posted.body, headers })
  }
  assert.deepEqual((await sentAs('2')).body, refusal)
  assert.notEqual((await sentAs('1')).status, 401)
})

test('a signature is valid for its own version, and invalid for an unknown one', async (t) => {
  const tukar = await startTukar(t)
  const key = await makeKey(tukar, await makeTrader(tukar))
  const { 'x-api-signature-version': _, ...unversioned } = signature(key, { version: '2' })
  const versioned = { ...signature(key), 'x-api-signature-version': '2' }
  const unknown = ['', '0', '02', '3', 'v2', '2,2'].map((version) => ({
    ...signature(key, { version: '2' }),
    'x-api-signature-version': version,
  }))
  for (const headers of [unversioned, versioned, ...unknown]) {
    const answer = await tukar.call('GET', '/api/users/me', { headers })
    assert.deepEqual(answer.body, refusal, JSON.stringify(headers))
  }
})

test('a time up to five seconds off is in time, on either side', async (t) => {
  const tukar = await startTukar(t)
  const key = await makeKey(tukar, await makeTrader(tukar))
  for (const offMs of [-2_000, 4_000]) {
    assert.equal((await callSigned(tukar, key, { at: Date.now() + offMs })).status, 200)
  }
})

test('a signature counts once, on any node and in any letter case', async (t) => {
  const tukar = await startTukar(t, { nodes: 2 })
  const key = await makeKey(tukar, await makeTrader(tukar))
  const at = Date.now()
  const urls = tukar.nodes.map(({ url }) => url)
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      callSigned(tukar, key, { at, to: urls[index % 2] ?? '' }),
    ),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  assert.equal(answers.filter(({ status }) => status === 401).length, 9)
  const headers = signature(key, { at })
  const again = { ...headers, 'x-api-signature': headers['x-api-signature']?.toUpperCase() ?? '' }
  assert.deepEqual((await tukar.call('GET', '/api/users/me', { headers: again })).body, refusal)
})

test('used signatures are deleted once their time is invalid, not before', async (t) => {
  const tukar = await startTukar(t)
  const key = await makeKey(tukar, await makeTrader(tukar))
  await callSigned(tukar, key)
  const { db } = tukar.service.ctx
  const kept = async () =>
    (await db.read.selectFrom('api_key_signatures').selectAll().execute()).length
  await deleteExpiredSignatures(db)
  assert.equal(await kept(), 1)
  assert.ok(apiKeyLimits.signatureKeptSeconds * 1_000 > 2 * apiKeyLimits.windowMs)
  await run(tukar, sql`update api_key_signatures set expires_at = now() - interval '1 second'`)
  await deleteExpiredSignatures(db)
  assert.equal(await kept(), 0)
})

test('requests of unknown callers store nothing', async (t) => {
  const tukar = await startTukar(t)
  const key = await makeKey(tukar, await makeTrader(tukar))
  const wrong = { ...key, secretKey: 'guessed' }
  assert.deepEqual((await callSigned(tukar, wrong)).body, refusal)
  const left = await run(tukar, sql`select 1 from api_key_signatures`)
  assert.equal(left.rows.length, 0)
})

test('a request with both a key and a token is refused', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const key = await makeKey(tukar, trader)
  const authorization = `Bearer ${trader.token}`
  const both = await callSigned(tukar, key, { headers: { authorization } })
  assert.deepEqual(both.body, refusal)
  const part = await tukar.call('GET', '/api/users/me', {
    headers: { authorization, 'x-api-key': key.apiKey },
  })
  assert.deepEqual(part.body, refusal)
})

test('no key admits a form with files, since its signature would not cover it', async (t) => {
  const tukar = await startTukar(t)
  const key = await makeKey(tukar, await makeTrader(tukar), { permissions: ['read', 'withdraw'] })
  await keysMayWithdraw(tukar)
  const path = '/api/withdraw/withdraw-coin'
  const { contentType, body } = formOf(textPart('amount', '1'))
  const odd = contentType.replace('multipart/form-data;', 'Multipart/Form-Data ;')
  const raw = new Uint8Array(body)
  for (const type of [contentType, odd]) {
    for (const signed of ['', body.toString()]) {
      const headers = {
        ...signature(key, { method: 'POST', path, body: signed }),
        'content-type': type,
      }
      const answer = await tukar.call('POST', path, { headers, raw })
      assert.deepEqual(answer.body, refusal)
    }
  }
  assert.equal((await callSigned(tukar, key, { method: 'POST', path, body: '{}' })).status, 400)
})

test('a key grants only its own permissions', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const reader = await makeKey(tukar, trader)
  const mover = await makeKey(tukar, trader, { permissions: ['trade', 'withdraw'] })
  assert.deepEqual(messageOf(await callSigned(tukar, mover)), denied)
  for (const key of [reader, mover]) {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const signedRequest = { method, path: '/api/user/api-key', body: '{}' }
      assert.deepEqual(messageOf(await callSigned(tukar, key, signedRequest)), denied)
    }
    const signOut = await callSigned(tukar, key, { method: 'DELETE', path: '/api/auth' })
    assert.deepEqual(messageOf(signOut), denied)
  }
  assert.equal((await tukar.call('GET', '/api/users/me', { token: trader.token })).status, 200)
})

test('endpoints name their permission, and some are closed to keys', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const key = await makeKey(tukar, trader, { permissions: ['read', 'trade'] })
  const { ctx } = tukar.service
  const path = '/api/orders'
  const callerOf = (access: typeof signedInByToken, method: string): Promise<Caller | string> => {
    const headers = signature(key, { method, path })
    const raw = Buffer.alloc(0)
    const request: HttpRequest = { id: '1', method, url: path, ip: '127.0.0.1', headers, raw }
    return Promise.resolve(access.admit(ctx, request)).catch((error: unknown) => {
      assert.ok(isRefusal(error))
      return error.key
    })
  }
  assert.equal(Reflect.get(Object(await callerOf(signedInOrKey('trade'), 'POST')), 'id'), trader.id)
  assert.equal(await callerOf(signedInOrKey('withdraw'), 'POST'), 'api.api_key_permission_denied')
  assert.equal(await callerOf(signedInByToken, 'GET'), 'api.api_key_permission_denied')
  assert.equal(signedInOrKey('withdraw').keyPermission?.('POST'), 'withdraw')
})

test('a key with addresses is valid from those only', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const cases: readonly (readonly [readonly string[], number])[] = [
    [['203.0.113.7'], 401],
    [['203.0.113.0/24', '2001:db8::/32'], 401],
    [['203.0.113.7', '127.0.0.1'], 200],
    [['127.0.0.0/8'], 200],
    [[], 200],
  ]
  for (const [ips, status] of cases) {
    const key = await makeKey(tukar, trader, { ips })
    assert.equal((await callSigned(tukar, key)).status, status, ips.join())
  }
})

test('a suspended owner and one without a verified address get different refusals', async (t) => {
  const tukar = await startTukar(t)
  const key = await makeKey(tukar, await makeTrader(tukar))
  await run(tukar, sql`update users set email_verified_at = null`)
  assert.deepEqual(messageOf(await callSigned(tukar, key)), [403, 'auth.email_not_verified'])
  await run(tukar, sql`update users set suspended_at = now()`)
  assert.deepEqual(messageOf(await callSigned(tukar, key)), [403, 'auth.account_suspended'])
})

test('revoking the keys of a user takes effect at once, and only for that user', async (t) => {
  const tukar = await startTukar(t)
  const [trader, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  const keys = [await makeKey(tukar, trader), await makeKey(tukar, trader)]
  const left = await makeKey(tukar, other)
  await endKeys(tukar, trader.token)
  for (const key of keys) assert.deepEqual((await callSigned(tukar, key)).body, refusal)
  assert.equal((await callSigned(tukar, left)).status, 200)
})

async function endKeys({ service: { ctx } }: Tukar, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const raw = Buffer.alloc(0)
  const caller = await signedInByToken.admit(ctx, {
    id: '1',
    method: 'POST',
    url: '/',
    ip: '127.0.0.1',
    headers,
    raw,
  })
  await ctx.db.inTransaction((tx) => deleteAllApiKeys(tx, caller.id))
}

test('without the database a signed request is refused, never admitted', async (t) => {
  const ctx = httpContext(t)
  const headers = signature({ apiKey: 'xak_1', secretKey: 'x' }, { path: '/' })
  const raw = Buffer.alloc(0)
  const request = { id: '1', method: 'GET', url: '/', ip: '127.0.0.1', headers, raw }
  await assert.rejects(async () => signedInByToken.admit(ctx, request))
})
