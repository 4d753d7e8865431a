import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import {
  acceptInvitation,
  auditOf,
  bindOperatorApp,
  changeOperator,
  invitationOf,
  invitationsTo,
  makeConfirmed,
  makeFirstAdmin,
  makeOperator,
  operatorPassword,
  type SignedInOperator,
  signOperatorIn,
  twoAdmins,
} from '../../../../tests/make/operator.ts'
import { codeOf } from '../../../../tests/make/totp.ts'
import { expectOk } from '../../../../tests/make/trader.ts'
import { makeWithdrawer, sentToCustody, withdrawCoin } from '../../../../tests/make/withdrawal.ts'

const refused = [400, 'api.second_operator_needed']
const notConfirmed = [403, 'api.operator_not_confirmed']
const otpFailed = [403, 'auth.otp_failed']

/**
 * Makes a withdrawal that needs approval, by two operators unless small; returns its request id.
 */
async function waiting(tukar: Tukar, amount = '0.5'): Promise<string> {
  const fields = { amount, residentialAddress: 'Jalan Melati 1, Bandung' }
  const answer = await withdrawCoin(tukar, await makeWithdrawer(tukar), fields)
  assert.equal(answer.body.data?.status, 'PENDING_APPROVAL', answer.text)
  return answer.body.data.request_id
}

const approve = (tukar: Tukar, { token }: SignedInOperator, id: string, body: object = {}) =>
  tukar.call('POST', `/operator/api/withdrawals/${id}/approve`, { token, body })

/** Takes over another operator's account as an admin: resets it, uses the mailed invitation. */
async function takeOver(tukar: Tukar, admin: SignedInOperator, other: SignedInOperator) {
  const mailed = (await invitationsTo(tukar, other.email)).length
  expectOk(await changeOperator(tukar, admin, other.id, 'reset'))
  const token = await invitationOf(tukar, other.email, mailed + 1)
  expectOk(await acceptInvitation(tukar, token))
  const signedIn = await signOperatorIn(tukar, other.email, operatorPassword)
  return { ...other, token: signedIn.body.data.token }
}

test('an admin is no second approver as an operator they invited', async (t) => {
  const tukar = await startTukar(t)
  const [admin, another] = await twoAdmins(tukar)
  const made = await makeConfirmed(tukar, 'finance', admin, another)
  const [adminFirst, madeFirst] = [await waiting(tukar), await waiting(tukar)]
  expectOk(await approve(tukar, admin, adminFirst))
  assert.deepEqual(messageOf(await approve(tukar, made, adminFirst)), refused)
  expectOk(await approve(tukar, made, madeFirst))
  assert.deepEqual(messageOf(await approve(tukar, admin, madeFirst)), refused)
  assert.equal((await auditOf(tukar, admin, '&action=withdrawal.approve')).length, 2)
  assert.deepEqual(await sentToCustody(tukar), [])
  for (const id of [adminFirst, madeFirst]) {
    const { data } = (await approve(tukar, another, id)).body
    assert.deepEqual([data.status, data.approvals], ['PROCESSING', 2])
  }
})

test('an admin is no second approver as an operator they reset', async (t) => {
  const tukar = await startTukar(t)
  const [admin, another] = await twoAdmins(tukar)
  const finance = await makeOperator(tukar, 'finance', admin)
  const third = await makeOperator(tukar, 'admin', admin)
  const id = await waiting(tukar)
  expectOk(await approve(tukar, admin, id))
  const taken = await takeOver(tukar, admin, finance)
  assert.deepEqual(messageOf(await approve(tukar, taken, id)), notConfirmed)
  expectOk(await changeOperator(tukar, another, finance.id, 'confirm'))
  assert.deepEqual(messageOf(await approve(tukar, taken, id)), refused)
  const back = await takeOver(tukar, another, finance)
  expectOk(await changeOperator(tukar, third, finance.id, 'confirm'))
  assert.deepEqual(
    messageOf(await approve(tukar, back, id)),
    refused,
    'the first reset still counts',
  )
  assert.equal((await approve(tukar, third, id)).body.data.status, 'PROCESSING')
})

test('the approval of a since disabled inviter blocks no other', async (t) => {
  const tukar = await startTukar(t)
  const [admin, another] = await twoAdmins(tukar)
  const made = await makeConfirmed(tukar, 'finance', admin, another)
  const id = await waiting(tukar)
  expectOk(await approve(tukar, admin, id))
  expectOk(await changeOperator(tukar, another, admin.id, 'disable'))
  assert.equal((await approve(tukar, made, id)).body.data.status, 'PENDING_APPROVAL')
  expectOk(await changeOperator(tukar, another, admin.id, 'enable'))
  const { token } = (await signOperatorIn(tukar, admin.email, admin.password)).body.data
  const again = await approve(tukar, { ...admin, token }, id)
  assert.deepEqual(messageOf(again), refused, 'both approved by now, and are no two')
  assert.equal((await approve(tukar, another, id)).body.data.status, 'PROCESSING')
})

test('an approval by two needs a code of each, and each code once', async (t) => {
  const tukar = await startTukar(t)
  const [admin, another] = await twoAdmins(tukar)
  const secret = await bindOperatorApp(tukar, admin)
  const [first, second] = [await waiting(tukar), await waiting(tukar)]
  const withCode = (id: string, otpCode?: string) => approve(tukar, admin, id, { otpCode })
  assert.deepEqual(messageOf(await withCode(first)), otpFailed)
  const code = codeOf(secret)
  expectOk(await withCode(first, code))
  assert.deepEqual(messageOf(await withCode(second, code)), otpFailed)
  assert.equal((await approve(tukar, another, first)).body.data.status, 'PROCESSING')
})

test('a withdrawal that takes one operator takes a code as well', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const secret = await bindOperatorApp(tukar, admin)
  const id = await waiting(tukar, '0.03')
  assert.deepEqual(messageOf(await approve(tukar, admin, id)), otpFailed)
  const approved = await approve(tukar, admin, id, { otpCode: codeOf(secret) })
  assert.equal(approved.body.data.status, 'PROCESSING')
})

test('a resolution by two needs a code of each', async (t) => {
  const tukar = await startTukar(t)
  const [admin, another] = await twoAdmins(tukar)
  const id = await waiting(tukar)
  expectOk(await approve(tukar, admin, id))
  expectOk(await approve(tukar, another, id))
  const secret = await bindOperatorApp(tukar, admin)
  const { read } = tukar.service.ctx.db
  await eventually('its success', async () => {
    const made = await sql`update withdrawals set incident = 'paid after all', status = 'FAILED'
      where request_id = ${id} and status = 'SUCCESS'`.execute(read)
    return made.numAffectedRows === 1n
  })
  const resolve = (otpCode?: string) =>
    tukar.call('POST', `/operator/api/withdrawals/${id}/resolve`, {
      token: admin.token,
      body: { outcome: 'completed', reason: 'the bank says so', otpCode },
    })
  assert.deepEqual(messageOf(await resolve()), otpFailed)
  expectOk(await resolve(codeOf(secret)))
})
