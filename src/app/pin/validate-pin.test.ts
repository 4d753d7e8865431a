import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hash } from 'bcrypt'
import { sql } from 'kysely'
import { send, startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { allSent, mailsTo } from '../../../tests/make/mails.ts'
import { callPin, makePin, passWindows, pin, pinRow, validatePin } from '../../../tests/make/pin.ts'
import { makeTrader, password, type Trader } from '../../../tests/make/trader.ts'

const opened = [200, 'auth.logged_in']
const wrong = [400, 'api.pin_login_failed']
const throttled = [429, 'api.too_many_requests']

async function lockedTrader(tukar: Tukar): Promise<Trader> {
  const trader = await makeTrader(tukar)
  await makePin(tukar, trader)
  return trader
}

async function guessWrong(tukar: Tukar, trader: Trader, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    if (time % 5 === 0) await passWindows(tukar)
    assert.deepEqual(messageOf(await validatePin(tukar, trader, '999999')), wrong)
  }
}

const isSignedIn = async (tukar: Tukar, { token }: Pick<Trader, 'token'>) =>
  (await tukar.call('GET', '/api/users/me', { token })).status === 200

test('the right PIN opens the app and a wrong one does not', async (t) => {
  const tukar = await startTukar(t)
  const trader = await lockedTrader(tukar)
  const right = await validatePin(tukar, trader)
  assert.deepEqual(messageOf(right), opened)
  assert.equal('data' in right.body, false)
  assert.deepEqual(messageOf(await validatePin(tukar, trader, '048214')), wrong)
})

test('without a PIN there is nothing to validate, with or without a record', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const none = [400, 'api.pin_not_exists']
  assert.deepEqual(messageOf(await validatePin(tukar, trader)), none)
  await sql`insert into pins (id_user, biometrics_lock) values (${trader.id}, 1)`.execute(
    tukar.service.ctx.db.read,
  )
  assert.deepEqual(messageOf(await validatePin(tukar, trader)), none)
})

test('a sixth try within five minutes waits, and malformed calls are not tries', async (t) => {
  const tukar = await startTukar(t)
  const trader = await lockedTrader(tukar)
  for (const bad of ['', '12345', 123_456, null, [pin]]) {
    assert.equal((await validatePin(tukar, trader, bad)).status, 400)
  }
  assert.deepEqual(messageOf(await callPin(tukar, trader, 'validate', {})), [
    400,
    'The pin field is required.',
  ])
  for (let time = 0; time < 5; time += 1) {
    assert.deepEqual(messageOf(await validatePin(tukar, trader, '999999')), wrong)
  }
  const sixth = await validatePin(tukar, trader)
  assert.deepEqual(messageOf(sixth), throttled)
  const wait = Number(sixth.headers.get('retry-after'))
  assert.ok(wait > 280 && wait <= 300, `${wait}`)
  assert.match(sixth.headers.get('ratelimit') ?? '', /r=0/)
  assert.equal((await validatePin(tukar, await lockedTrader(tukar))).status, 200)
})

test('five of two hundred guesses at once, over two nodes and two sessions, count', async (t) => {
  const tukar = await startTukar(t, { nodes: 2 })
  const trader = await lockedTrader(tukar)
  const body = { email: trader.email, password }
  const again = await tukar.call('POST', '/api/auth/login', { body })
  const tokens = [trader.token, again.body.data.xToken.token]
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      send(tukar.nodes[index % 2]?.url ?? '', 'POST', '/api/pin/validate', {
        token: tokens[(index >> 1) % 2],
        body: { pin: `${index + 100_000}` },
      }),
    ),
  )
  const guessed = answers.filter(({ status }) => status === 400)
  assert.deepEqual(guessed.map(messageOf), [wrong, wrong, wrong, wrong, wrong])
  assert.equal(answers.filter(({ status }) => status === 429).length, 195)
  assert.equal((await pinRow(tukar, trader.id))?.wrong_in_a_row, 5)
})

test('ten wrong PINs in a row end every session, and notify the owner once', async (t) => {
  const tukar = await startTukar(t)
  const trader = await lockedTrader(tukar)
  await guessWrong(tukar, trader, 9)
  assert.equal(await isSignedIn(tukar, trader), true)
  await guessWrong(tukar, trader, 1)
  assert.equal(await isSignedIn(tukar, trader), false)
  assert.deepEqual(messageOf(await validatePin(tukar, trader)), [401, 'auth.unauthenticated'])
  const { refreshToken } = trader
  const refreshed = await tukar.call('POST', '/api/auth/refresh-token', { body: { refreshToken } })
  assert.equal(refreshed.status, 401)
  await allSent(tukar)
  const subjects = (await mailsTo(tukar, trader.email)).map(({ subject }) => subject)
  const title = 'You were signed out everywhere'
  assert.equal(subjects.filter((subject) => subject === title).length, 1)
  const { email } = trader
  const back = await tukar.call('POST', '/api/auth/login', { body: { email, password } })
  await passWindows(tukar)
  assert.deepEqual(messageOf(await validatePin(tukar, back.body.data.xToken)), opened)
})

test('a right PIN resets the count of wrong ones', async (t) => {
  const tukar = await startTukar(t)
  const trader = await lockedTrader(tukar)
  await guessWrong(tukar, trader, 9)
  await passWindows(tukar)
  assert.deepEqual(messageOf(await validatePin(tukar, trader)), opened)
  await guessWrong(tukar, trader, 9)
  assert.equal(await isSignedIn(tukar, trader), true)
})

test('a migrated PIN unlocks the app and is then rehashed with the key', async (t) => {
  const tukar = await startTukar(t)
  const trader = await lockedTrader(tukar)
  const stored = (await hash(pin, 5)).replace('$2b$', '$2y$')
  await sql`update pins set pin_hash = ${stored} where id_user = ${trader.id}`.execute(
    tukar.service.ctx.db.read,
  )
  assert.deepEqual(messageOf(await validatePin(tukar, trader, '999999')), wrong)
  assert.equal((await pinRow(tukar, trader.id))?.pin_hash, stored)
  assert.deepEqual(messageOf(await validatePin(tukar, trader)), opened)
  assert.match((await pinRow(tukar, trader.id))?.pin_hash ?? '', /^\$argon2id\$/)
  assert.deepEqual(messageOf(await validatePin(tukar, trader)), opened)
})
