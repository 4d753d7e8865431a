import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type Answer, send, startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { makePin } from '../../../tests/make/pin.ts'
import { startProxiedNode } from '../../../tests/make/proxied-node.ts'
import { makeTrader } from '../../../tests/make/trader.ts'
import { pinQuestions } from './pin-contracts.ts'

const request = (tukar: Tukar, email: unknown) =>
  tukar.call('POST', '/api/pin/status_pin', { body: { email } })

const off = { status_pin: false, pin_lock: false, biometrics_lock: false }

test('every user sees whether the account has a PIN and its active locks', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const without = await request(tukar, trader.email)
  assert.deepEqual(messageOf(without), [200, 'api.pin_status_success'])
  assert.deepEqual(without.body.data, off)
  await makePin(tukar, trader)
  const email = ` ${trader.email.toUpperCase()} `
  const locked = await request(tukar, email)
  assert.deepEqual(locked.body.data, { ...off, status_pin: true, pin_lock: true })
  await sql`update pins set pin_lock = 0, biometrics_lock = 1`.execute(tukar.service.ctx.db.read)
  const biometric = await request(tukar, trader.email)
  assert.deepEqual(biometric.body.data, { ...off, status_pin: true, biometrics_lock: true })
})

test('a record without a PIN is no PIN', async (t) => {
  const tukar = await startTukar(t)
  const { email, id } = await makeTrader(tukar)
  await sql`insert into pins (id_user, biometrics_lock) values (${id}, 1)`.execute(
    tukar.service.ctx.db.read,
  )
  assert.deepEqual((await request(tukar, email)).body.data, { ...off, biometrics_lock: true })
})

test('an unknown address fails, with one statement as for a known one', async (t) => {
  const tukar = await startTukar(t)
  const unknown = await request(tukar, 'nobody@tukar.test')
  assert.deepEqual(messageOf(unknown), [400, 'api.pin_status_failed'])
  assert.equal('data' in unknown.body, false)
  assert.deepEqual(messageOf(await request(tukar, '')), [400, 'The email field is required.'])
  assert.deepEqual(messageOf(await request(tukar, ['a@b.test'])), [
    400,
    'The email field must be a string.',
  ])
})

test('the states of many accounts can not be collected from one network', async (t) => {
  const tukar = await startTukar(t)
  const answers: Answer[] = []
  for (let time = 0; time < 62; time += 1)
    answers.push(await request(tukar, `nobody-${time}@b.test`))
  assert.ok(answers.slice(0, 60).every(({ status }) => status === 400))
  for (const answer of answers.slice(60)) {
    assert.deepEqual(messageOf(answer), [429, 'api.too_many_requests'])
  }
})

test('requests at a steady pace end after six hundred addresses an hour', async (t) => {
  const tukar = await startTukar(t)
  const { counters } = tukar.service.ctx
  const answers: Answer[] = []
  for (let minute = 0; minute < 10; minute += 1) {
    for (let time = 0; time < 60; time += 1) {
      answers.push(await request(tukar, `nobody-${minute}-${time}@b.test`))
    }
    await counters.reset(pinQuestions, '127.0.0.1')
  }
  assert.ok(answers.every(({ status }) => status === 400))
  const next = await request(tukar, 'nobody@b.test')
  assert.deepEqual(messageOf(next), [429, 'api.too_many_requests'])
  assert.ok(Number(next.headers.get('retry-after')) > 3_000)
})

test('one account can not be watched from many networks', async (t) => {
  const tukar = await startTukar(t)
  const { email } = await makeTrader(tukar)
  const url = await startProxiedNode(t, tukar)
  const statuses: number[] = []
  for (let time = 0; time < 22; time += 1) {
    const headers = { 'x-forwarded-for': `203.0.113.${time}` }
    const body = { email }
    statuses.push((await send(url, 'POST', '/api/pin/status_pin', { body, headers })).status)
  }
  assert.deepEqual(statuses, [...Array.from({ length: 20 }, () => 200), 429, 429])
})
