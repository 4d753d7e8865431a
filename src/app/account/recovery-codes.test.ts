import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type Answer, startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { mailsArrived } from '../../../tests/make/mails.ts'
import { bindTotp, codeOf, forgetSteps, wrongCodeOf } from '../../../tests/make/totp.ts'
import { expectOk, makeTrader, password, type Trader } from '../../../tests/make/trader.ts'
import { sessionsWait } from '../../../tests/make/waiting-sessions.ts'
import { revokeAllFamilies } from '../../platform/access/sessions/tokens.sql.ts'

const path = '/api/users/recovery-codes'
const wrong = 'auth.otp_failed'

const signIn = (tukar: Tukar, { email }: Trader, recoveryCode: unknown) =>
  tukar.call('POST', '/api/auth/login', { body: { email, password, recoveryCode } })

async function makeCodes(tukar: Tukar, trader: Trader, secret: string): Promise<string[]> {
  const { token } = trader
  await forgetSteps(tukar, trader)
  const answer = await tukar.call('POST', path, { token, body: { otpCode: codeOf(secret) } })
  assert.deepEqual(messageOf(answer), [200, 'api.recovery_codes_made'])
  return answer.body.data.codes
}

const leftOf = async (tukar: Tukar, { token }: Pick<Trader, 'token'>): Promise<number> =>
  (await tukar.call('GET', path, { token })).body.data.left

const keyOf = (answer: Answer) => answer.body.message

test('each recovery code signs in once in place of the app, and notifies its owner', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const secret = await bindTotp(tukar, trader)
  const codes = await makeCodes(tukar, trader, secret)
  assert.equal(new Set(codes).size, 8)
  for (const code of codes) assert.match(code, /^[A-Z2-7]{4}(?:-[A-Z2-7]{4}){3}$/)
  const [first = '', second = ''] = codes
  expectOk(await signIn(tukar, trader, first.toLowerCase().replaceAll('-', '')))
  assert.equal(await leftOf(tukar, trader), 7)
  const again = await signIn(tukar, trader, first)
  assert.equal(keyOf(again), wrong)
  expectOk(await signIn(tukar, trader, second))
  const mails = await mailsArrived(tukar, trader.email, 4)
  assert.ok(mails.some(({ subject }) => /recovery code was used/.test(subject)))
})

test('two requests at once spend a code once', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const [code] = await makeCodes(tukar, trader, await bindTotp(tukar, trader))
  const answers = await Promise.all([1, 2, 3].map(() => signIn(tukar, trader, code)))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
})

test('a code removes the lost app; then no code of it works any more', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const [first, second] = await makeCodes(tukar, trader, await bindTotp(tukar, trader))
  const unbind = (body: object) =>
    tukar.call('POST', '/api/users/twofa-unbind', { token: trader.token, body })
  assert.deepEqual(messageOf(await unbind({})), [400, 'The otp code field is required.'])
  assert.deepEqual(messageOf(await unbind({ recoveryCode: first })), [200, 'api.twofa_unbinded'])
  assert.equal(await leftOf(tukar, trader), 0)
  await forgetSteps(tukar, trader)
  const secret = await bindTotp(tukar, trader)
  assert.equal(await leftOf(tukar, trader), 0)
  assert.equal(keyOf(await signIn(tukar, trader, second)), wrong)
  assert.equal((await makeCodes(tukar, trader, secret)).length, 8)
})

test('codes are made only with a code of a bound app, and replace the former ones', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const { token } = trader
  const make = (otpCode: string) => tukar.call('POST', path, { token, body: { otpCode } })
  assert.equal(keyOf(await make('123456')), 'api.required_for_twofa_binding')
  const secret = await bindTotp(tukar, trader)
  assert.equal(keyOf(await make(wrongCodeOf(secret))), wrong)
  const [old] = await makeCodes(tukar, trader, secret)
  const [fresh] = await makeCodes(tukar, trader, secret)
  assert.equal(keyOf(await signIn(tukar, trader, old)), wrong)
  expectOk(await signIn(tukar, trader, fresh))
})

test('wrong recovery codes count as wrong codes of the app', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const [code] = await makeCodes(tukar, trader, await bindTotp(tukar, trader))
  for (let tries = 0; tries < 5; tries += 1) {
    assert.equal(keyOf(await signIn(tukar, trader, 'AAAA-AAAA-AAAA-AAAA')), wrong)
  }
  assert.equal((await signIn(tukar, trader, code)).status, 429)
  const malformed = await signIn(tukar, trader, '123456')
  assert.deepEqual(messageOf(malformed), [400, 'The recovery code field format is invalid.'])
})

test('no codes are made for a session that ends meanwhile; the former ones stay', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const secret = await bindTotp(tukar, trader)
  const [former] = await makeCodes(tukar, trader, secret)
  await forgetSteps(tukar, trader)
  const { token } = trader
  const { asking } = await tukar.service.ctx.db.inTransaction(async (tx) => {
    await sql`select from totp_secrets where user_id = ${trader.id} for update`.execute(tx)
    const asking = tukar.call('POST', path, { token, body: { otpCode: codeOf(secret) } })
    await waitingForLock(tukar)
    await revokeAllFamilies(tx, trader.id)
    return { asking }
  })
  assert.deepEqual(messageOf(await asking), [401, 'auth.unauthenticated'])
  expectOk(await signIn(tukar, trader, former))
})

const waitingForLock = ({ service: { ctx } }: Tukar) => sessionsWait(ctx.db, 1, '%totp_secrets%')
