import assert from 'node:assert/strict'
import { test } from 'node:test'
import { send, startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { keyGiven, signInOn } from '../../../tests/make/device.ts'
import { allSent, mailsTo } from '../../../tests/make/mails.ts'
import { startProxiedNode } from '../../../tests/make/proxied-node.ts'
import { expectOk, makeTrader, password } from '../../../tests/make/trader.ts'

const sent = [200, 'passwords.sent']
const throttled = [400, 'passwords.throttled']

const use = ({ service }: Tukar, name: string, windowSeconds: number, key: string) =>
  service.ctx.counters.take({ name, points: 1_000_000, windowSeconds }, key, 1_000)

async function resetMails(tukar: Tukar, email: string): Promise<number> {
  await allSent(tukar)
  return (await mailsTo(tukar, email)).filter(({ link }) => link?.includes('/reset-password?'))
    .length
}

test('the owner gets a reset mail even if others keep the address throttled', async (t) => {
  const tukar = await startTukar(t)
  const url = await startProxiedNode(t, tukar)
  const { email } = await makeTrader(tukar)
  const deviceKey = keyGiven(await signInOn(tukar, email))
  const request = (from: string, key?: string) =>
    send(url, 'POST', '/api/auth/password-token', {
      body: { email },
      headers: { 'x-forwarded-for': from, ...(key === undefined ? {} : { 'x-device-key': key }) },
    })
  // The counters after ten minutes of other people's requests, and from the owner's busy network.
  await use(tukar, 'reset-mails', 3_600, email)
  await use(tukar, 'otps-and-registrations', 3_600, '198.51.100.1')
  assert.deepEqual(messageOf(await request('203.0.113.1')), sent)
  assert.deepEqual(messageOf(await request('203.0.113.2')), throttled)
  assert.equal(await resetMails(tukar, email), 0, 'the mails of the hour are used up')
  assert.deepEqual(messageOf(await request('198.51.100.1')), [429, 'api.too_many_requests'])
  assert.deepEqual(messageOf(await request('198.51.100.1', deviceKey)), sent)
  assert.equal(await resetMails(tukar, email), 1)
  for (let count = 1; count < 10; count += 1) {
    assert.deepEqual(messageOf(await request('198.51.100.1', deviceKey)), sent)
  }
  assert.deepEqual(messageOf(await request('198.51.100.1', deviceKey)), throttled, 'ten in an hour')
})

test('a device key that the account does not know changes nothing', async (t) => {
  const tukar = await startTukar(t)
  const [owner, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  const theirs = keyGiven(await signInOn(tukar, other.email))
  const request = (email: string, key: string) =>
    tukar.call('POST', '/api/auth/password-token', {
      body: { email },
      headers: { 'x-device-key': key },
    })
  assert.deepEqual(messageOf(await request(owner.email, theirs)), sent)
  assert.deepEqual(messageOf(await request(owner.email, theirs)), throttled)
  await use(tukar, 'otps-and-registrations', 3_600, '127.0.0.1')
  const invented = `xdk_${'A'.repeat(43)}`
  for (const email of ['nobody@tukar.test', owner.email]) {
    assert.deepEqual(messageOf(await request(email, invented)), [429, 'api.too_many_requests'])
  }
  assert.equal(await resetMails(tukar, owner.email), 1)
})

test('an unverified owner gets the link again, from the device', async (t) => {
  const tukar = await startTukar(t)
  const email = 'unverified@tukar.test'
  const body = { email, password, password_confirmation: password, language: 'en' }
  expectOk(await tukar.call('POST', '/api/auth/register', { body }))
  const deviceKey = keyGiven(await signInOn(tukar, email))
  const request = (key: string) =>
    tukar.call('GET', `/api/auth/email-resend?email=${email}`, { headers: { 'x-device-key': key } })
  const mails = async () => {
    await allSent(tukar)
    return (await mailsTo(tukar, email)).length
  }
  await use(tukar, 'verification-mails', 3_600, email)
  await use(tukar, 'resends', 300, `127.0.0.1 ${email}`)
  await use(tukar, 'otps-and-registrations', 3_600, '127.0.0.1')
  const before = await mails()
  assert.equal((await request(`xdk_${'A'.repeat(43)}`)).status, 429)
  assert.equal(await mails(), before)
  assert.deepEqual(messageOf(await request(deviceKey)), [200, 'auth.resend_successfully'])
  assert.equal(await mails(), before + 1)
})
