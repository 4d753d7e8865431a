import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import {
  bindPhone,
  phone,
  phoneCode,
  phoneE164,
  proveIdentity,
  requestOtpByPhone,
  textsTo,
} from '../../../tests/make/phones.ts'
import { startProxiedNode } from '../../../tests/make/proxied-node.ts'
import { expectOk, makeTrader } from '../../../tests/make/trader.ts'
import { blacklistPhone } from '../../core/users/phone-blacklist.sql.ts'

const sent = [200, 'api.phone_otp_sent']
const throttled = [429, 'api.otp_code_request_throttle']

const strike = (tukar: Tukar, fault: string) =>
  tukar.control('POST', '/faults', { provider: 'sms', fault, times: 1 })

test('a code of 6 digits is sent to the phone in its one spelling', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  assert.deepEqual(messageOf(await requestOtpByPhone(tukar, trader)), sent)
  const [text, ...others] = await textsTo(tukar)
  assert.equal(others.length, 0)
  assert.match(text?.code ?? '', /^\d{6}$/)
  assert.match(text?.text ?? '', /is your Tukar code/)
})

test('a phone is read as people type and paste it', async (t) => {
  const tukar = await startTukar(t)
  const typed = [
    '\u202a+62 812-3456-7890\u202c',
    '+62\u00a0812\u200b3456\u20607890',
    '\ufeff0812\u00ad3456\u200e7890 ',
  ]
  for (const one of typed) {
    const trader = await makeTrader(tukar)
    const answer = await requestOtpByPhone(tukar, trader, { ...phone, phone: one })
    assert.deepEqual(messageOf(answer), sent, JSON.stringify(one))
  }
  assert.equal((await textsTo(tukar)).length, typed.length)
  const short = { ...phone, phone: '62811810123' }
  assert.deepEqual(messageOf(await requestOtpByPhone(tukar, await makeTrader(tukar), short)), sent)
  assert.equal((await textsTo(tukar, '+62811810123')).length, 1)
})

test('the text is in the language of the account', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const { db } = tukar.service.ctx
  await sql`update users set language = 'id' where id = ${trader.id}`.execute(db.read)
  assert.deepEqual(messageOf(await requestOtpByPhone(tukar, trader)), sent)
  assert.match((await textsTo(tukar))[0]?.text ?? '', /adalah kode Tukar Anda/)
})

test('a blacklisted phone, or one in use, gets no text', async (t) => {
  const tukar = await startTukar(t)
  const [owner, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  expectOk(await bindPhone(tukar, owner, await phoneCode(tukar, owner)))
  const inUse = await requestOtpByPhone(tukar, other)
  assert.deepEqual(messageOf(inUse), [400, 'api.phone_number_in_used'])
  await blacklistPhone(tukar.service.ctx.db, '+6281234567891', 'a test')
  const listed = await requestOtpByPhone(tukar, other, { ...phone, phone: '081234567891' })
  assert.deepEqual(messageOf(listed), [400, 'api.phone_number_blacklisted'])
  assert.equal((await textsTo(tukar)).length, 1)
  assert.deepEqual(await textsTo(tukar, '+6281234567891'), [])
})

test('a user with a bound phone gets codes even if it was blacklisted', async (t) => {
  const tukar = await startTukar(t)
  const owner = await makeTrader(tukar)
  expectOk(await bindPhone(tukar, owner, await phoneCode(tukar, owner)))
  await blacklistPhone(tukar.service.ctx.db, phoneE164, 'a test')
  expectOk(await bindPhone(tukar, owner, await phoneCode(tukar, owner)))
})

test('a provider that fails, refuses or is lost is reported to the caller', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const failed = [400, 'api.otp_sent_failure']
  for (const fault of ['error-500', 'drop-response']) {
    await strike(tukar, fault)
    assert.deepEqual(messageOf(await requestOtpByPhone(tukar, trader)), failed, fault)
  }
  const unusedPhone = { ...phone, phone: '081234560009' }
  assert.deepEqual(messageOf(await requestOtpByPhone(tukar, trader, unusedPhone)), failed)
  assert.deepEqual(messageOf(await requestOtpByPhone(tukar, trader)), sent)
})

test('three of many requests at once for one phone are accepted, in any spelling', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const spellings = ['081234567890', '+62 812 3456 7890', '6281234567890', '81234567890']
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      requestOtpByPhone(tukar, trader, { ...phone, phone: spellings[index % 4] ?? '' }),
    ),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 3)
  const refused = answers.find(({ status }) => status !== 200)
  assert.deepEqual(messageOf(refused ?? assert.fail()), throttled)
  assert.equal((await textsTo(tukar)).length, 3)
})

test('a phone gets at most ten texts an hour, over all endpoints', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  await proveIdentity(tukar, trader)
  const url = await startProxiedNode(t, tukar)
  for (let time = 0; time < 10; time += 1) {
    const from = { url, ip: `203.0.113.${time}` }
    assert.deepEqual(messageOf(await requestOtpByPhone(tukar, trader, phone, from)), sent)
  }
  const eleventh = await requestOtpByPhone(tukar, trader, phone, { url, ip: '203.0.113.99' })
  assert.deepEqual(messageOf(eleventh), throttled)
  assert.equal((await textsTo(tukar)).length, 10)
})

test('a user gets at most twenty texts an hour, to any phones', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  await proveIdentity(tukar, trader)
  const url = await startProxiedNode(t, tukar)
  const request = (index: number) => {
    const typed = { ...phone, phone: `0812345678${10 + index}` }
    return requestOtpByPhone(tukar, trader, typed, { url, ip: `203.0.113.${index}` })
  }
  for (let time = 0; time < 20; time += 1) assert.deepEqual(messageOf(await request(time)), sent)
  assert.deepEqual(messageOf(await request(20)), throttled)
})

test('an invalid phone of its country is refused with a sentence', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const invalid = 'The phone field must be a valid phone number.'
  const wrong: readonly (readonly [Partial<Record<keyof typeof phone, string>>, string])[] = [
    [{ phone: '' }, 'The phone field is required.'],
    [{ phone: '0812' }, invalid],
    [{ phone: '+14155552671' }, invalid],
    [{ phone: '081234567890 ext 5' }, invalid],
    [{ countryCode: 'XX' }, 'The selected dial code is invalid.'],
    [{ countryCode: 'Indonesia' }, 'The selected country code is invalid.'],
    [{ dialCode: '65' }, 'The selected dial code is invalid.'],
    [{ dialCode: '' }, 'The dial code field is required.'],
  ]
  for (const [part, sentence] of wrong) {
    const answer = await requestOtpByPhone(tukar, trader, { ...phone, ...part })
    assert.deepEqual(messageOf(answer), [400, sentence], JSON.stringify(part))
  }
  assert.deepEqual(
    messageOf(await requestOtpByPhone(tukar, trader, { ...phone, dialCode: '+62' })),
    sent,
  )
})
