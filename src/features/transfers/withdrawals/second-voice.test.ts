import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, startTukar, type Tukar } from '../../../../tests/harness.ts'
import {
  auditOf,
  makeFirstAdmin,
  makeOperator,
  operatorPassword,
  type SignedInOperator,
  signOperatorIn,
} from '../../../../tests/make/operator.ts'
import { expectOk } from '../../../../tests/make/trader.ts'
import { makeWithdrawer, sentToCustody, withdrawCoin } from '../../../../tests/make/withdrawal.ts'
import { makeAdmin } from '../../../access/first-operator.ts'
import { operatorId } from '../../../base/ids.ts'
import { findResolutionVoices, writeResolution } from './withdrawal-decisions.sql.ts'

const said = ({ status, body }: Answer) => [status, body?.message]
const refused = [400, 'api.second_operator_needed']

/** A withdrawal that takes two operators, by its request id. */
async function waiting(tukar: Tukar): Promise<string> {
  const fields = { amount: '0.5', residentialAddress: 'Jalan Melati 1, Bandung' }
  const answer = await withdrawCoin(tukar, await makeWithdrawer(tukar), fields)
  assert.equal(answer.body.data?.status, 'PENDING_APPROVAL', answer.text)
  return answer.body.data.request_id
}

const approve = (tukar: Tukar, { token }: SignedInOperator, id: string) =>
  tukar.call('POST', `/operator/api/withdrawals/${id}/approve`, { token, body: {} })

/** Replaces a first password, as somebody does who was told it. */
async function settle(
  tukar: Tukar,
  email: string,
  first: string,
): Promise<Pick<SignedInOperator, 'id' | 'token'>> {
  const { token, operator } = (await signOperatorIn(tukar, email, first)).body.data
  const passwords = { password: operatorPassword, password_confirmation: operatorPassword }
  const body = { currentPassword: first, ...passwords }
  expectOk(await tukar.call('POST', '/operator/api/password', { token, body }))
  return { id: operator.id, token }
}

/** An admin whom nobody but the holder of the machine made. */
async function anotherAdmin(tukar: Tukar): Promise<SignedInOperator> {
  const email = 'another-admin@tukar.test'
  const first = (await makeAdmin(tukar.service.ctx, email)) ?? ''
  const settled = await settle(tukar, email, first)
  return { ...settled, email, password: operatorPassword, role: 'admin' }
}

/** What an admin does who wants to be somebody else: resets them, and signs in in their place. */
async function takeOver(tukar: Tukar, admin: SignedInOperator, other: SignedInOperator) {
  const path = `/operator/api/operators/${other.id}/reset`
  const reset = await tukar.call('POST', path, { token: admin.token })
  expectOk(reset)
  return { ...other, ...(await settle(tukar, other.email, reset.body.data.password)) }
}

test('an admin is no second voice as an operator they made, whoever speaks first', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const another = await anotherAdmin(tukar)
  const made = await makeOperator(tukar, 'finance', admin)
  const [adminFirst, madeFirst] = [await waiting(tukar), await waiting(tukar)]
  expectOk(await approve(tukar, admin, adminFirst))
  assert.deepEqual(said(await approve(tukar, made, adminFirst)), refused)
  expectOk(await approve(tukar, made, madeFirst))
  assert.deepEqual(said(await approve(tukar, admin, madeFirst)), refused)
  assert.equal((await auditOf(tukar, admin, '&action=withdrawal.approve')).length, 2)
  assert.deepEqual(await sentToCustody(tukar), [])
  for (const id of [adminFirst, madeFirst]) {
    const { data } = (await approve(tukar, another, id)).body
    assert.deepEqual([data.status, data.approvals], ['PROCESSING', 2])
  }
})

test('an admin is no second voice as an operator they reset, and another admin is', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const another = await anotherAdmin(tukar)
  const finance = await makeOperator(tukar, 'finance', another)
  const id = await waiting(tukar)
  expectOk(await approve(tukar, admin, id))
  const taken = await takeOver(tukar, admin, finance)
  assert.deepEqual(said(await approve(tukar, taken, id)), refused)
  const back = await takeOver(tukar, another, finance)
  assert.equal((await approve(tukar, back, id)).body.data.status, 'PROCESSING')
})

test('the yes of a maker who was disabled since keeps nobody from theirs', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const another = await anotherAdmin(tukar)
  const made = await makeOperator(tukar, 'finance', admin)
  const id = await waiting(tukar)
  expectOk(await approve(tukar, admin, id))
  const disable = { token: another.token, body: { reason: 'left' } }
  expectOk(await tukar.call('POST', `/operator/api/operators/${admin.id}/disable`, disable))
  assert.equal((await approve(tukar, made, id)).body.data.status, 'PENDING_APPROVAL')
  assert.equal((await approve(tukar, another, id)).body.data.status, 'PROCESSING')
})

test('how a withdrawal ends is not seconded by an operator whom the first one made', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  const admin = await makeFirstAdmin(tukar)
  const another = await anotherAdmin(tukar)
  const made = await makeOperator(tukar, 'finance', admin)
  const id = await waiting(tukar)
  const word = { outcome: 'failed', reason: 'x' } as const
  await db.inTransaction((tx) => writeResolution(tx, id, operatorId(admin.id), word))
  const voices = (by: SignedInOperator) =>
    db.inTransaction((tx) => findResolutionVoices(tx, id, operatorId(by.id), 'failed'))
  assert.deepEqual(await voices(admin), { seconded: false, said: true })
  assert.deepEqual(await voices(made), { seconded: false, said: true })
  assert.deepEqual(await voices(another), { seconded: true, said: false })
})
