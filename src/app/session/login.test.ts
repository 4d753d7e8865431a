import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hash } from 'bcrypt'
import { sql } from 'kysely'
import { type Answer, send, startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { restoreHashCost } from '../../../tests/make/hash-cost.ts'
import { startProxiedNode } from '../../../tests/make/proxied-node.ts'
import { makeTrader, password } from '../../../tests/make/trader.ts'

const login = (tukar: Tukar, email: string, typed: unknown = password) =>
  tukar.call('POST', '/api/auth/login', { body: { email, password: typed } })

const failed = [401, 'auth.failed']
const throttled = [429, 'auth.throttle']

const times = <Made>(count: number, make: (index: number) => Promise<Made>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)))

async function storedHash({ service }: Tukar, email: string): Promise<string> {
  const found = await sql<{ hash: string }>`
    select password_hash as hash from users where email = ${email}`.execute(service.ctx.db.read)
  return found.rows[0]?.hash ?? ''
}

const storeHash = ({ service }: Tukar, email: string, stored: string) =>
  sql`update users set password_hash = ${stored} where email = ${email}`.execute(
    service.ctx.db.read,
  )

test('signing in returns an access token for 15 minutes and a refresh token', async (t) => {
  const tukar = await startTukar(t)
  const { email } = await makeTrader(tukar)
  const beforeMs = Date.now()
  const answer = await login(tukar, email)
  assert.deepEqual(messageOf(answer), [200, 'auth.logged_in'])
  const { xToken, refreshToken } = answer.body.data
  assert.deepEqual(Object.keys(answer.body.data), ['xToken', 'refreshToken'])
  assert.match(xToken.token, /^xat_[\w-]{43}$/)
  assert.match(refreshToken, /^xrt_[\w-]{43}$/)
  assert.match(xToken.expiresAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  const livesMs = Date.parse(xToken.expiresAt) - beforeMs
  assert.ok(livesMs > 890_000 && livesMs < 910_000, `${livesMs}`)
  assert.equal(answer.headers.get('cache-control'), 'no-store')
})

test('only digests of tokens are stored', async (t) => {
  const tukar = await startTukar(t)
  const { token, refreshToken } = await makeTrader(tukar)
  const stored = await sql<{ row: string }>`
    select to_jsonb(a)::text as row from access_tokens a
    union all select to_jsonb(r)::text from refresh_tokens r
    union all select to_jsonb(f)::text from session_families f`.execute(tukar.service.ctx.db.read)
  assert.ok(stored.rows.length >= 3)
  for (const secret of [token, refreshToken].map((one) => one.slice(4))) {
    const forms = [secret, Buffer.from(secret, 'base64url').toString('hex')]
    for (const { row } of stored.rows) assert.ok(!forms.some((form) => row.includes(form)), row)
  }
})

test('the address is case-insensitive, the password is not', async (t) => {
  const tukar = await startTukar(t)
  const { email } = await makeTrader(tukar, 'mixed@tukar.test')
  assert.equal((await login(tukar, ` MiXeD@TUKAR.test `)).status, 200)
  assert.deepEqual(messageOf(await login(tukar, email, password.toUpperCase())), failed)
  assert.deepEqual(messageOf(await login(tukar, email, ` ${password}`)), failed)
})

test('a password with differently composed accents is the same', async (t) => {
  const tukar = await startTukar(t)
  const typed = 'Crème-Brûlée-9'
  const email = 'accents@tukar.test'
  const form = typed.normalize('NFC')
  const body = { email, password: form, password_confirmation: form }
  assert.equal((await tukar.call('POST', '/api/auth/register', { body })).status, 200)
  assert.equal((await login(tukar, email, typed.normalize('NFD'))).status, 200)
  assert.equal((await login(tukar, email, typed.normalize('NFC'))).status, 200)
  assert.deepEqual(messageOf(await login(tukar, email, 'Creme-Brulee-9')), failed)
})

test('a wrong password and an unknown address get the very same response', async (t) => {
  const tukar = await startTukar(t)
  const { email } = await makeTrader(tukar)
  const wrong = await login(tukar, email, 'Wrong-Horse-9')
  const unknownUser = await login(tukar, 'nobody@tukar.test')
  assert.deepEqual(messageOf(wrong), failed)
  assert.equal(unknownUser.text, wrong.text)
  assert.equal(unknownUser.status, wrong.status)
  const namesOf = ({ headers }: Answer) => [...headers.keys()].toSorted()
  assert.deepEqual(namesOf(unknownUser), namesOf(wrong))
})

test('a bad field is refused with its sentence', async (t) => {
  const tukar = await startTukar(t)
  const cases: readonly (readonly [unknown, unknown, string])[] = [
    [undefined, password, 'The email field is required.'],
    ['nobody', password, 'The email field must be a valid email address.'],
    ['a@b.test', '', 'The password field is required.'],
    ['a@b.test', null, 'The password field is required.'],
    ['a@b.test', { $ne: '' }, 'The password field must be a string.'],
    ['a@b.test', 'x'.repeat(129), 'The password field must not be greater than 128 characters.'],
  ]
  for (const [email, typed, sentence] of cases) {
    const body = { email, password: typed }
    assert.deepEqual(messageOf(await tukar.call('POST', '/api/auth/login', { body })), [
      400,
      sentence,
    ])
  }
})

test('after five failures even the right password waits for Retry-After', async (t) => {
  const tukar = await startTukar(t)
  const { email } = await makeTrader(tukar)
  const other = await makeTrader(tukar)
  for (let time = 0; time < 5; time += 1) {
    assert.deepEqual(messageOf(await login(tukar, email, `Wrong-${time}`)), failed)
  }
  const sixth = await login(tukar, email)
  assert.deepEqual(messageOf(sixth), throttled)
  const wait = Number(sixth.headers.get('retry-after'))
  assert.ok(wait > 280 && wait <= 300, `${wait}`)
  assert.equal((await login(tukar, other.email)).status, 200)
})

test('an unknown address is throttled like a known one', async (t) => {
  const tukar = await startTukar(t)
  const answers: Answer[] = []
  for (let time = 0; time < 6; time += 1) answers.push(await login(tukar, 'nobody@tukar.test'))
  for (const answer of answers.slice(0, 5)) assert.deepEqual(messageOf(answer), failed)
  assert.deepEqual(answers.slice(5).map(messageOf), [throttled])
})

test('failures are counted for each IPv4 address and each IPv6 network', async (t) => {
  const tukar = await startTukar(t)
  const { email } = await makeTrader(tukar)
  const url = await startProxiedNode(t, tukar)
  const from = (ip: string, typed: string) =>
    send(url, 'POST', '/api/auth/login', {
      body: { email, password: typed },
      headers: { 'x-forwarded-for': ip },
    })
  for (let time = 0; time < 5; time += 1) {
    assert.deepEqual(messageOf(await from(`2001:db8:0:1::${time}`, 'Wrong-Horse-9')), failed)
  }
  assert.deepEqual(messageOf(await from('2001:db8:0:1:ffff::9', password)), throttled)
  assert.equal((await from('2001:db8:0:2::1', password)).status, 200)
  assert.equal((await from('203.0.113.9', password)).status, 200)
})

test('a hundred wrong passwords block a network, and right ones are not counted', async (t) => {
  const tukar = await startTukar(t)
  const { email } = await makeTrader(tukar)
  const url = await startProxiedNode(t, tukar)
  const from = (ip: string, typed: string, address = email) =>
    send(url, 'POST', '/api/auth/login', {
      body: { email: address, password: typed },
      headers: { 'x-forwarded-for': ip },
    })
  const guess = (index: number) => from('203.0.113.9', 'Wrong-Horse-9', `g${index}@tukar.test`)
  for (let tried = 0; tried < 100; tried += 10) {
    assert.equal((await from('203.0.113.9', password)).status, 200)
    for (const answer of await times(10, (index) => guess(tried + index))) {
      assert.deepEqual(messageOf(answer), failed)
    }
  }
  assert.deepEqual(messageOf(await guess(100)), throttled)
  assert.deepEqual(messageOf(await from('203.0.113.9', password)), throttled)
  assert.equal((await from('203.0.113.10', password)).status, 200)
})

test('another address in a header does not escape the throttle', async (t) => {
  const tukar = await startTukar(t)
  const { email } = await makeTrader(tukar)
  const answers: Answer[] = []
  for (let time = 0; time < 7; time += 1) {
    const headers = { 'x-forwarded-for': `203.0.113.${time}`, 'x-real-ip': `203.0.113.${time}` }
    const body = { email, password: 'Wrong-Horse-9' }
    answers.push(await tukar.call('POST', '/api/auth/login', { body, headers }))
  }
  assert.deepEqual(
    answers.map(({ status }) => status),
    [401, 401, 401, 401, 401, 429, 429],
  )
})

test('five of fifty concurrent guesses on two nodes are compared', async (t) => {
  const tukar = await startTukar(t, { nodes: 2 })
  const { email } = await makeTrader(tukar)
  // All fifty are wrong, since a success resets the count.
  const answers = await times(50, (index) =>
    send(tukar.nodes[index % 2]?.url ?? '', 'POST', '/api/auth/login', {
      body: { email, password: `Wrong-Horse-${index}` },
    }),
  )
  assert.equal(answers.filter(({ status }) => status === 401).length, 5)
  assert.equal(answers.filter(({ status }) => status === 429).length, 45)
})

test('a success resets the count of failures', async (t) => {
  const tukar = await startTukar(t)
  const { email } = await makeTrader(tukar)
  for (let round = 0; round < 2; round += 1) {
    for (let time = 0; time < 4; time += 1) {
      assert.deepEqual(messageOf(await login(tukar, email, 'Wrong-Horse-9')), failed)
    }
    assert.equal((await login(tukar, email)).status, 200)
  }
})

test('a migrated user signs in with a $2y$ hash, which becomes Argon2id', async (t) => {
  const tukar = await startTukar(t)
  const { email } = await makeTrader(tukar)
  await storeHash(tukar, email, (await hash(password, 5)).replace('$2b$', '$2y$'))
  assert.deepEqual(messageOf(await login(tukar, email, 'Wrong-Horse-9')), failed)
  assert.match(await storedHash(tukar, email), /^\$2y\$/)
  assert.equal((await login(tukar, email)).status, 200)
  assert.match(await storedHash(tukar, email), /^\$argon2id\$/)
  assert.equal((await login(tukar, email)).status, 200)
  assert.deepEqual(messageOf(await login(tukar, email, 'Wrong-Horse-9')), failed)
})

test('a suspension is revealed only with the right password', async (t) => {
  const tukar = await startTukar(t)
  const { email } = await makeTrader(tukar)
  await sql`update users set suspended_at = now() where email = ${email}`.execute(
    tukar.service.ctx.db.read,
  )
  assert.deepEqual(messageOf(await login(tukar, email, 'Wrong-Horse-9')), failed)
  const right = await login(tukar, email)
  assert.deepEqual(messageOf(right), [403, 'auth.account_suspended'])
  assert.equal('data' in right.body, false)
})

test('sign-ins beyond the hashing capacity get a retry time, unknown users too', async (t) => {
  restoreHashCost(t)
  const tukar = await startTukar(t)
  const { email } = await makeTrader(tukar)
  const answers = await times(150, (index) => login(tukar, `nobody-${index}@tukar.test`))
  const counted = Map.groupBy(answers, ({ status }) => status)
  assert.deepEqual([...counted.keys()].toSorted(), [401, 429])
  // If an unknown address skipped the hash, fewer requests would be refused.
  for (const refused of counted.get(429) ?? []) {
    assert.equal(refused.body.message, 'api.too_many_requests')
    assert.equal(refused.headers.get('retry-after'), '1')
  }
  assert.ok((counted.get(401) ?? []).length >= 33)
  assert.equal((await login(tukar, email)).status, 200)
})
