import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { callSigned, emailOtp, type MadeKey, makeKey } from '../../../tests/make/api-key.ts'
import { bindTotp, codeOf, wrongCodeOf } from '../../../tests/make/totp.ts'
import { makeTrader, type Trader } from '../../../tests/make/trader.ts'

const done = [200, 'api.edit_api_key_successful']
const mailedCodeNeeded = [400, 'api.email_otp_error']
const appCodeNeeded = [403, 'auth.otp_failed']

const ips = ['203.0.113.0/24', '2001:db8::/48']
const permissions = ['read', 'trade']

type KeyChange = Readonly<Record<string, unknown>>

const edit = (tukar: Tukar, { token }: Trader, { apiKeyId, apiKey }: MadeKey, change: KeyChange) =>
  tukar.call('PUT', '/api/user/api-key', { token, body: { apiKeyId, apiKey, ...change } })

const wider: readonly (readonly [string, KeyChange])[] = [
  ['another permission', { permissions: ['read', 'trade', 'withdraw'] }],
  ['another permission in place of one', { permissions: ['withdraw'] }],
  ['any address', { permissions, ips: [] }],
  ['another address', { permissions, ips: [...ips, '198.51.100.7'] }],
  ['a network around its own', { permissions, ips: ['203.0.112.0/23'] }],
  ['a network that begins in its own', { permissions, ips: ['203.0.113.128/23'] }],
  ['a network of the other family', { permissions, ips: ['::ffff:203.0.113.0/120'] }],
  ['any IPv6 address', { permissions, ips: ['2001:db8::/0'] }],
]

test('a session alone widens no key, by permission or by address', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const key = await makeKey(tukar, trader, { permissions, ips })
  const { secretKey } = key
  for (const [name, change] of wider) {
    for (const brought of [{}, { secretKey }, { emailOtpCode: '' }, { twoFACode: '123456' }]) {
      const answer = await edit(tukar, trader, key, { ...change, ...brought })
      assert.deepEqual(messageOf(answer), mailedCodeNeeded, `${name} ${Object.keys(brought)}`)
    }
  }
  const { token } = trader
  const listed = await tukar.call('GET', '/api/user/api-key', { token })
  const [shown] = listed.body.data.data
  assert.deepEqual([shown.permissions, shown.ips], [permissions, ips])
})

test('an edit that only narrows a key, or leaves it as wide, takes no code', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  let key = await makeKey(tukar, trader, { permissions, ips })
  const narrower: readonly KeyChange[] = [
    { permissions: ['trade', 'read'] },
    { permissions, ips },
    { permissions, ips: ['203.0.113.9', '203.0.113.128/25', '2001:db8::7'] },
    { permissions: ['read'], ips: ['203.0.113.9'] },
  ]
  for (const change of narrower) {
    const answer = await edit(tukar, trader, key, change)
    assert.deepEqual(messageOf(answer), done, JSON.stringify(change))
    key = answer.body.data
  }
})

test('a mailed code widens one key once, and a wrong code no key', async (t) => {
  const tukar = await startTukar(t)
  const [trader, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  const key = await makeKey(tukar, trader, { ips: ['203.0.113.9'] })
  const foreign = await emailOtp(tukar, other)
  const emailOtpCode = await emailOtp(tukar, trader)
  const wrong = emailOtpCode === '000000' ? '000001' : '000000'
  const change = { permissions: ['read', 'withdraw'], ips: [] }
  for (const code of [wrong, foreign === emailOtpCode ? wrong : foreign]) {
    const refused = await edit(tukar, trader, key, { ...change, emailOtpCode: code })
    assert.deepEqual(messageOf(refused), mailedCodeNeeded)
  }
  const widened = await edit(tukar, trader, key, { ...change, emailOtpCode })
  assert.deepEqual(messageOf(widened), done)
  assert.deepEqual(widened.body.data.permissions, ['read', 'withdraw'])
  assert.equal((await callSigned(tukar, widened.body.data)).status, 200)
  const next = { permissions: ['read', 'withdraw', 'trade'], emailOtpCode }
  assert.deepEqual(messageOf(await edit(tukar, trader, widened.body.data, next)), mailedCodeNeeded)
})

test('one of many edits at once with one code widens a key', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const keys: MadeKey[] = []
  for (let made = 0; made < 4; made += 1) keys.push(await makeKey(tukar, trader))
  const emailOtpCode = await emailOtp(tukar, trader)
  const answers = await Promise.all(
    keys.map((key) => edit(tukar, trader, key, { permissions: ['withdraw'], emailOtpCode })),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    assert.deepEqual(messageOf(answer), mailedCodeNeeded)
  }
})

test('with an authenticator app bound, only its code counts, not a mailed one', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const key = await makeKey(tukar, trader)
  const secret = await bindTotp(tukar, trader)
  const change = { permissions: ['read', 'trade'] }
  const emailOtpCode = await emailOtp(tukar, trader)
  const mailed = await edit(tukar, trader, key, { ...change, emailOtpCode })
  assert.deepEqual(messageOf(mailed), appCodeNeeded)
  const wrong = await edit(tukar, trader, key, { ...change, twoFACode: wrongCodeOf(secret) })
  assert.deepEqual(messageOf(wrong), appCodeNeeded)
  const twoFACode = codeOf(secret)
  const widened = await edit(tukar, trader, key, { ...change, twoFACode })
  assert.deepEqual(messageOf(widened), done)
  const again = { permissions: ['withdraw'], twoFACode }
  assert.deepEqual(messageOf(await edit(tukar, trader, widened.body.data, again)), appCodeNeeded)
})
