import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { mailsArrived } from '../../../tests/make/mails.ts'
import { callPin, createPin, pin, pinRow, validatePin } from '../../../tests/make/pin.ts'
import { makeTrader } from '../../../tests/make/trader.ts'

const created = [200, 'api.pin_created']
const exists = [400, 'api.pin_exists']

test('a first PIN is set with its lock, and its owner is notified', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const answer = await createPin(tukar, trader)
  assert.deepEqual(messageOf(answer), created)
  assert.equal('data' in answer.body, false)
  const row = await pinRow(tukar, trader.id)
  assert.deepEqual([row?.pin_lock, row?.biometrics_lock], [1, 0])
  assert.deepEqual(messageOf(await validatePin(tukar, trader)), [200, 'auth.logged_in'])
  const [mail] = await mailsArrived(tukar, trader.email, 1)
  assert.equal(mail?.subject, 'Your PIN was set')
  assert.ok(!mail?.text.includes(pin))
})

test('a PIN never replaces another, and of ten at once one is set', async (t) => {
  const tukar = await startTukar(t, { nodes: 2 })
  const trader = await makeTrader(tukar)
  const pins = Array.from({ length: 10 }, (_, index) => `00000${index}`)
  const answers = await Promise.all(pins.map((one) => createPin(tukar, trader, one)))
  const winners = pins.filter((_, index) => answers[index]?.status === 200)
  assert.equal(winners.length, 1)
  const losers = answers.filter(({ status }) => status !== 200)
  assert.deepEqual(
    losers.map(messageOf),
    Array.from({ length: 9 }, () => exists),
  )
  assert.deepEqual(messageOf(await createPin(tukar, trader)), exists)
  assert.equal((await validatePin(tukar, trader, winners[0])).status, 200)
})

test('a record with only the biometric lock accepts a first PIN, and keeps the lock', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const lock = { token: trader.token, body: { biometrics_lock: 1 } }
  assert.equal((await tukar.call('POST', '/api/biometric/create-or-update', lock)).status, 200)
  assert.deepEqual(messageOf(await createPin(tukar, trader)), created)
  const row = await pinRow(tukar, trader.id)
  assert.deepEqual([row?.pin_lock, row?.biometrics_lock], [1, 1])
})

test('an empty PIN has its own message, and every other bad one too', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const empty = [{}, { pin: '' }, { pin: null, pin_confirmation: '' }, { pin_confirmation: pin }]
  for (const body of empty) {
    const answer = await callPin(tukar, trader, 'create', body)
    assert.deepEqual(messageOf(answer), [400, 'api.pin_invalid_request'])
  }
  const sixDigits = [400, 'The pin field must be 6 digits.']
  const bad = ['０１２３４５', '12345６', '12345', '1234567', '12345a', '-12345', '1e5', '1 2345']
  for (const one of [...bad, 123_456, 12_345, ['123456'], { 0: '123456' }, true]) {
    assert.deepEqual(messageOf(await createPin(tukar, trader, one)), sixDigits, JSON.stringify(one))
  }
  const alone = await callPin(tukar, trader, 'create', { pin })
  assert.deepEqual(messageOf(alone), [400, 'The pin confirmation field is required.'])
  const other = await callPin(tukar, trader, 'create', { pin, pin_confirmation: '048214' })
  assert.deepEqual(messageOf(other), [400, 'The pin field confirmation does not match.'])
  assert.equal(await pinRow(tukar, trader.id), undefined)
})

test('unknown fields of a PIN change nothing else', async (t) => {
  const tukar = await startTukar(t)
  const [trader, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  const more = { id_user: other.id, biometrics_lock: 1, pin_lock: 0, wrong_in_a_row: -99 }
  const body = { pin, pin_confirmation: pin, ...more }
  assert.deepEqual(messageOf(await callPin(tukar, trader, 'create', body)), created)
  const row = await pinRow(tukar, trader.id)
  assert.deepEqual([row?.pin_lock, row?.biometrics_lock, row?.wrong_in_a_row], [1, 0, 0])
  assert.equal(await pinRow(tukar, other.id), undefined)
})
