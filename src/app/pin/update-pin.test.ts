import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { mailsArrived } from '../../../tests/make/mails.ts'
import {
  callPin,
  makePin,
  passWindows,
  pin,
  pinRow,
  requirePasswordToLower,
  validatePin,
} from '../../../tests/make/pin.ts'
import { makeTrader, password, type Trader } from '../../../tests/make/trader.ts'

const updated = [200, 'api.pin_update_success']
const failed = [400, 'api.pin_update_failed']
const none = [400, 'api.pin_not_exists']
const same = [400, 'api.pin_update_failed_same_value']
const next = '593027'
const twice = { pin: next, pin_confirmation: next }

async function lockedTrader(tukar: Tukar): Promise<Trader> {
  const trader = await makeTrader(tukar)
  await makePin(tukar, trader)
  return trader
}

const update = (tukar: Tukar, trader: Trader, body: unknown) =>
  callPin(tukar, trader, 'update', body)

test('with the password a PIN is replaced, and its owner is notified', async (t) => {
  const tukar = await startTukar(t)
  const trader = await lockedTrader(tukar)
  await mailsArrived(tukar, trader.email, 1)
  const answer = await update(tukar, trader, { password, ...twice })
  assert.deepEqual(messageOf(answer), updated)
  assert.deepEqual(answer.body.data, [])
  assert.deepEqual(messageOf(await validatePin(tukar, trader)), [400, 'api.pin_login_failed'])
  assert.deepEqual(messageOf(await validatePin(tukar, trader, next)), [200, 'auth.logged_in'])
  const [mail] = await mailsArrived(tukar, trader.email, 2)
  assert.equal(mail?.subject, 'Your PIN was set')
})

test('without the right password a PIN stays as it is', async (t) => {
  const tukar = await startTukar(t)
  const trader = await lockedTrader(tukar)
  for (const typed of [undefined, '', 'Wrong-Horse-9', ` ${password}`]) {
    const answer = await update(tukar, trader, { password: typed, ...twice, pin_lock: 0 })
    assert.deepEqual(messageOf(answer), failed)
  }
  assert.equal((await pinRow(tukar, trader.id))?.pin_lock, 1)
  assert.equal((await validatePin(tukar, trader)).status, 200)
})

test('passwords guessed here and at sign-in share one budget', async (t) => {
  const tukar = await startTukar(t)
  const trader = await lockedTrader(tukar)
  const { email } = trader
  const wrong = { password: 'Wrong-Horse-9' }
  for (let time = 0; time < 3; time += 1) {
    assert.deepEqual(messageOf(await update(tukar, trader, { ...wrong, ...twice })), failed)
  }
  for (let time = 0; time < 2; time += 1) {
    const answer = await tukar.call('POST', '/api/auth/login', { body: { email, ...wrong } })
    assert.equal(answer.status, 401)
  }
  const spent = [429, 'auth.throttle']
  assert.deepEqual(messageOf(await update(tukar, trader, { password, ...twice })), spent)
  const login = await tukar.call('POST', '/api/auth/login', { body: { email, password } })
  assert.deepEqual(messageOf(login), spent)
})

test('a lock is turned off and on, and setting its current value is refused', async (t) => {
  const tukar = await startTukar(t)
  const trader = await lockedTrader(tukar)
  await mailsArrived(tukar, trader.email, 1)
  assert.deepEqual(messageOf(await update(tukar, trader, { pin_lock: 1 })), same)
  assert.deepEqual(messageOf(await update(tukar, trader, { pin_lock: 0 })), updated)
  const [mail] = await mailsArrived(tukar, trader.email, 2)
  assert.equal(mail?.subject, 'An app lock was turned off')
  assert.deepEqual(messageOf(await update(tukar, trader, { pin_lock: '0' })), same)
  assert.deepEqual(messageOf(await update(tukar, trader, { pin_lock: '1' })), updated)
  assert.equal((await pinRow(tukar, trader.id))?.pin_lock, 1)
})

test('one of several equal concurrent changes of a lock is made', async (t) => {
  const tukar = await startTukar(t, { nodes: 2 })
  const trader = await lockedTrader(tukar)
  const requests = Array.from({ length: 5 }, () => update(tukar, trader, { pin_lock: 0 }))
  const answers = (await Promise.all(requests)).map(messageOf)
  assert.equal(answers.filter(([status]) => status === 200).length, 1)
  assert.deepEqual(
    answers.filter(([status]) => status !== 200),
    [same, same, same, same],
  )
})

test('a PIN and its lock change together or not at all', async (t) => {
  const tukar = await startTukar(t)
  const trader = await lockedTrader(tukar)
  assert.deepEqual(
    messageOf(await update(tukar, trader, { password, ...twice, pin_lock: 1 })),
    same,
  )
  assert.equal((await validatePin(tukar, trader)).status, 200)
  assert.deepEqual(
    messageOf(await update(tukar, trader, { password, ...twice, pin_lock: 0 })),
    updated,
  )
  assert.equal((await validatePin(tukar, trader, next)).status, 200)
  assert.equal((await pinRow(tukar, trader.id))?.pin_lock, 0)
})

test('without a PIN nothing is updated', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  assert.deepEqual(messageOf(await update(tukar, trader, { password, ...twice })), none)
  assert.deepEqual(messageOf(await update(tukar, trader, { pin_lock: 0 })), none)
  assert.equal(await pinRow(tukar, trader.id), undefined)
})

test('an empty or impossible request is refused and is no attempt', async (t) => {
  const tukar = await startTukar(t)
  const trader = await lockedTrader(tukar)
  const alone = { password, pin: '', pin_confirmation: next }
  for (const body of [{}, { password }, alone, { pin: '', pin_lock: '' }, { pin_lock: null }]) {
    assert.deepEqual(messageOf(await update(tukar, trader, body)), [400, 'api.pin_invalid_request'])
  }
  const invalid = [400, 'The selected pin lock is invalid.']
  for (const lock of [2, -1, true, false, '01', 'on', [1]]) {
    assert.deepEqual(messageOf(await update(tukar, trader, { pin_lock: lock })), invalid)
  }
  const number = await update(tukar, trader, { password, pin: 123_456, pin_confirmation: 123_456 })
  assert.deepEqual(messageOf(number), [400, 'The pin field must be 6 digits.'])
  const mistyped = await update(tukar, trader, { password, pin: next, pin_confirmation: pin })
  assert.deepEqual(messageOf(mistyped), [400, 'The pin field confirmation does not match.'])
  assert.deepEqual(messageOf(await update(tukar, trader, { password, ...twice })), updated)
})

test('a sixth update within five minutes waits', async (t) => {
  const tukar = await startTukar(t)
  const trader = await lockedTrader(tukar)
  for (let time = 0; time < 5; time += 1) {
    assert.deepEqual(messageOf(await update(tukar, trader, { pin_lock: time % 2 })), updated)
  }
  const sixth = await update(tukar, trader, { pin_lock: 1 })
  assert.deepEqual(messageOf(sixth), [429, 'api.too_many_requests'])
  assert.equal((await validatePin(tukar, trader)).status, 200)
})

test('if a setting demands it, a lock is lowered only with the password', async (t) => {
  const tukar = await startTukar(t)
  const trader = await lockedTrader(tukar)
  await requirePasswordToLower(tukar, true)
  assert.deepEqual(messageOf(await update(tukar, trader, { pin_lock: 0 })), failed)
  const wrong = { pin_lock: 0, password: 'Wrong-Horse-9' }
  assert.deepEqual(messageOf(await update(tukar, trader, wrong)), failed)
  assert.deepEqual(messageOf(await update(tukar, trader, { pin_lock: 0, password })), updated)
  await passWindows(tukar)
  assert.deepEqual(messageOf(await update(tukar, trader, { pin_lock: 1 })), updated)
})
