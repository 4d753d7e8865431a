import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { makeCashWithdrawer, withdrawCash } from '../../../tests/make/cash-withdrawal.ts'
import { signInOn } from '../../../tests/make/device.ts'
import { allSent, mailsTo } from '../../../tests/make/mails.ts'
import { makeOperator } from '../../../tests/make/operator.ts'
import { expectOk, makeTrader } from '../../../tests/make/trader.ts'
import { withdrawalsOf } from '../../../tests/make/withdrawal.ts'
import { systemRandom } from '../../base/secrets/crypto.ts'
import { hashPassword } from '../../platform/access/passwords/passwords.ts'

const leaked = 'Passw0rd!'
const subject = 'Your password is widely known'

const warningsTo = async (tukar: Tukar, email: string) => {
  await allSent(tukar)
  return (await mailsTo(tukar, email)).filter((mail) => mail.subject === subject).length
}

const isShownLeaked = async (tukar: Tukar, token: string): Promise<unknown> =>
  (await tukar.call('GET', '/api/users/me', { token })).body.data.passwordLeaked

const tokenOf = async (tukar: Tukar, email: string, typed: string): Promise<string> => {
  const answer = await signInOn(tukar, email, { typed })
  expectOk(answer)
  return answer.body.data.xToken.token
}

test('a leaked password is accepted, mailed about and shown until it is replaced', async (t) => {
  const tukar = await startTukar(t)
  const { read } = tukar.service.ctx.db
  const email = 'leaked@tukar.test'
  const chosen = { password: leaked, password_confirmation: leaked }
  const body = { email, ...chosen, language: 'en' }
  for (let time = 0; time < 2; time += 1) {
    const answer = await tukar.call('POST', '/api/auth/register', { body })
    assert.deepEqual(messageOf(answer), [200, 'auth.registered'])
  }
  assert.equal(await warningsTo(tukar, email), 1)
  await sql`update users set email_verified_at = now() where email = ${email}`.execute(read)
  const token = await tokenOf(tukar, email, leaked)
  assert.equal(await isShownLeaked(tukar, token), true)
  const reset = async (password: string) => {
    await sql`truncate counters`.execute(read)
    tukar.service.ctx.counters.forget()
    expectOk(await tukar.call('POST', '/api/auth/password-token', { body: { email } }))
    await allSent(tukar)
    const mail = (await mailsTo(tukar, email)).find((one) => one.link?.includes('token='))
    const { searchParams } = new URL(mail?.link ?? '')
    const link = { token: searchParams.get('token'), email: searchParams.get('email') }
    const next = { password, password_confirmation: password }
    expectOk(await tukar.call('POST', '/api/auth/password-reset', { body: { ...link, ...next } }))
    await allSent(tukar)
    return isShownLeaked(tukar, await tokenOf(tukar, email, password))
  }
  assert.equal(await reset('Another-Horse-9'), false)
  assert.equal(await reset('Qwerty123!'), true)
  assert.equal(await warningsTo(tukar, email), 2)
})

test('a leaked password that was set before is found at the next sign-in, once', async (t) => {
  const tukar = await startTukar(t)
  const { read } = tukar.service.ctx.db
  const { id, email } = await makeTrader(tukar)
  const hash = await hashPassword(systemRandom, leaked)
  await sql`update users set password_hash = ${hash} where id = ${id}`.execute(read)
  await signInOn(tukar, email, { typed: 'Password1!' })
  assert.equal(await warningsTo(tukar, email), 0, 'a wrong password says nothing')
  assert.equal(await isShownLeaked(tukar, await tokenOf(tukar, email, leaked)), true)
  await tokenOf(tukar, email, leaked)
  assert.equal(await warningsTo(tukar, email), 1)
})

test('withdrawals of a user with a leaked password wait for an operator', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeCashWithdrawer(tukar)
  await sql`update users set password_leaked = true where id = ${trader.id}`.execute(
    tukar.service.ctx.db.read,
  )
  const answer = await withdrawCash(tukar, trader)
  assert.equal(answer.body.data.status, 'PENDING_APPROVAL')
  const [withdrawal] = await withdrawalsOf(tukar, trader)
  assert.deepEqual(withdrawal?.reasons, ['a leaked password'])
  const { token } = await makeOperator(tukar, 'viewer')
  const seen = await tukar.call('GET', `/operator/api/users/${trader.id}`, { token })
  const kinds = seen.body.data.risks.map(({ kind }: { kind: string }) => kind)
  assert.ok(kinds.includes('password-leaked'), kinds)
})
