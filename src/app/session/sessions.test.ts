import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type Answer, startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { callSigned, makeKey } from '../../../tests/make/api-key.ts'
import { keyGiven, signInOn } from '../../../tests/make/device.ts'
import { expectOk, makeTrader } from '../../../tests/make/trader.ts'

const path = '/api/user/sessions'
const list = async (tukar: Tukar, token: string) => {
  const answer = await tukar.call('GET', path, { token })
  assert.deepEqual(messageOf(answer), [200, 'auth.sessions_retrieved'])
  return answer.body.data
}
const tokenOf = (answer: Answer): string => answer.body.data.xToken.token
const me = async (tukar: Tukar, token: string) =>
  (await tukar.call('GET', '/api/users/me', { token })).status

test('a user sees each live session: its device, its address, and the current one', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const otherUser = await makeTrader(tukar)
  const tablet = await signInOn(tukar, trader.email, { agent: 'Tukar/3.1 (Tablet)' })
  await signInOn(tukar, otherUser.email)
  const seen = await list(tukar, trader.token)
  assert.equal(seen.length, 2)
  const [own, other] = seen
  assert.deepEqual([own.current, other.current], [true, false])
  assert.deepEqual([other.device, other.ip], ['Tukar 3.1 (Tablet)', '127.0.0.1'])
  assert.ok(Date.parse(other.createdAt) <= Date.parse(other.lastUsedAt))
  expectOk(await tukar.call('DELETE', '/api/auth', { token: tokenOf(tablet) }))
  const again = await signInOn(tukar, trader.email)
  assert.equal((await list(tukar, tokenOf(again))).length, 1, 'what has ended is not listed')
})

test('ending one session ends its tokens, and its device is new again', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const other = await signInOn(tukar, trader.email)
  const [, { id }] = await list(tukar, trader.token)
  const end = () => tukar.call('DELETE', `${path}/${id}`, { token: trader.token })
  assert.deepEqual(messageOf(await end()), [200, 'auth.session_ended'])
  assert.equal(await me(tukar, tokenOf(other)), 401)
  const { refreshToken } = other.body.data
  const refreshed = await tukar.call('POST', '/api/auth/refresh-token', { body: { refreshToken } })
  assert.deepEqual(messageOf(refreshed), [401, 'api.invalid_token'])
  assert.equal(await me(tukar, trader.token), 200)
  assert.deepEqual(messageOf(await end()), [404, 'auth.session_not_found'])
  const deviceKey = keyGiven(other)
  assert.notEqual(keyGiven(await signInOn(tukar, trader.email, { deviceKey })), deviceKey)
})

test('a user cannot end the session of another', async (t) => {
  const tukar = await startTukar(t)
  const [trader, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  const [{ id }] = await list(tukar, other.token)
  for (const tried of [id, 999_999_999, 'x', '0', '-1']) {
    const answer = await tukar.call('DELETE', `${path}/${tried}`, { token: trader.token })
    assert.ok([400, 404].includes(answer.status), answer.text)
  }
  assert.equal(await me(tukar, other.token), 200)
})

test('ending all others leaves the calling session and its device', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const mine = await signInOn(tukar, trader.email)
  const others = [await signInOn(tukar, trader.email), await signInOn(tukar, trader.email)]
  const answer = await tukar.call('DELETE', path, { token: tokenOf(mine) })
  assert.deepEqual(messageOf(answer), [200, 'auth.other_sessions_ended'])
  assert.equal(await me(tukar, tokenOf(mine)), 200)
  for (const token of [trader.token, ...others.map(tokenOf)]) {
    assert.equal(await me(tukar, token), 401)
  }
  const deviceKey = keyGiven(mine)
  assert.equal(keyGiven(await signInOn(tukar, trader.email, { deviceKey })), deviceKey)
  for (const other of others) {
    const brought = keyGiven(other)
    assert.notEqual(keyGiven(await signInOn(tukar, trader.email, { deviceKey: brought })), brought)
  }
})

test('an API key sees and ends no session', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const key = await makeKey(tukar, trader, { permissions: ['read', 'trade', 'withdraw'] })
  const denied = [403, 'api.api_key_permission_denied']
  assert.deepEqual(messageOf(await callSigned(tukar, key, { path })), denied)
  assert.deepEqual(messageOf(await callSigned(tukar, key, { path, method: 'DELETE' })), denied)
  assert.equal(await me(tukar, trader.token), 200)
})

test('a session from before devices were recorded is listed and can be ended', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  await sql`
    insert into session_families (user_id, seed, expires_at)
    values (${trader.id}, '\\x00', now() + interval '1 hour')`.execute(tukar.service.ctx.db.read)
  const [, old] = await list(tukar, trader.token)
  assert.deepEqual([old.device, old.ip], [null, null])
  const ended = await tukar.call('DELETE', `${path}/${old.id}`, { token: trader.token })
  assert.deepEqual(messageOf(ended), [200, 'auth.session_ended'])
})

test('a forged link to end a session ends none', async (t) => {
  const tukar = await startTukar(t)
  for (const session of ['x', '1', 'A'.repeat(60)]) {
    const answer = await tukar.call('POST', `/api/auth/end-session/${session}`)
    assert.deepEqual(messageOf(answer), [401, 'api.invalid_token'])
  }
})
