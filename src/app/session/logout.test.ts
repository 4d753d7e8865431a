import assert from 'node:assert/strict'
import { test } from 'node:test'
import { send, startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { makeTrader, password, type Trader } from '../../../tests/make/trader.ts'

type Tokens = Readonly<{ xToken: Readonly<{ token: string }>; refreshToken: string }>

async function signIn(tukar: Tukar, { email }: Trader): Promise<Tokens> {
  return (await tukar.call('POST', '/api/auth/login', { body: { email, password } })).body.data
}

const logout = (tukar: Tukar, token: string) => tukar.call('DELETE', '/api/auth', { token })

async function isAlive(url: string, { xToken }: Tokens): Promise<boolean> {
  const answer = await send(url, 'GET', '/api/users/me', { token: xToken.token })
  if (answer.status !== 200) assert.equal(answer.body.message, 'auth.unauthenticated')
  return answer.status === 200
}

const canRefresh = async (tukar: Tukar, { refreshToken }: Tokens): Promise<boolean> =>
  (await tukar.call('POST', '/api/auth/refresh-token', { body: { refreshToken } })).status === 200

test('signing out ends every session of the user at once, on every node', async (t) => {
  const tukar = await startTukar(t, { nodes: 2 })
  const trader = await makeTrader(tukar)
  const other = await makeTrader(tukar)
  const bystander = await signIn(tukar, other)
  const sessions = [await signIn(tukar, trader), await signIn(tukar, trader)]
  for (const { url } of tukar.nodes) {
    for (const one of sessions) assert.equal(await isAlive(url, one), true)
  }
  const answer = await logout(tukar, trader.token)
  assert.equal(answer.status, 200)
  assert.equal(answer.body.message, 'auth.logged_out')
  assert.equal(answer.headers.get('clear-site-data'), '"cache", "storage"')
  for (const { url } of tukar.nodes) {
    for (const one of sessions) assert.equal(await isAlive(url, one), false)
    assert.equal(await isAlive(url, bystander), true)
  }
  for (const one of sessions) assert.equal(await canRefresh(tukar, one), false)
})

test('signing out a second time is refused', async (t) => {
  const tukar = await startTukar(t)
  const { token } = await makeTrader(tukar)
  assert.equal((await logout(tukar, token)).status, 200)
  const again = await logout(tukar, token)
  assert.deepEqual(messageOf(again), [401, 'auth.unauthenticated'])
  assert.equal(again.body.auth_required, true)
  assert.equal(again.headers.get('clear-site-data'), null)
})

test('a new sign-in works after signing out', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  await logout(tukar, trader.token)
  const again = await signIn(tukar, trader)
  assert.equal(await isAlive(tukar.url, again), true)
  assert.equal(await canRefresh(tukar, again), true)
})

test('a refresh that races signing out leaves no token alive', async (t) => {
  const tukar = await startTukar(t)
  for (let round = 0; round < 4; round += 1) {
    const trader = await makeTrader(tukar)
    const sessions = [await signIn(tukar, trader), await signIn(tukar, trader)]
    const [ended, ...refreshed] = await Promise.all([
      logout(tukar, trader.token),
      ...sessions.map(({ refreshToken }) =>
        tukar.call('POST', '/api/auth/refresh-token', { body: { refreshToken } }),
      ),
    ])
    assert.equal(ended.status, 200)
    for (const { status, body } of refreshed) {
      assert.ok(status === 200 || body.message === 'api.invalid_token')
      if (status === 200) assert.equal(await isAlive(tukar.url, body.data), false)
    }
  }
})
