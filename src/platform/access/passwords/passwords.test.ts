import assert from 'node:assert/strict'
import { availableParallelism } from 'node:os'
import { test } from 'node:test'
import { hash as hashBcrypt } from 'bcrypt'
import { restoreHashCost } from '../../../../tests/make/hash-cost.ts'
import { isRefusal } from '../../../base/refusal.ts'
import { systemRandom } from '../../../base/secrets/crypto.ts'
import { passwordLimits } from './password-limits.ts'
import { hashPassword, noPasswordHash, verifyPassword } from './passwords.ts'

const password = 'Correct-Horse-9'
const hashed = (text: string) => hashPassword(systemRandom, text)
const current = { matches: true, outdated: false }
const no = { matches: false, outdated: false }

test('a password is stored as Argon2id with 19 MiB and two passes, salted each time', async (t) => {
  restoreHashCost(t)
  const [first, second] = [await hashed(password), await hashed(password)]
  const form = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/
  assert.match(first, form)
  assert.match(second, form)
  assert.notEqual(first, second)
  assert.deepEqual(await verifyPassword(first, password), current)
  assert.deepEqual(await verifyPassword(second, password), current)
})

test('a hash made elsewhere by the reference implementation verifies', async () => {
  // The password "password" with the salt "somesalt", from the reference implementation.
  const known =
    '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  assert.deepEqual(await verifyPassword(known, 'password'), { matches: true, outdated: true })
  assert.equal((await verifyPassword(known, 'Password')).matches, false)
})

test('every character of a password counts, without truncation', async () => {
  const long = `${'a'.repeat(127)}b`
  const stored = await hashed(long)
  assert.deepEqual(await verifyPassword(stored, long), current)
  for (const other of [long.slice(0, -1), `${long}b`, ` ${long}`, long.toUpperCase(), '']) {
    assert.deepEqual(await verifyPassword(stored, other), no)
  }
})

test('characters that look the same are one password', async () => {
  const stored = await hashed('Ångström-ﬁ-９')
  for (const typed of ['Ångström-ﬁ-９'.normalize('NFD'), 'Ångström-fi-9']) {
    assert.deepEqual(await verifyPassword(stored, typed), current)
  }
})

test('an unknown user matches no password, and that takes a hash', async () => {
  for (const typed of ['', password, '\0'.repeat(32)]) {
    assert.deepEqual(await verifyPassword(noPasswordHash(), typed), no)
  }
  const cost = (stored: string) => stored.split('$').slice(0, 4).join('$')
  assert.equal(cost(noPasswordHash()), cost(await hashed(password)))
})

test('hashes of bcrypt verify under each of their names and are to be rehashed', async () => {
  const stored = await hashBcrypt(password, 4)
  for (const name of ['$2a$', '$2b$', '$2y$']) {
    const named = stored.replace('$2b$', name)
    assert.deepEqual(await verifyPassword(named, password), { matches: true, outdated: true })
    assert.equal((await verifyPassword(named, `${password}x`)).matches, false)
  }
})

test('a password that bcrypt truncates signs in and is not rehashed', async () => {
  const long = 'Aa1-'.repeat(20)
  const stored = await hashBcrypt(long, 4)
  const mistyped = `${long.slice(0, -1)}x`
  assert.deepEqual(await verifyPassword(stored, long), { matches: true, outdated: false })
  assert.deepEqual(await verifyPassword(stored, mistyped), { matches: true, outdated: false })
})

test('a stored hash of an unknown kind is an internal error, not a wrong password', async () => {
  for (const stored of ['', password, '$1$abc$def', '$argon2i$v=19$m=8,t=1,p=1$AAAA$AAAA']) {
    await assert.rejects(verifyPassword(stored, password), /has an unknown format/)
  }
})

test('hashes leave a core free; thirty-two wait, and the rest gets a retry time', async (t) => {
  restoreHashCost(t)
  const made = await Promise.allSettled(Array.from({ length: 40 }, () => hashed(password)))
  const refused = made.filter((one) => one.status === 'rejected')
  const spare = Math.max(1, availableParallelism() - 1)
  const atOnce = Math.min(passwordLimits.hashesAtOnce, spare)
  assert.equal(refused.length, 40 - 32 - atOnce)
  for (const { reason } of refused) {
    assert.ok(isRefusal(reason))
    assert.equal(reason.key, 'api.too_many_requests')
    assert.equal(reason.details.retryAfterSeconds, 1)
  }
  assert.match(await hashed(password), /^\$argon2id\$/)
})

test('hashing passwords does not block other work', async (t) => {
  restoreHashCost(t)
  const hashing = Promise.all(Array.from({ length: 6 }, () => hashed(password)))
  let turns = 0
  let done = false
  const counted = hashing.then(() => {
    done = true
  })
  while (!done) {
    turns += 1
    await new Promise((resolve) => setImmediate(resolve))
  }
  await counted
  assert.ok(turns > 10, `${turns} turns of the event loop`)
})
