import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { mailsArrived } from '../../../tests/make/mails.ts'
import {
  bindPhone,
  phone,
  phoneCode,
  phoneE164,
  requestOtpByPhone,
  textsTo,
  wrongCode,
} from '../../../tests/make/phones.ts'
import { startProxiedNode } from '../../../tests/make/proxied-node.ts'
import { expectOk, makeTrader, type Trader } from '../../../tests/make/trader.ts'

const bound = [200, 'api.mobile_verified']
const wrong = [400, 'api.otp_verification_code_invalid']
const inUse = [400, 'api.phone_number_in_used']
const blacklisted = [400, 'api.phone_number_blacklisted']
const other = { ...phone, phone: '081234567891' }

async function phoneOf(tukar: Tukar, { token }: Trader): Promise<unknown> {
  const me = await tukar.call('GET', '/api/users/me', { token })
  return me.body.data.phone
}

const traders = (tukar: Tukar, count: number) =>
  Promise.all(Array.from({ length: count }, () => makeTrader(tukar)))

/** Moves the attempt windows of all codes into the past. */
const forgetTries = (tukar: Tukar) =>
  sql`update otp_codes set window_ends_at = now()`.execute(tukar.service.ctx.db.read)

test('a code sent to a phone binds it, in one spelling, and notifies its owner', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const code = await phoneCode(tukar, trader)
  const typed = { ...phone, phone: '+62 812 3456 7890', dialCode: '+62' }
  assert.deepEqual(messageOf(await bindPhone(tukar, trader, code, typed)), bound)
  assert.equal(await phoneOf(tukar, trader), phoneE164)
  const [mail] = await mailsArrived(tukar, trader.email, 1)
  assert.equal(mail?.subject, 'A phone was added to your account')
})

test('a code binds once, and another one may bind another phone in its place', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const code = await phoneCode(tukar, trader)
  expectOk(await bindPhone(tukar, trader, code))
  assert.deepEqual(messageOf(await bindPhone(tukar, trader, code)), wrong)
  expectOk(await requestOtpByPhone(tukar, trader, other))
  const [text] = await textsTo(tukar, '+6281234567891')
  assert.deepEqual(messageOf(await bindPhone(tukar, trader, text?.code ?? '', other)), bound)
  assert.equal(await phoneOf(tukar, trader), '+6281234567891')
})

test('a code for one phone or user is valid for no other phone or user', async (t) => {
  const tukar = await startTukar(t)
  const [first, second] = await traders(tukar, 2)
  assert.ok(first && second)
  const code = await phoneCode(tukar, first)
  assert.deepEqual(messageOf(await bindPhone(tukar, first, code, other)), wrong)
  assert.deepEqual(messageOf(await bindPhone(tukar, second, code)), wrong)
  assert.equal(await phoneOf(tukar, second), null)
  assert.deepEqual(messageOf(await bindPhone(tukar, first, code)), bound)
})

test('a bound phone cannot be bound to another user', async (t) => {
  const tukar = await startTukar(t)
  const [first, second] = await traders(tukar, 2)
  assert.ok(first && second)
  const [code, rival] = [await phoneCode(tukar, first), await phoneCode(tukar, second)]
  expectOk(await bindPhone(tukar, first, code))
  assert.deepEqual(messageOf(await bindPhone(tukar, second, rival)), inUse)
  assert.equal(await phoneOf(tukar, second), null)
})

test('if several users bind one phone at once, one succeeds', async (t) => {
  const tukar = await startTukar(t, { nodes: 2 })
  const url = await startProxiedNode(t, tukar)
  const all = await traders(tukar, 6)
  const codes: string[] = []
  for (const [index, trader] of all.entries()) {
    codes.push(await phoneCode(tukar, trader, { url, ip: `203.0.113.${index}` }))
  }
  const answers = await Promise.all(
    all.map((trader, index) => {
      const from = { url: tukar.nodes[index % 2]?.url ?? '' }
      return bindPhone(tukar, trader, codes[index] ?? '', phone, from)
    }),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  const losers = answers.filter(({ status }) => status !== 200)
  for (const answer of losers) assert.deepEqual(messageOf(answer), inUse)
  const owners = (await Promise.all(all.map((trader) => phoneOf(tukar, trader)))).filter(Boolean)
  assert.deepEqual(owners, [phoneE164])
})

test('probing for bound phones is limited', async (t) => {
  const tukar = await startTukar(t)
  const [owner, asker] = await traders(tukar, 2)
  assert.ok(owner !== undefined && asker !== undefined)
  assert.deepEqual(messageOf(await bindPhone(tukar, owner, await phoneCode(tukar, owner))), bound)
  for (let sentCodes = 0; sentCodes < 20; sentCodes += 1) {
    assert.deepEqual(messageOf(await bindPhone(tukar, asker, '000000')), inUse)
  }
  const answer = await bindPhone(tukar, asker, '000000')
  assert.deepEqual(messageOf(answer), [429, 'api.too_many_requests'])
})

test('a code sent many times at once binds once', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const code = await phoneCode(tukar, trader)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => bindPhone(tukar, trader, code)),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
})

test('five wrong codes blacklist a phone, and then the right one is refused', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const code = await phoneCode(tukar, trader)
  for (let time = 0; time < 5; time += 1) {
    assert.deepEqual(messageOf(await bindPhone(tukar, trader, wrongCode(code))), wrong)
  }
  assert.deepEqual(messageOf(await bindPhone(tukar, trader, code)), blacklisted)
  assert.deepEqual(messageOf(await requestOtpByPhone(tukar, trader)), blacklisted)
  assert.equal(await phoneOf(tukar, trader), null)
})

test('a new code grants no new tries, from any network', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const url = await startProxiedNode(t, tukar)
  const from = (network: number) => ({ url, ip: `203.0.113.${network}` })
  const code = await phoneCode(tukar, trader, from(1))
  for (let time = 0; time < 5; time += 1) {
    const answer = await bindPhone(tukar, trader, wrongCode(code), phone, from(time))
    assert.deepEqual(messageOf(answer), wrong)
  }
  const next = await phoneCode(tukar, trader, from(9))
  assert.deepEqual(messageOf(await bindPhone(tukar, trader, next, phone, from(9))), wrong)
  await forgetTries(tukar)
  assert.deepEqual(messageOf(await bindPhone(tukar, trader, next, phone, from(9))), bound)
})

test('a user who never requested a code blacklists nothing, despite wrong codes', async (t) => {
  const tukar = await startTukar(t)
  const [victim, attacker] = await traders(tukar, 2)
  assert.ok(victim && attacker)
  for (let time = 0; time < 12; time += 1) {
    assert.deepEqual(messageOf(await bindPhone(tukar, attacker, '123456')), wrong)
  }
  assert.deepEqual(messageOf(await bindPhone(tukar, victim, await phoneCode(tukar, victim))), bound)
})

test('a bound phone stays bound, whatever codes are tried', async (t) => {
  const tukar = await startTukar(t)
  const owner = await makeTrader(tukar)
  expectOk(await bindPhone(tukar, owner, await phoneCode(tukar, owner)))
  const code = await phoneCode(tukar, owner)
  for (let time = 0; time < 6; time += 1) {
    assert.deepEqual(messageOf(await bindPhone(tukar, owner, wrongCode(code))), wrong)
  }
  assert.equal(await phoneOf(tukar, owner), phoneE164)
  const listed = await sql`select from phone_blacklist`.execute(tukar.service.ctx.db.read)
  assert.equal(listed.rows.length, 0)
})

test('a malformed code or phone costs no try', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const code = await phoneCode(tukar, trader)
  for (const otpCode of ['', '12345', '1234567', 'abcdef', '１２３４５６', '12 456']) {
    const answer = await bindPhone(tukar, trader, otpCode)
    assert.equal(answer.status, 400)
    assert.match(answer.body.message, /^The otp code field /)
  }
  const misfit = await bindPhone(tukar, trader, code, { ...phone, dialCode: '65' })
  assert.deepEqual(messageOf(misfit), [400, 'The selected dial code is invalid.'])
  assert.deepEqual(messageOf(await bindPhone(tukar, trader, code)), bound)
})
