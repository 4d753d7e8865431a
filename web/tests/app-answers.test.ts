import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTukar, Refusal } from '../../packages/client/src/client.ts'
import { ok, responder, url } from '../../packages/client/tests/responder.ts'
import './client-source.ts'

const { readDeposits } = await import('../app/deposit/read-deposits.ts')
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

test('deposits are shown, however many withdrawals came after them', async () => {
  const { fetch } = responder(({ operation }) => {
    const direction = new URL(operation.replace(/^GET /, url)).searchParams.get('direction')
    const all = Array.from({ length: 30 }, (_, n) => ({ type: n < 20 ? 'WITHDRAWAL' : 'DEPOSIT' }))
    const data = all.filter(({ type }) => direction === null || type === direction)
    return ok({ data: data.slice(0, 20), nextPage: null })
  })
  const { data } = await readDeposits(createTukar({ url, fetch }), 'IDR')
  assert.equal(data.filter(({ type }) => `${type}` === 'DEPOSIT').length, 10)
  assert.equal(data.length, 10)
})
