import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { makeKey, signature } from '../../../../tests/make/api-key.ts'
import { mailsTo } from '../../../../tests/make/mails.ts'
import { makeTrader, type Trader } from '../../../../tests/make/trader.ts'
import {
  later,
  mailedCode,
  makeWithdrawer,
  type Withdrawer,
  withdrawCoin,
} from '../../../../tests/make/withdrawal.ts'

const request = (tukar: Tukar, { token }: Trader) =>
  tukar.call('GET', '/api/withdraws/otp', { token })

const codesMailed = async (tukar: Tukar, { email }: Trader): Promise<readonly string[]> => {
  const mails = await mailsTo(tukar, email)
  return mails.flatMap(({ text }) => /withdrawal is ([0-9]{4})\./.exec(text)?.[1] ?? [])
}

const mailed = (tukar: Tukar, trader: Trader, count: number) =>
  eventually(`${count} codes`, async () => {
    const codes = await codesMailed(tukar, trader)
    return codes.length >= count && codes
  })

const wrong = (code: string) =>
  ((Number(code) + 1) % 10 ** code.length).toString().padStart(code.length, '0')

const pass = ({ service }: Tukar, seconds: number) =>
  sql`
    update otp_codes set window_ends_at = window_ends_at - make_interval(secs => ${seconds}),
      day_ends_at = day_ends_at - make_interval(secs => ${seconds})`.execute(service.ctx.db.read)

async function guess(tukar: Tukar, trader: Withdrawer, purpose: 'withdraw' | 'email') {
  const otpCode = wrong(await mailedCode(tukar, trader, purpose))
  const answer = await withdrawCoin(tukar, trader, { otpCode })
  assert.equal(answer.status, 400)
  assert.equal(answer.body.message, 'api.email_otp_error')
}

test('a mailed code of four digits withdraws once', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeWithdrawer(tukar)
  const answer = await request(tukar, trader)
  assert.equal(answer.status, 200)
  assert.equal(answer.body.message, 'api.withdraw_code_sent_successfully')
  const [otpCode = ''] = await mailed(tukar, trader, 1)
  assert.equal((await withdrawCoin(tukar, trader, { otpCode })).status, 200)
  await later(tukar, trader)
  const again = await withdrawCoin(tukar, trader, { otpCode })
  assert.equal(again.body.message, 'api.email_otp_error')
})

test('the newer of two codes of four digits counts', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeWithdrawer(tukar)
  const first = await mailedCode(tukar, trader)
  const second = await mailedCode(tukar, trader)
  if (first === second) return
  const early = await withdrawCoin(tukar, trader, { otpCode: first })
  assert.equal(early.body.message, 'api.email_otp_error')
  assert.equal((await withdrawCoin(tukar, trader, { otpCode: second })).status, 200)
})

test('a code of six digits that was mailed to the user withdraws as well', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeWithdrawer(tukar)
  const otpCode = await mailedCode(tukar, trader, 'email')
  assert.equal((await withdrawCoin(tukar, trader, { otpCode })).status, 200)
})

test('a user gets three codes in five minutes, and only humans do', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  for (let at = 0; at < 3; at += 1) assert.equal((await request(tukar, trader)).status, 200)
  const fourth = await request(tukar, trader)
  assert.equal(fourth.status, 429)
  assert.equal(fourth.body.message, 'api.otp_code_request_throttle')
  assert.ok(Number(fourth.headers.get('retry-after')) > 0)
  const other = await makeTrader(tukar)
  assert.equal((await request(tukar, other)).status, 200)
  const key = await makeKey(tukar, other, { permissions: ['read', 'withdraw'] })
  const path = '/api/withdraws/otp'
  const byKey = await tukar.call('GET', path, { headers: signature(key, { path }) })
  assert.equal(byKey.body.message, 'api.api_key_permission_denied')
})

test('three wrong tries invalidate a code', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeWithdrawer(tukar)
  const code = await mailedCode(tukar, trader)
  for (let at = 0; at < 3; at += 1) {
    await withdrawCoin(tukar, trader, { otpCode: wrong(code) })
  }
  const right = await withdrawCoin(tukar, trader, { otpCode: code })
  assert.equal(right.body.message, 'api.email_otp_error')
})

test('ten wrong codes of a day, of either kind, lock a day and notify once', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeWithdrawer(tukar)
  for (let round = 0; round < 3; round += 1) {
    await guess(tukar, trader, 'withdraw')
    await guess(tukar, trader, 'email')
    await guess(tukar, trader, 'withdraw')
    await pass(tukar, 901)
  }
  const lockMails = async () => {
    const mails = await mailsTo(tukar, trader.email)
    return mails.filter(({ subject }) => subject.includes('locked')).length
  }
  assert.equal(await lockMails(), 0)
  await guess(tukar, trader, 'email')
  await eventually('a mail about it', async () => (await lockMails()) === 1)
  for (const purpose of ['withdraw', 'email'] as const) {
    await guess(tukar, trader, purpose)
    const otpCode = await mailedCode(tukar, trader, purpose)
    const answer = await withdrawCoin(tukar, trader, { otpCode })
    assert.equal(answer.body.message, 'api.email_otp_error', purpose)
  }
  await pass(tukar, 86_401)
  assert.equal((await withdrawCoin(tukar, trader)).status, 200)
  assert.equal(await lockMails(), 1)
})

test('only a well-formed code costs an attempt', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeWithdrawer(tukar)
  const otpCode = await mailedCode(tukar, trader)
  for (const garbage of ['1', '12345', 'abcd', '1234567', '１２３４']) {
    const answer = await withdrawCoin(tukar, trader, { otpCode: garbage })
    assert.equal(answer.body.message, 'api.email_otp_error')
  }
  assert.equal((await withdrawCoin(tukar, trader, { otpCode })).status, 200)
})
