import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually, startTukar, type Tukar } from '../../../tests/harness.ts'
import { bodyOf } from '../../../tests/make/answers.ts'
import { signInOn } from '../../../tests/make/device.ts'
import { allSent } from '../../../tests/make/mails.ts'
import { makePin, passWindows, validatePin } from '../../../tests/make/pin.ts'
import { makeTrader, type Trader } from '../../../tests/make/trader.ts'
import { makeVirtualAccount } from '../../../tests/make/virtual-account.ts'
import { isRefusal } from '../../base/refusal.ts'
import { endAccess } from '../../platform/access/end-access.ts'
import { signedInByToken } from '../../platform/access/signed-in.ts'
import { pinLimits } from '../pin/pin-contracts.ts'
import { registerPushToken } from './register-push-token.ts'

const register = (
  tukar: Tukar,
  { token }: Trader,
  user_id: unknown,
  fcm_token: unknown = 'phone',
) => tukar.call('POST', '/api/fcm/token', { token, body: { user_id, fcm_token } })

const clear = (tukar: Tukar, { token }: Trader, user_id: unknown) =>
  tukar.call('DELETE', '/api/fcm/delete-user-tokens', { token, body: { user_id } })

async function tokensOf({ service }: Tukar, { id }: Trader): Promise<readonly string[]> {
  const rows = service.ctx.db.read.selectFrom('push_tokens').where('user_id', '=', id)
  const found = await rows.select('token').orderBy('token').execute()
  return found.map(({ token }) => token)
}

async function signInAgain(tukar: Tukar, trader: Trader): Promise<Trader> {
  const { xToken } = (await signInOn(tukar, trader.email)).body.data
  return { ...trader, token: xToken.token }
}

/** Reports a deposit; resolves after all its notifications were sent. */
async function deposit(tukar: Tukar, trader: Trader): Promise<void> {
  const { accountNumber } = await makeVirtualAccount(tukar, trader)
  const paid = await tukar.control('POST', '/payx/va-payments', { accountNumber, amount: 250_000 })
  assert.equal(paid.status, 200)
  await eventually('the message of the deposit', async () => {
    const { body } = await tukar.call('GET', '/api/user-messages', { token: trader.token })
    return body.data.totalCount > 0
  })
  await allSent(tukar)
}

type Push = Readonly<{ to: string; subject: string }>

async function pushes(tukar: Tukar): Promise<readonly string[]> {
  const { body } = await tukar.control('GET', '/messages?channel=push')
  return body.map(({ to, subject }: Push) => `${to}: ${subject}`).toSorted()
}

const done = (message: string) => [200, { success: true, message }]

test('a registered device gets a push of a deposit, and a dead one is deleted', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  for (const token of ['phone', 'dead-phone', 'tablet']) {
    assert.deepEqual(
      bodyOf(await register(tukar, trader, trader.id, token)),
      done('FCM token saved'),
    )
  }
  await deposit(tukar, trader)
  assert.deepEqual(await pushes(tukar), ['phone: Deposit received', 'tablet: Deposit received'])
  assert.deepEqual(await tokensOf(tukar, trader), ['phone', 'tablet'])
})

test('a device moves to its newest owner, and gets no push of the old one', async (t) => {
  const tukar = await startTukar(t)
  const [old, owner] = [await makeTrader(tukar), await makeTrader(tukar)]
  await register(tukar, old, old.id, 'shared-phone')
  await register(tukar, owner, owner.id, 'shared-phone')
  assert.deepEqual(
    [await tokensOf(tukar, old), await tokensOf(tukar, owner)],
    [[], ['shared-phone']],
  )
  await deposit(tukar, old)
  assert.deepEqual(await pushes(tukar), [])
  await deposit(tukar, owner)
  assert.deepEqual(await pushes(tukar), ['shared-phone: Deposit received'])
})

test('cleared devices get no push; clearing again succeeds', async (t) => {
  const tukar = await startTukar(t)
  const [trader, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  await register(tukar, trader, trader.id, 'phone')
  await register(tukar, other, `${other.id}`, 'tablet')
  for (let time = 0; time < 2; time += 1) {
    assert.deepEqual(bodyOf(await clear(tukar, trader, trader.id)), done('FCM tokens cleared'))
  }
  assert.deepEqual([await tokensOf(tukar, trader), await tokensOf(tukar, other)], [[], ['tablet']])
  await deposit(tukar, trader)
  assert.deepEqual(await pushes(tukar), [])
})

test('another user is treated as missing, and keeps the devices', async (t) => {
  const tukar = await startTukar(t)
  const [trader, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  await register(tukar, other, other.id, 'phone')
  const unknown = [404, { success: false, message: 'User not found' }]
  for (const id of [other.id, 999_999_999]) {
    assert.deepEqual(bodyOf(await register(tukar, trader, id, 'mine')), unknown)
    assert.deepEqual(bodyOf(await clear(tukar, trader, id)), unknown)
  }
  assert.deepEqual([await tokensOf(tukar, trader), await tokensOf(tukar, other)], [[], ['phone']])
})

test('a bad field gets 422 with the sentences of each field', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const { id } = trader
  const tooLong = 'The fcm token field must not be greater than 4096 characters.'
  const malformed = 'The fcm token field format is invalid.'
  const cases: readonly (readonly [unknown, unknown, Record<string, readonly string[]>])[] = [
    [id, '', { fcm_token: ['The fcm token field is required.'] }],
    [id, 7, { fcm_token: ['The fcm token field must be a string.'] }],
    [id, 'x'.repeat(4_097), { fcm_token: [tooLong] }],
    [id, 'two words', { fcm_token: [malformed] }],
    [id, 'tökén', { fcm_token: [malformed] }],
    ['me', 'phone', { user_id: ['The user id field must be an integer.'] }],
    [
      null,
      null,
      {
        user_id: ['The user id field is required.'],
        fcm_token: ['The fcm token field is required.'],
      },
    ],
  ]
  for (const [user, token, errors] of cases) {
    const failure = { success: false, message: 'Validation failed', errors }
    assert.deepEqual(bodyOf(await register(tukar, trader, user, token)), [422, failure])
  }
  const errors = { user_id: ['The user id field is required.'] }
  const failure = { success: false, message: 'Validation failed', errors }
  assert.deepEqual(bodyOf(await clear(tukar, trader, undefined)), [422, failure])
  assert.deepEqual(await tokensOf(tukar, trader), [])
})

test('an internal fault gets 500 in the same shape', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  await tukar.service.ctx.db.pool.query('alter table push_tokens rename to push_tokens_away')
  const fault = [500, { success: false, message: 'api.server_error' }]
  assert.deepEqual(bodyOf(await register(tukar, trader, trader.id)), fault)
  assert.deepEqual(bodyOf(await clear(tukar, trader, trader.id)), fault)
})

test('a token of 4 kB without repetition is stored, and can be cleared', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const long = tukar.service.ctx.random.bytes(3_072).toString('base64url')
  assert.equal(long.length, 4_096)
  for (let time = 0; time < 2; time += 1) {
    assert.equal((await register(tukar, trader, trader.id, long)).status, 200)
  }
  assert.deepEqual(await tokensOf(tukar, trader), [long])
  await clear(tukar, trader, trader.id)
  assert.deepEqual(await tokensOf(tukar, trader), [])
})

test('the twenty most recent devices of a user are kept', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const names = Array.from({ length: 22 }, (_, at) => `device-${at + 10}`)
  for (const name of names) await register(tukar, trader, trader.id, name)
  assert.deepEqual(await tokensOf(tukar, trader), names.slice(2))
  await register(tukar, trader, trader.id, 'device-12')
  await register(tukar, trader, trader.id, 'device-99')
  const left = names.slice(2).filter((name) => name !== 'device-13')
  assert.deepEqual(await tokensOf(tukar, trader), [...left, 'device-99'])
})

test('if two users register one device at once, one has it', async (t) => {
  const tukar = await startTukar(t)
  const [one, two] = [await makeTrader(tukar), await makeTrader(tukar)]
  const answers = await Promise.all(
    [one, two, one, two, one, two].map((trader) => register(tukar, trader, trader.id, 'phone')),
  )
  assert.ok(answers.every(({ status }) => status === 200))
  assert.equal((await tokensOf(tukar, one)).length + (await tokensOf(tukar, two)).length, 1)
})

test('wrong PINs that end every session end the pushes to every device', async (t) => {
  const tukar = await startTukar(t)
  const [trader, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  await makePin(tukar, trader)
  await register(tukar, trader, trader.id, 'phone')
  await register(tukar, other, other.id, 'tablet')
  for (let time = 0; time < pinLimits.wrongInARow; time += 1) {
    assert.deepEqual(await tokensOf(tukar, trader), ['phone'])
    await passWindows(tukar)
    assert.equal((await validatePin(tukar, trader, '999999')).status, 400)
  }
  assert.deepEqual([await tokensOf(tukar, trader), await tokensOf(tukar, other)], [[], ['tablet']])
})

test('signing out ends the pushes to the devices of the ended sessions', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const { token } = trader
  await register(tukar, trader, trader.id, 'phone')
  const second = await signInAgain(tukar, trader)
  await register(tukar, second, trader.id, 'tablet')
  const others = await tukar.call('DELETE', '/api/user/sessions', { token: second.token })
  assert.equal(others.status, 200)
  assert.deepEqual(await tokensOf(tukar, trader), ['tablet'])
  assert.equal((await tukar.call('DELETE', '/api/auth', { token: second.token })).status, 200)
  assert.deepEqual(await tokensOf(tukar, trader), [])
  assert.equal((await tukar.call('GET', '/api/users/me', { token })).status, 401)
})

test('a device belongs to the session that registered it last', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  await register(tukar, trader, trader.id, 'phone')
  const second = await signInAgain(tukar, trader)
  await register(tukar, second, trader.id, 'phone')
  const sessions = await tukar.call('GET', '/api/user/sessions', { token: second.token })
  const first = sessions.body.data.find(({ current }: { current: boolean }) => !current)
  const path = `/api/user/sessions/${first.id}`
  assert.equal((await tukar.call('DELETE', path, { token: second.token })).status, 200)
  assert.deepEqual(await tokensOf(tukar, trader), ['phone'])
})

test('an ended session registers no device, even if already admitted', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const { ctx } = tukar.service
  const headers = { authorization: `Bearer ${trader.token}` }
  const metadata = { id: '1', method: 'POST', url: '/', ip: '127.0.0.1' }
  const request = { ...metadata, headers, raw: Buffer.alloc(0) }
  const caller = await signedInByToken.admit(ctx, request)
  const input = { user_id: trader.id, fcm_token: 'phone' }
  await registerPushToken(ctx, input, caller, request)
  await ctx.db.inTransaction((tx) => endAccess(tx, caller.id))
  await assert.rejects(
    registerPushToken(ctx, input, caller, request),
    (error) => isRefusal(error) && error.key === 'auth.unauthenticated',
  )
  assert.deepEqual(await tokensOf(tukar, trader), [])
})

test('a request refused before it is read gets the shape of these endpoints as well', async (t) => {
  const tukar = await startTukar(t)
  const post = (raw: string, headers: Readonly<Record<string, string>> = {}) =>
    tukar.call('POST', '/api/fcm/token', { raw, headers })
  const refused = [
    [await post(JSON.stringify({ fcm_token: 'x'.repeat(70_000) })), 413, 'api.payload_too_large'],
    [await post('{}', { 'content-encoding': 'gzip' }), 415, 'api.unsupported_media_type'],
    [await tukar.call('GET', '/api/fcm/token'), 405, 'api.method_not_allowed'],
    [await tukar.call('POST', '/api/fcm/tokens'), 404, 'api.not_found'],
  ] as const
  for (const [answer, status, message] of refused) {
    assert.deepEqual(bodyOf(answer), [status, { success: false, message }])
  }
})
