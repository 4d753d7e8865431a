import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startTukar } from '../../../tests/harness.ts'
import { makeTrader, password } from '../../../tests/make/trader.ts'

test('the profile of a new user is returned whole and alone', async (t) => {
  const tukar = await startTukar(t)
  const { token, email, id } = await makeTrader(tukar, 'me@tukar.test')
  const answer = await tukar.call('GET', '/api/users/me', { token })
  assert.equal(answer.status, 200)
  const { createdAt, ...profile } = answer.body.data
  assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.deepEqual(profile, {
    id,
    email,
    emailVerified: true,
    phone: null,
    language: 'en',
    currency: 'IDR',
    bind2FA: false,
    provisional2FAUntil: null,
    identityStatus: 'none',
    passwordLeaked: false,
    pin: { status_pin: false, pin_lock: false, biometrics_lock: false },
  })
  const { data, ...envelope } = answer.body
  assert.deepEqual(envelope, {
    code: 200,
    title: 'OK',
    message: 'api.profile_retrieved',
    result: true,
  })
  assert.equal(answer.headers.get('cache-control'), 'no-store')
})

test('the profile shows every state as stored, and no secret', async (t) => {
  const tukar = await startTukar(t)
  const { token, id } = await makeTrader(tukar)
  const db = tukar.service.ctx.db.read
  await sql`
    update users set phone = '+6281200000001', bind_2fa = true, identity_status = 'success'
    where id = ${id}`.execute(db)
  await sql`
    insert into pins (id_user, pin_hash, pin_lock, biometrics_lock)
    values (${id}, 'a-hash-of-a-pin', 1, 1)`.execute(db)
  const stored = await sql<{ hash: string }>`
    select password_hash as hash from users where id = ${id}`.execute(db)
  const answer = await tukar.call('GET', '/api/users/me', { token })
  const { phone, bind2FA, identityStatus, pin } = answer.body.data
  assert.deepEqual([phone, bind2FA, identityStatus], ['+6281200000001', true, 'success'])
  assert.deepEqual(pin, { status_pin: true, pin_lock: true, biometrics_lock: true })
  const secrets = [stored.rows[0]?.hash ?? 'missing', password, token, 'a-hash-of-a-pin', 'argon2']
  for (const secret of secrets) assert.ok(!answer.text.includes(secret))
})

test('a user never sees the profile of another', async (t) => {
  const tukar = await startTukar(t)
  const [one, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  const answers = await Promise.all(
    [one, other, one, other].map(({ token }) => tukar.call('GET', '/api/users/me', { token })),
  )
  assert.deepEqual(
    answers.map(({ body }) => body.data.email),
    [one.email, other.email, one.email, other.email],
  )
  const path = `/api/users/me?id=${other.id}&userId=${other.id}`
  const swayed = await tukar.call('GET', path, { token: one.token })
  assert.equal(swayed.body.data.email, one.email)
})
