import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { eventually, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import {
  auditOf,
  makeFirstAdmin,
  makeOperator,
  type SignedInOperator,
} from '../../../tests/make/operator.ts'
import { bindOperatorApp } from '../../../tests/make/operator-app.ts'
import { expectOk, password, type Trader } from '../../../tests/make/trader.ts'
import {
  becomes,
  moveAtCustody,
  pauseCustody,
  requestCoins,
  startWithdrawer,
} from '../../../tests/make/withdrawal.ts'
import { accountMail } from '../../core/outbox/account-mail.ts'
import { suspendAccess } from '../../platform/access/suspend-access.ts'

const incidentOpen = [400, 'api.user_incident_open']
const secondNeeded = [400, 'api.second_operator_needed']

type Stage = Readonly<{
  tukar: Tukar
  trader: Trader
  requestId: string
  support: SignedInOperator
  one: SignedInOperator
  other: SignedInOperator
}>

/** A trader whose withdrawal was given back and then sent by custody all the same. */
async function paidTwice(t: TestContext, before = async (_stage: Stage) => {}): Promise<Stage> {
  const { tukar, trader } = await startWithdrawer(t)
  const admin = await makeFirstAdmin(tukar)
  const support = await makeOperator(tukar, 'support', admin)
  const one = await makeOperator(tukar, 'finance', admin)
  const other = await makeOperator(tukar, 'finance', admin)
  await pauseCustody(tukar)
  const requestId = await requestCoins(tukar, trader)
  const stage = { tukar, trader, requestId, support, one, other }
  await becomes(tukar, trader, 'SUBMITTED')
  await moveAtCustody(tukar, requestId, 'FAILED')
  await becomes(tukar, trader, 'FAILED')
  await before(stage)
  await moveAtCustody(tukar, requestId, 'COMPLETED')
  await eventually('the incident', async () => {
    const { risks } = await shown(stage)
    return risks.some(({ detail }: { detail: string | null }) => detail === requestId)
  })
  return stage
}

const shown = async ({ tukar, trader, support }: Stage) =>
  (await tukar.call('GET', `/operator/api/users/${trader.id}`, { token: support.token })).body.data

const restore = (
  { tukar, trader }: Stage,
  { token }: SignedInOperator,
  code: Readonly<{ otpCode?: string }> = {},
) =>
  tukar.call('POST', `/operator/api/users/${trader.id}/restore`, {
    token,
    body: { reason: 'the incident is settled', ...code },
  })

/** Two operators charge the user for the withdrawal that was sent after all. */
async function settle({ tukar, requestId, one, other }: Stage): Promise<void> {
  const body = { outcome: 'completed', reason: 'custody showed the transaction' }
  const path = `/operator/api/withdrawals/${requestId}/resolve`
  for (const { token } of [one, other]) expectOk(await tukar.call('POST', path, { token, body }))
}

const suspended = async (stage: Stage) => {
  const { suspendedAt, suspendedByService } = await shown(stage)
  return [suspendedAt !== null, suspendedByService]
}

test('nobody restores an account while a withdrawal of its owner is in doubt', async (t) => {
  const stage = await paidTwice(t)
  assert.deepEqual(await suspended(stage), [true, true])
  const admin = await makeOperator(stage.tukar, 'admin')
  for (const operator of [stage.support, stage.one, admin]) {
    assert.deepEqual(messageOf(await restore(stage, operator)), incidentOpen, operator.role)
  }
  assert.deepEqual(await suspended(stage), [true, true])
})

test('what the service suspended is restored by two operators of finance', async (t) => {
  const stage = await paidTwice(t)
  const { tukar, trader, support, one, other } = stage
  await settle(stage)
  assert.deepEqual(messageOf(await restore(stage, support)), [403, 'api.operator_not_permitted'])
  assert.equal((await restore(stage, one)).body.data.state, 'proposed')
  assert.deepEqual(messageOf(await restore(stage, one)), secondNeeded)
  assert.deepEqual(await suspended(stage), [true, true])
  assert.equal((await restore(stage, other)).body.data.state, 'restored')
  assert.deepEqual(await suspended(stage), [false, false])
  const login = await tukar.call('POST', '/api/auth/login', {
    body: { email: trader.email, password },
  })
  assert.notEqual(login.body.message, 'auth.account_suspended')
  const entries = await auditOf(tukar, one, `&action=user.restore&subjectId=${trader.id}`)
  assert.deepEqual(
    entries.map(({ operator, after }) => [operator.id, after.suspended]),
    [
      [one.id, true],
      [other.id, false],
    ],
  )
})

test('each of the two operators enters a code of their own app', async (t) => {
  const stage = await paidTwice(t)
  await settle(stage)
  const [codeOfOne, codeOfOther] = [
    await bindOperatorApp(stage.tukar, stage.one),
    await bindOperatorApp(stage.tukar, stage.other),
  ]
  for (const operator of [stage.one, stage.other]) {
    assert.deepEqual(messageOf(await restore(stage, operator)), [403, 'auth.otp_failed'])
  }
  expectOk(await restore(stage, stage.one, { otpCode: await codeOfOne() }))
  expectOk(await restore(stage, stage.other, { otpCode: await codeOfOther() }))
  assert.deepEqual(await suspended(stage), [false, false])
})

test('an agreement from before another incident does not restore an account', async (t) => {
  const stage = await paidTwice(t)
  const { tukar, trader, one, other } = stage
  await settle(stage)
  assert.equal((await restore(stage, one)).body.data.state, 'proposed')
  const mail = accountMail(tukar.service.ctx, 'account-suspended-by-operator', trader.id)
  const incident = { reason: 'another incident', byService: true, mail }
  await tukar.service.ctx.db.inTransaction((tx) => suspendAccess(tx, trader.id, incident))
  assert.equal((await restore(stage, other)).body.data.state, 'proposed')
  assert.deepEqual(await suspended(stage), [true, true])
  assert.equal((await restore(stage, one)).body.data.state, 'restored')
})

test('the service takes over the suspension of an operator', async (t) => {
  const stage = await paidTwice(t, async ({ tukar, trader, support }) => {
    const path = `/operator/api/users/${trader.id}/suspend`
    const body = { reason: 'asked for' }
    expectOk(await tukar.call('POST', path, { token: support.token, body }))
  })
  const { suspensionReason } = await shown(stage)
  assert.match(suspensionReason, new RegExp(`^${stage.requestId}: `))
  await settle(stage)
  assert.deepEqual(await suspended(stage), [true, true])
  assert.equal((await restore(stage, stage.one)).body.data.state, 'proposed')
})

test('a later suspension by an operator is lifted by one operator again', async (t) => {
  const stage = await paidTwice(t)
  await settle(stage)
  for (const operator of [stage.one, stage.other]) expectOk(await restore(stage, operator))
  const { tukar, trader, support, one } = stage
  const path = `/operator/api/users/${trader.id}/suspend`
  const body = { reason: 'a stolen phone' }
  expectOk(await tukar.call('POST', path, { token: support.token, body }))
  assert.deepEqual(await suspended(stage), [true, false])
  assert.deepEqual(messageOf(await restore(stage, one)), [403, 'api.operator_not_permitted'])
  assert.equal((await restore(stage, support)).body.data.state, 'restored')
})
