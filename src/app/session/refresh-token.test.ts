import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type Answer, send, startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { allSent, mailsArrived, mailsTo } from '../../../tests/make/mails.ts'
import { startProxiedNode } from '../../../tests/make/proxied-node.ts'
import { makeTrader, password } from '../../../tests/make/trader.ts'

const refresh = (tukar: Tukar, refreshToken: unknown) =>
  tukar.call('POST', '/api/auth/refresh-token', { body: { refreshToken } })

const me = async (tukar: Tukar, token: string) =>
  (await tukar.call('GET', '/api/users/me', { token })).status

const invalid = [401, 'api.invalid_token']

/** Ages every session beyond the grace period in which a repeated refresh is accepted. */
const passGrace = ({ service }: Tukar) =>
  sql`update session_families set refreshed_at = now() - interval '10.1 seconds'`.execute(
    service.ctx.db.read,
  )

test('a refresh returns new tokens that work', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const answer = await refresh(tukar, trader.refreshToken)
  assert.deepEqual(messageOf(answer), [200, 'auth.token_refreshed'])
  const { xToken, refreshToken } = answer.body.data
  assert.notEqual(xToken.token, trader.token)
  assert.notEqual(refreshToken, trader.refreshToken)
  assert.ok(Date.parse(xToken.expiresAt) > Date.now())
  assert.equal(await me(tukar, xToken.token), 200)
  assert.equal((await refresh(tukar, refreshToken)).status, 200)
})

test('a spent token sent again soon gets the same successor, on any node', async (t) => {
  const tukar = await startTukar(t, { nodes: 2 })
  const trader = await makeTrader(tukar)
  const first = await refresh(tukar, trader.refreshToken)
  const other = tukar.nodes[1]?.url ?? ''
  const body = { refreshToken: trader.refreshToken }
  const again = await send(other, 'POST', '/api/auth/refresh-token', { body })
  assert.equal(again.status, 200)
  assert.equal(again.body.data.refreshToken, first.body.data.refreshToken)
  for (const answer of [first, again]) {
    assert.equal(await me(tukar, answer.body.data.xToken.token), 200)
  }
})

test('one token sent fifty times at once has one successor, and the session lives', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const url = await startProxiedNode(t, tukar)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      send(url, 'POST', '/api/auth/refresh-token', {
        body: { refreshToken: trader.refreshToken },
        headers: { 'x-forwarded-for': `203.0.113.${index}` },
      }),
    ),
  )
  for (const answer of answers) assert.equal(answer.status, 200, answer.text)
  const successors = new Set(answers.map(({ body }) => body.data.refreshToken))
  assert.equal(successors.size, 1)
  const [successor] = successors
  assert.equal((await refresh(tukar, successor)).status, 200)
  await allSent(tukar)
  const mails = await mailsTo(tukar, trader.email)
  assert.ok(!mails.some(({ subject }) => subject === 'You were signed out of a device'))
})

test('a spent token sent later ends its session, and only that one, with a mail', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const body = { email: trader.email, password }
  const elsewhere = (await tukar.call('POST', '/api/auth/login', { body })).body.data
  const successor = (await refresh(tukar, trader.refreshToken)).body.data
  await passGrace(tukar)
  assert.deepEqual(messageOf(await refresh(tukar, trader.refreshToken)), invalid)
  assert.equal(await me(tukar, trader.token), 401)
  assert.equal(await me(tukar, successor.xToken.token), 401)
  assert.deepEqual(messageOf(await refresh(tukar, successor.refreshToken)), invalid)
  assert.equal(await me(tukar, elsewhere.xToken.token), 200)
  assert.equal((await refresh(tukar, elsewhere.refreshToken)).status, 200)
  const [mail] = await mailsArrived(tukar, trader.email, 1)
  assert.equal(mail?.subject, 'You were signed out of a device')
})

test('a session is ended once, however often its spent tokens come back', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const { refreshToken } = (await refresh(tukar, trader.refreshToken)).body.data
  await refresh(tukar, refreshToken)
  await passGrace(tukar)
  const answers = await Promise.all(
    [trader.refreshToken, refreshToken, trader.refreshToken, refreshToken].map((token) =>
      refresh(tukar, token),
    ),
  )
  for (const answer of answers) assert.deepEqual(messageOf(answer), invalid)
  await allSent(tukar)
  const mails = await mailsTo(tukar, trader.email)
  assert.equal(mails.length, 1, mails.map(({ subject }) => subject).join())
})

test('a token two generations old ends its session immediately', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const second = (await refresh(tukar, trader.refreshToken)).body.data
  const third = (await refresh(tukar, second.refreshToken)).body.data
  assert.deepEqual(messageOf(await refresh(tukar, trader.refreshToken)), invalid)
  assert.equal(await me(tukar, third.xToken.token), 401)
})

test('the newest token works until its expiry, and not after it', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  await passGrace(tukar)
  const next = (await refresh(tukar, trader.refreshToken)).body.data
  await sql`update refresh_tokens set expires_at = now()`.execute(tukar.service.ctx.db.read)
  assert.deepEqual(messageOf(await refresh(tukar, next.refreshToken)), invalid)
})

test('a session ends thirty days after its login, refreshed or not', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  await refresh(tukar, trader.refreshToken)
  const found = await sql<{ days: string; ends: number }>`
    select min(round(extract(epoch from expires_at - now()) / 86400))::text as days,
           count(distinct expires_at) as ends from refresh_tokens`.execute(
    tukar.service.ctx.db.read,
  )
  assert.deepEqual(found.rows, [{ days: '30', ends: 1 }])
})

test('a malformed refresh token is refused and ends nothing', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const garbage = [
    trader.token,
    trader.refreshToken.slice(0, -1),
    `${trader.refreshToken}A`,
    trader.refreshToken.toUpperCase(),
    trader.refreshToken.replace('xrt_', 'xat_'),
    'eyJhbGciOiJub25lIn0.e30.',
    "' or 1=1 --",
  ]
  for (const sent of garbage) assert.deepEqual(messageOf(await refresh(tukar, sent)), invalid, sent)
  assert.equal((await refresh(tukar, trader.refreshToken)).status, 200)
})

test('a missing, wrong or overlong field is refused with its sentence', async (t) => {
  const tukar = await startTukar(t)
  const cases: readonly (readonly [unknown, string])[] = [
    [undefined, 'The refresh token field is required.'],
    ['', 'The refresh token field is required.'],
    [['xrt_'], 'The refresh token field must be a string.'],
    ['x'.repeat(201), 'The refresh token field must not be greater than 200 characters.'],
  ]
  for (const [sent, sentence] of cases) {
    assert.deepEqual(messageOf(await refresh(tukar, sent)), [400, sentence])
  }
})

test('an address may refresh thirty times a minute, and sees its quota', async (t) => {
  const tukar = await startTukar(t)
  const answers: Answer[] = []
  for (let time = 0; time < 31; time += 1) answers.push(await refresh(tukar, 'xrt_unknown'))
  for (const answer of answers.slice(0, 30)) assert.deepEqual(messageOf(answer), invalid)
  const last = answers.at(-1)
  assert.equal(last?.status, 429)
  assert.equal(last?.body.message, 'api.too_many_requests')
  const wait = Number(last?.headers.get('retry-after'))
  assert.ok(wait > 0 && wait <= 60, `${wait}`)
  assert.equal(last?.headers.get('ratelimit-policy'), '"refreshes";q=30;w=60')
  assert.match(last?.headers.get('ratelimit') ?? '', /^"refreshes";r=0;t=\d+$/)
})
