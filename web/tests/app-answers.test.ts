import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../../packages/client/src/client.ts'
import './client-source.ts'

const { hasNoLock } = await import('../app/lock/has-no-lock.ts')

const profile = (pin_lock: boolean) => ({ data: { pin: { pin_lock } }, error: null })

test('a lock leaves the app open to a user whose address is not confirmed yet', () => {
  const refusal = (key: string) => new Refusal(key, new Response(null, { status: 403 }))
  const unread = (key: string) => hasNoLock({ data: undefined, error: refusal(key) })
  assert.equal(unread('auth.email_not_verified'), true)
  assert.equal(unread('api.service_unavailable'), false)
  assert.equal(hasNoLock({ data: undefined, error: null }), false)
  assert.deepEqual([hasNoLock(profile(true)), hasNoLock(profile(false))], [false, true])
})
