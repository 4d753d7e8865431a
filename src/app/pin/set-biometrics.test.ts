import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { mailsArrived } from '../../../tests/make/mails.ts'
import { makePin, pinRow, requirePasswordToLower } from '../../../tests/make/pin.ts'
import { makeTrader, password, type Trader } from '../../../tests/make/trader.ts'

const created = [200, 'api.biometric_created']
const updated = [200, 'api.biometric_update_success']
const same = [400, 'api.biometric_update_failed_same_value']
const failed = [400, 'api.biometric_update_failed']

const set = (tukar: Tukar, { token }: Trader, body: unknown) =>
  tukar.call('POST', '/api/biometric/create-or-update', { token, body })

test('the first setting makes a record, others change it, equal ones are refused', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const first = await set(tukar, trader, { biometrics_lock: 1 })
  assert.deepEqual(messageOf(first), created)
  assert.deepEqual(first.body, {
    code: 200,
    title: 'OK',
    message: 'api.biometric_created',
    result: true,
  })
  assert.deepEqual(messageOf(await set(tukar, trader, { biometrics_lock: 1 })), same)
  assert.deepEqual(messageOf(await set(tukar, trader, { biometrics_lock: 0 })), updated)
  assert.deepEqual(messageOf(await set(tukar, trader, { biometrics_lock: '0' })), same)
  assert.deepEqual(messageOf(await set(tukar, trader, { biometrics_lock: '1' })), updated)
})

test('a record can begin with the lock off', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  assert.deepEqual(messageOf(await set(tukar, trader, { biometrics_lock: 0 })), created)
  assert.deepEqual(messageOf(await set(tukar, trader, { biometrics_lock: 0 })), same)
})

test('the record of a PIN is changed, its PIN and lock staying as they are', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  await makePin(tukar, trader)
  const before = await pinRow(tukar, trader.id)
  assert.deepEqual(messageOf(await set(tukar, trader, { biometrics_lock: 1 })), updated)
  assert.deepEqual(await pinRow(tukar, trader.id), { ...before, biometrics_lock: 1 })
})

test('one of several equal concurrent settings counts', async (t) => {
  const tukar = await startTukar(t, { nodes: 2 })
  const trader = await makeTrader(tukar)
  const requests = Array.from({ length: 10 }, () => set(tukar, trader, { biometrics_lock: 1 }))
  const answers = (await Promise.all(requests)).map(messageOf)
  assert.deepEqual(
    answers.filter(([status]) => status === 200),
    [created],
  )
  assert.deepEqual(
    answers.filter(([status]) => status !== 200),
    Array.from({ length: 9 }, () => same),
  )
})

test('an invalid request has one message, whatever is wrong with it', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const values = [undefined, '', null, 2, -1, true, false, 'on', [1], { value: 1 }, 1.5]
  for (const biometrics_lock of values) {
    assert.deepEqual(messageOf(await set(tukar, trader, { biometrics_lock })), failed)
  }
  const path = '/api/biometric/create-or-update'
  const broken = await tukar.call('POST', path, { token: trader.token, raw: '{"biometrics_lock"' })
  assert.deepEqual(messageOf(broken), failed)
  assert.equal(await pinRow(tukar, trader.id), undefined)
})

test('disabling the lock is mailed, and needs the password if a setting demands it', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  await requirePasswordToLower(tukar, true)
  assert.deepEqual(messageOf(await set(tukar, trader, { biometrics_lock: 1 })), created)
  assert.deepEqual(messageOf(await set(tukar, trader, { biometrics_lock: 0 })), failed)
  const wrong = { biometrics_lock: 0, password: 'Wrong-Horse-9' }
  assert.deepEqual(messageOf(await set(tukar, trader, wrong)), failed)
  assert.equal((await pinRow(tukar, trader.id))?.biometrics_lock, 1)
  assert.deepEqual(messageOf(await set(tukar, trader, { biometrics_lock: 0, password })), updated)
  const [mail] = await mailsArrived(tukar, trader.email, 1)
  assert.equal(mail?.subject, 'An app lock was turned off')
})
