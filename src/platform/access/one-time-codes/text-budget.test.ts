import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type Answer, eventually, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import {
  human,
  phone,
  proveIdentity,
  requestOtpByPhone,
  textsTo,
} from '../../../../tests/make/phones.ts'
import { startProxiedNode } from '../../../../tests/make/proxied-node.ts'
import { makeTrader, type Trader } from '../../../../tests/make/trader.ts'

const sent = [200, 'api.phone_otp_sent']
const throttled = [429, 'api.otp_code_request_throttle']
const notHuman = [400, 'api.captcha_failed']
const notServed = [400, 'api.phone_country_not_served']

const set = ({ service }: Tukar, key: string, value: string | number) =>
  sql`update settings set value = ${value} where key = ${`otp.${key}`}`.execute(service.ctx.db.read)

/** A phone number in its own number block. */
const inBlock = (block: number) => ({ ...phone, phone: `08123${100 + block}7890` })

/** Requests codes from a new address each time, so that no network limit applies. */
async function requester(t: Parameters<typeof startProxiedNode>[0], tukar: Tukar) {
  const url = await startProxiedNode(t, tukar)
  let requests = 0
  return (trader: Trader, typed: Parameters<typeof requestOtpByPhone>[2] = phone) => {
    requests += 1
    return requestOtpByPhone(tukar, trader, typed, { url, ip: `203.0.113.${requests}` })
  }
}

async function textsInAll(tukar: Tukar): Promise<number> {
  const { body } = await tukar.control('GET', '/messages?channel=sms')
  return body.length
}

async function alertsOf({ service }: Tukar, kind: string) {
  const { rows } = await sql<{ severity: string; data: unknown }>`
    select severity, data from operator_alerts where kind = ${kind} order by id`.execute(
    service.ctx.db.read,
  )
  return rows
}

const alerted = (tukar: Tukar, kind: string, count = 1) =>
  eventually(`alerts ${kind}`, async () => {
    const alerts = await alertsOf(tukar, kind)
    return alerts.length >= count && alerts
  })

test('no text is sent to a country that is not served, in any spelling', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const singapore = { phone: '81234567', countryCode: 'SG', dialCode: '65' }
  for (const countryCode of ['SG', 'sg']) {
    const answer = await requestOtpByPhone(tukar, trader, { ...singapore, countryCode })
    assert.deepEqual(messageOf(answer), notServed)
  }
  assert.equal(await textsInAll(tukar), 0)
  await set(tukar, 'sms_countries', 'ID,SG')
  assert.deepEqual(messageOf(await requestOtpByPhone(tukar, trader, singapore)), sent)
  assert.equal((await textsTo(tukar, '+6581234567')).length, 1)
})

test('a user without a proven identity gets five texts a day, to any phones', async (t) => {
  const tukar = await startTukar(t)
  const [trader, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  const request = await requester(t, tukar)
  for (let block = 0; block < 5; block += 1) {
    assert.deepEqual(messageOf(await request(trader, inBlock(block))), sent)
  }
  const sixth = await request(trader, inBlock(5))
  assert.deepEqual(messageOf(sixth), throttled)
  assert.ok(Number(sixth.headers.get('retry-after')) > 80_000)
  assert.deepEqual(messageOf(await request(other, inBlock(6))), sent)
  await proveIdentity(tukar, trader)
  assert.deepEqual(messageOf(await request(trader, inBlock(7))), sent)
})

test('an unproven user gets at most five of many concurrent texts', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const request = await requester(t, tukar)
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, block) => request(trader, inBlock(block))),
  )
  assert.ok(answers.filter(({ status }) => status === 200).length <= 5)
  assert.ok((await textsInAll(tukar)) <= 5)
})

test('the fourth text of a day requires a human check from every caller', async (t) => {
  const tukar = await startTukar(t)
  const [trader, proven] = [await makeTrader(tukar), await makeTrader(tukar)]
  await proveIdentity(tukar, proven)
  const request = await requester(t, tukar)
  for (const who of [trader, proven]) {
    const without = (captchaToken?: string) =>
      request(who, { ...inBlock(who.id % 100), captchaToken })
    for (let time = 0; time < 3; time += 1) assert.deepEqual(messageOf(await without()), sent)
    for (let time = 0; time < 3; time += 1) assert.deepEqual(messageOf(await without()), notHuman)
    assert.deepEqual(messageOf(await without('robot')), notHuman)
    const token = human()
    assert.deepEqual(messageOf(await without(token)), sent)
    assert.deepEqual(messageOf(await without(token)), notHuman)
  }
  assert.equal(await textsInAll(tukar), 8)
})

test('three of several concurrent texts are sent without a human check', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  await proveIdentity(tukar, trader)
  const request = await requester(t, tukar)
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, block) =>
      request(trader, { ...inBlock(block), captchaToken: undefined }),
    ),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 3)
  assert.equal(await textsInAll(tukar), 3)
})

test('each number block has its own budget of texts an hour', async (t) => {
  const tukar = await startTukar(t)
  await set(tukar, 'texts_per_prefix_hour', 2)
  const traders = [await makeTrader(tukar), await makeTrader(tukar), await makeTrader(tukar)]
  const request = await requester(t, tukar)
  const answers: Answer[] = []
  for (const [index, trader] of traders.entries()) {
    answers.push(await request(trader, { ...phone, phone: `08123456789${index}` }))
  }
  assert.deepEqual(answers.map(messageOf), [sent, sent, throttled])
  assert.deepEqual(messageOf(await request(traders[2] ?? assert.fail(), inBlock(1))), sent)
  const data = { budget: '2', channel: 'texts', country: 'ID', prefix: '+628123456' }
  assert.deepEqual(await alerted(tukar, 'otp-budget-spent'), [{ severity: 'warning', data }])
})

test('each country has its own budget of texts an hour', async (t) => {
  const tukar = await startTukar(t)
  await set(tukar, 'texts_per_country_hour', 2)
  await set(tukar, 'sms_countries', 'ID,SG')
  const [trader, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  const request = await requester(t, tukar)
  assert.deepEqual(messageOf(await request(trader, inBlock(1))), sent)
  assert.deepEqual(messageOf(await request(trader, inBlock(2))), sent)
  assert.deepEqual(messageOf(await request(other, inBlock(3))), throttled)
  const singapore = { phone: '81234567', countryCode: 'SG', dialCode: '65' }
  assert.deepEqual(messageOf(await request(other, singapore)), sent)
  const data = { budget: '2', channel: 'texts', country: 'ID' }
  assert.deepEqual(await alerted(tukar, 'otp-budget-spent'), [{ severity: 'critical', data }])
})

test('operators are alerted once when a tenth of the texts of an hour was sent', async (t) => {
  const tukar = await startTukar(t)
  await set(tukar, 'texts_per_hour', 20)
  const trader = await makeTrader(tukar)
  const request = await requester(t, tukar)
  assert.deepEqual(messageOf(await request(trader, inBlock(1))), sent)
  assert.deepEqual(await alertsOf(tukar, 'otp-budget-used'), [])
  assert.deepEqual(messageOf(await request(trader, inBlock(2))), sent)
  const alerts = [{ severity: 'warning', data: { budget: '20', channel: 'texts' } }]
  assert.deepEqual(await alerted(tukar, 'otp-budget-used'), alerts)
  assert.deepEqual(messageOf(await request(trader, inBlock(3))), sent)
  assert.deepEqual(await alertsOf(tukar, 'otp-budget-used'), alerts)
})
