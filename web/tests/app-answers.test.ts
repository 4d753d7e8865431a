import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createTukar, Refusal } from '../../packages/client/src/client.ts'
import { ok, responder, url } from '../../packages/client/tests/responder.ts'
import { passwordLimits } from '../../src/platform/access/passwords/password-limits.ts'
import './client-source.ts'

const { readDeposits } = await import('../app/deposit/read-deposits.ts')
const { endOf } = await import('../app/history/order-end.ts')
const { hasNoLock } = await import('../app/lock/has-no-lock.ts')
const { itemsOf } = await import('../app/money/move-items.ts')
const { internationalOf } = await import('../app/security/international.ts')
const { sessionTexts } = await import('../app/texts/session.ts')
const { writtenDay } = await import('../ui/jakarta-time.ts')

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

const move = (id: string, orderNo: string | null, amount: string) => {
  const kept = { symbol: 'BTC', account: 'available', balanceAfter: '1', action: 'TRADE' } as const
  return { id, orderNo, amount, ...kept, createdAt: '2026-03-31T00:00:00.000Z' }
}

test('an order is one item with all its moves, or is shown move by move', () => {
  const data = [
    ...[move('9', 'a', '-0.1'), move('8', 'a', '1'), move('7', null, '2')],
    ...[move('6', 'b', '-0.1'), move('5', 'b', '1'), move('4', 'c', '-0.1')],
  ]
  const shown = (currentPage: number, nextPage: number | null) =>
    itemsOf({ data, currentPage, nextPage }).map(({ orderNo, moves }) =>
      [orderNo ?? 'one', ...moves.map(({ id }) => id)].join(' '),
    )
  assert.deepEqual(shown(1, null), ['a 9 8', 'one 7', 'b 6 5', 'c 4'])
  assert.deepEqual(shown(1, 2), ['a 9 8', 'one 7', 'b 6 5', 'one 4'])
  assert.deepEqual(shown(2, null), ['one 9', 'one 8', 'one 7', 'b 6 5', 'c 4'])
})

test('a texted number is shown as the service addresses it, however it was typed', () => {
  const shown = (phone: string) => internationalOf({ phone, countryCode: 'ID', dialCode: '62' })
  for (const typed of ['0812-3456-7001', '812 3456 7001', '+62 812 3456 7001', '6281234567001']) {
    assert.equal(shown(typed), '+6281234567001', typed)
  }
  const abroad = { phone: '391 234 5678', countryCode: 'IT', dialCode: '39' }
  assert.equal(internationalOf(abroad), '+393912345678')
})

test('the hint of a new password names what the service requires', () => {
  const { minChars, maxChars } = passwordLimits
  for (const { passwordHint } of [sessionTexts.id, sessionTexts.en]) {
    assert.ok(passwordHint.startsWith(`${minChars}–${maxChars} `), passwordHint)
  }
  assert.match(sessionTexts.en.passwordHint, /capital letter, a small letter, a digit and a symbol/)
})

test('an order that the venue did not take is not called cancelled', () => {
  const reasons = ['REFUSED -2010', 'NOT_PLACED', 'REJECTED', 'CANCELED', 'EXPIRED', null]
  assert.deepEqual(reasons.map(endOf), ['REFUSED', 'REFUSED', 'REFUSED', null, 'EXPIRED', null])
})

test('a day is written in the language of the page, and is the same in every zone', () => {
  assert.equal(writtenDay('2027-08-01', 'id'), '1 Agu 2027')
  assert.equal(writtenDay('2027-08-01', 'en'), 'Aug 1, 2027')
})

test('a page that is no secure origin, as on a phone in the same network, works', () => {
  const folders = ['app', 'ui', 'console', 'sandbox', '../pages'].map(
    (name) => new URL(`../${name}/`, import.meta.url),
  )
  const sources = folders.flatMap((cwd) =>
    globSync('**/*.{ts,tsx}', { cwd: fileURLToPath(cwd) }).map((file) => new URL(file, cwd)),
  )
  assert.ok(sources.length > 100)
  const needy = sources.filter((file) => {
    const text = readFileSync(file, 'utf8')
    const copies = text.includes('navigator.clipboard') && !text.includes('isSecureContext')
    return copies || text.includes('crypto.randomUUID')
  })
  assert.deepEqual(
    needy.map(({ pathname }) => pathname),
    [],
  )
})
