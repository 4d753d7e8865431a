import assert from 'node:assert/strict'
import { test } from 'node:test'
import { send, startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { keyGiven, signInOn } from '../../../tests/make/device.ts'
import { wrongBefore } from '../../../tests/make/guesses.ts'
import { startProxiedNode } from '../../../tests/make/proxied-node.ts'
import { makeTrader } from '../../../tests/make/trader.ts'
import { passwordLimits } from '../../platform/access/passwords/password-limits.ts'
import { networkLimits } from '../../platform/http/http-limits.ts'

const in200 = [200, 'auth.logged_in']
const failed = [401, 'auth.failed']
const throttled = [429, 'auth.throttle']

const guess = (tukar: Tukar, url: string, from: string, email = 'nobody@tukar.test') =>
  signInOn(tukar, email, { url, from, typed: 'Wrong-Horse-1' })

test('a known device signs in even if its network guessed too much', async (t) => {
  const tukar = await startTukar(t)
  const url = await startProxiedNode(t, tukar)
  const { email } = await makeTrader(tukar)
  const from = '203.0.113.7'
  const deviceKey = keyGiven(await signInOn(tukar, email))
  await wrongBefore(tukar, 'wrong-passwords-of-network', from, passwordLimits.wrongOfNetwork)
  assert.deepEqual(messageOf(await signInOn(tukar, email, { url, from })), throttled)
  const invented = `xdk_${'A'.repeat(43)}`
  assert.deepEqual(
    messageOf(await signInOn(tukar, email, { url, from, deviceKey: invented })),
    throttled,
  )
  assert.deepEqual(messageOf(await signInOn(tukar, email, { url, from, deviceKey })), in200)
})

test('guesses in its own network do not lock out a device the account knows', async (t) => {
  const tukar = await startTukar(t)
  const url = await startProxiedNode(t, tukar)
  const { email } = await makeTrader(tukar)
  const from = '203.0.113.7'
  const deviceKey = keyGiven(await signInOn(tukar, email))
  for (let tried = 0; tried < 5; tried += 1) {
    assert.deepEqual(messageOf(await guess(tukar, url, from, email)), failed)
  }
  assert.deepEqual(messageOf(await signInOn(tukar, email, { url, from })), throttled)
  assert.deepEqual(messageOf(await signInOn(tukar, email, { url, from, deviceKey })), in200)
})

test('a known device gets no more guesses than others, from any network', async (t) => {
  const tukar = await startTukar(t)
  const url = await startProxiedNode(t, tukar)
  const { email } = await makeTrader(tukar)
  const deviceKey = keyGiven(await signInOn(tukar, email))
  const typed = 'Wrong-Horse-1'
  for (let tried = 0; tried < 5; tried += 1) {
    const from = `203.0.${tried}.7`
    assert.deepEqual(
      messageOf(await signInOn(tukar, email, { url, from, deviceKey, typed })),
      failed,
    )
  }
  const last = await signInOn(tukar, email, { url, from: '203.0.99.7', deviceKey })
  assert.deepEqual(messageOf(last), throttled)
})

test('wrong passwords are counted by the /48 of IPv6 as well as by the /64', async (t) => {
  const tukar = await startTukar(t)
  const url = await startProxiedNode(t, tukar)
  const { email } = await makeTrader(tukar)
  const address = (subnet: number) => `2001:db8:1:${subnet.toString(16)}::1`
  const allowed = 5 * networkLimits.widePointsFactor
  for (let tried = 0; tried < allowed; tried += 1) {
    assert.deepEqual(messageOf(await guess(tukar, url, address(tried), email)), failed)
  }
  assert.deepEqual(messageOf(await guess(tukar, url, address(allowed), email)), throttled)
  assert.deepEqual(messageOf(await signInOn(tukar, email, { url, from: '2001:db8:2::1' })), in200)
})

test('wrong passwords of a /48 add up over all accounts', async (t) => {
  const tukar = await startTukar(t)
  const url = await startProxiedNode(t, tukar)
  const { email } = await makeTrader(tukar)
  const points = passwordLimits.wrongOfNetwork * networkLimits.widePointsFactor
  const wide = 'wrong-passwords-of-network-of-wide-network'
  await wrongBefore(tukar, wide, '2001:db8:1::/48', points - 1)
  assert.deepEqual(messageOf(await guess(tukar, url, '2001:db8:1:a::1')), failed)
  const from = '2001:db8:1:b::1'
  assert.deepEqual(messageOf(await signInOn(tukar, email, { url, from })), throttled)
  assert.deepEqual(messageOf(await signInOn(tukar, email, { url, from: '2001:db8:2:b::1' })), in200)
})

test('while forty addresses guess, users elsewhere sign in', async (t) => {
  const tukar = await startTukar(t)
  const url = await startProxiedNode(t, tukar)
  const people = [await makeTrader(tukar), await makeTrader(tukar), await makeTrader(tukar)]
  let looked = 0
  let isOver = false
  const guessers = Array.from({ length: 80 }, async (_, index) => {
    for (let tried = 0; !isOver; tried += 1) {
      const email = `victim-${index}-${tried}@tukar.test`
      const { status } = await guess(tukar, url, `203.0.${index % 40}.7`, email)
      if (status === 401) looked += 1
    }
  })
  while (looked < 80) await new Promise((resolve) => setTimeout(resolve, 20))
  const answers = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      await new Promise((resolve) => setTimeout(resolve, index * 100))
      const email = people[index % people.length]?.email ?? ''
      return signInOn(tukar, email, { url, from: `198.51.${index}.1` })
    }),
  )
  isOver = true
  await Promise.all(guessers)
  assert.deepEqual(
    answers.map(messageOf),
    Array.from(answers, () => in200),
  )
})

test('the limits of a /48 of IPv6 are four times those of an address', async (t) => {
  const tukar = await startTukar(t)
  const url = await startProxiedNode(t, tukar)
  const refresh = (from: string) =>
    send(url, 'POST', '/api/auth/refresh-token', {
      body: { refreshToken: 'xrt_none' },
      headers: { 'x-forwarded-for': from },
    })
  for (let subnet = 0; subnet < 4; subnet += 1) {
    const from = `2001:db8:1:${subnet}::1`
    const answers = await Promise.all(Array.from({ length: 30 }, () => refresh(from)))
    assert.ok(answers.every(({ status }) => status === 401))
  }
  assert.equal((await refresh('2001:db8:1:9::1')).status, 429)
  assert.equal((await refresh('2001:db8:2:9::1')).status, 401)
})
