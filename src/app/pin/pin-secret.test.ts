import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { httpContext } from '../../../tests/make/http-context.ts'
import { userId } from '../../base/values/ids.ts'
import { verifyPassword } from '../../platform/access/passwords/passwords.ts'
import { hashPin, verifyPin } from './pin-secret.ts'

const [one, other] = [userId(1), userId(11)]

test('a PIN matches for its own user only', async (t) => {
  const ctx = httpContext(t)
  const stored = await hashPin(ctx, one, '112345')
  assert.match(stored, /^\$argon2id\$/)
  assert.deepEqual(await verifyPin(ctx, one, '112345', stored), { matches: true, outdated: false })
  assert.equal((await verifyPin(ctx, one, '112346', stored)).matches, false)
  assert.equal((await verifyPin(ctx, other, '112345', stored)).matches, false)
})

test('a thief of the stored hashes without the key cannot try PINs', async (t) => {
  const [ctx, thief] = [httpContext(t), httpContext(t, { config: { lookupKey: randomBytes(32) } })]
  const stored = await hashPin(ctx, one, '112345')
  assert.equal((await verifyPin(thief, one, '112345', stored)).matches, false)
  for (const tried of ['112345', '1:112345', '1112345']) {
    assert.equal((await verifyPassword(stored, tried)).matches, false)
  }
})
