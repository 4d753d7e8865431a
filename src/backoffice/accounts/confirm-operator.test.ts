import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { makeClaim } from '../../../tests/make/cash-deposit.ts'
import { owned } from '../../../tests/make/ledger.ts'
import {
  acceptInvitation,
  auditOf,
  changeOperator,
  invitationOf,
  inviteOperator,
  makeConfirmed,
  makeFirstAdmin,
  makeOperator,
  operatorPassword,
  type SignedInOperator,
  signOperatorIn,
  twoAdmins,
} from '../../../tests/make/operator.ts'
import { expectOk, makeTrader, type Trader } from '../../../tests/make/trader.ts'
import { confirmWaitedOperators } from './confirm-operator.ts'

const dependent = [400, 'api.second_operator_needed']
const notConfirmed = [403, 'api.operator_not_confirmed']
const notIndependent = [403, 'api.operator_not_independent']

const approve = (tukar: Tukar, { token }: SignedInOperator, id: number) =>
  tukar.call('POST', `/operator/api/deposits/${id}/approve`, { token, body: {} })

const available = async ({ service }: Tukar, { id }: Trader): Promise<bigint> =>
  (await owned(service.ctx.db, id)).available

/** Makes a claim of 900 billion rupiah, and raises the supply cap above it. */
async function claimed(tukar: Tukar) {
  await sql`update assets set supply_cap = 1e36`.execute(tukar.service.ctx.db.read)
  const trader = await makeTrader(tukar)
  return { trader, id: await makeClaim(tukar, trader, { amount: '900000000000' }) }
}

test('two operators whom one admin invited do not approve a deposit together', async (t) => {
  const tukar = await startTukar(t)
  const [admin, other] = await twoAdmins(tukar)
  const one = await makeConfirmed(tukar, 'finance', admin, other)
  const two = await makeConfirmed(tukar, 'finance', admin, other)
  const { trader, id } = await claimed(tukar)
  assert.equal((await approve(tukar, one, id)).body.data.status, 'PENDING')
  assert.deepEqual(messageOf(await approve(tukar, two, id)), dependent)
  assert.deepEqual(messageOf(await approve(tukar, admin, id)), dependent)
  assert.equal(await available(tukar, trader), 0n)
})

test('an admin and an operator invited by their invitee do not approve together', async (t) => {
  const tukar = await startTukar(t)
  const [admin, other] = await twoAdmins(tukar)
  const child = await makeConfirmed(tukar, 'admin', admin, other)
  const grandchild = await makeConfirmed(tukar, 'admin', child, other)
  const last = await makeConfirmed(tukar, 'finance', grandchild, other)
  const { trader, id } = await claimed(tukar)
  assert.equal((await approve(tukar, last, id)).body.data.status, 'PENDING')
  for (const one of [admin, child, grandchild]) {
    assert.deepEqual(messageOf(await approve(tukar, one, id)), dependent)
  }
  assert.equal(await available(tukar, trader), 0n)
  assert.equal((await approve(tukar, other, id)).body.data.status, 'COMPLETED')
})

test('one admin can not approve with any number of operators they invited', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const one = await inviteOperator(tukar, 'finance', admin)
  const helper = await inviteOperator(tukar, 'admin', admin)
  const two = await inviteOperator(tukar, 'finance', helper)
  const { trader, id } = await claimed(tukar)
  assert.equal((await approve(tukar, admin, id)).body.data.status, 'PENDING')
  for (const puppet of [one, helper, two]) {
    assert.deepEqual(messageOf(await approve(tukar, puppet, id)), notConfirmed)
  }
  await sql`update operator_handlings set at = at - interval '25 hours'`.execute(
    tukar.service.ctx.db.read,
  )
  await confirmWaitedOperators(tukar.service.ctx)
  for (const puppet of [one, helper, two]) {
    assert.deepEqual(messageOf(await approve(tukar, puppet, id)), dependent)
  }
  assert.equal(await available(tukar, trader), 0n)
})

test('the two operators of a sandbox approve a large deposit at once', async (t) => {
  const tukar = await startTukar(t)
  const [one, other] = await twoAdmins(tukar)
  const { trader, id } = await claimed(tukar)
  assert.equal((await approve(tukar, one, id)).body.data.status, 'PENDING')
  assert.deepEqual(messageOf(await approve(tukar, one, id)), dependent)
  assert.equal((await approve(tukar, other, id)).body.data.status, 'COMPLETED')
  assert.equal(await available(tukar, trader), 90_000_000_000_000n)
})

const attest = (tukar: Tukar, by: SignedInOperator, id: number) =>
  changeOperator(tukar, by, id, 'attest')

test('an inviter and the invited become two by an attestation, not by age', async (t) => {
  const tukar = await startTukar(t)
  const [admin, other] = await twoAdmins(tukar)
  const made = await makeConfirmed(tukar, 'finance', admin, other)
  const { id } = await claimed(tukar)
  expectOk(await approve(tukar, admin, id))
  await sql`update operator_handlings set at = now() - interval '3 years'`.execute(
    tukar.service.ctx.db.read,
  )
  assert.deepEqual(messageOf(await approve(tukar, made, id)), dependent)
  assert.deepEqual(messageOf(await attest(tukar, admin, made.id)), notIndependent)
  const shown = async () => {
    const path = `/operator/api/operators/${made.id}`
    const { attestedUntil, attestationDue } = (
      await tukar.call('GET', path, { token: admin.token })
    ).body.data
    return [attestedUntil === null, attestationDue]
  }
  assert.deepEqual(await shown(), [true, true])
  const attested = await attest(tukar, other, made.id)
  assert.deepEqual(messageOf(attested), [200, 'api.operator_updated'])
  const days = (Date.parse(attested.body.data.attestedUntil) - Date.now()) / 86_400_000
  assert.ok(days > 91 && days < 93, `${days}`)
  assert.deepEqual(await shown(), [false, false])
  assert.deepEqual(messageOf(await attest(tukar, admin, made.id)), notIndependent)
  assert.deepEqual(await shown(), [false, false], 'an inviter neither renews it nor ends it')
  assert.equal((await approve(tukar, made, id)).body.data.status, 'COMPLETED')
})

test('an attestation ends after a quarter, and with a reset', async (t) => {
  const tukar = await startTukar(t)
  const [admin, other] = await twoAdmins(tukar)
  const made = await makeConfirmed(tukar, 'admin', admin, other)
  expectOk(await attest(tukar, other, made.id))
  const second = await inviteOperator(tukar, 'finance', admin)
  expectOk(await attest(tukar, made, second.id))
  await sql`update operators set attested_at = now() - interval '92 days'
            where id = ${made.id}`.execute(tukar.service.ctx.db.read)
  assert.deepEqual(messageOf(await attest(tukar, made, second.id)), notIndependent)
  expectOk(await attest(tukar, other, made.id))
  expectOk(await changeOperator(tukar, admin, made.id, 'reset'))
  const { data } = (
    await tukar.call('GET', `/operator/api/operators/${made.id}`, { token: admin.token })
  ).body
  assert.deepEqual([data.attestedUntil, data.attestationDue], [null, true])
})

test('an operator is attested after joining, and by no admin of the same inviter', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const helper = await inviteOperator(tukar, 'admin', admin)
  const puppet = await inviteOperator(tukar, 'admin', admin)
  assert.deepEqual(messageOf(await attest(tukar, helper, puppet.id)), notConfirmed)
  await sql`update operators set confirmed_at = now()`.execute(tukar.service.ctx.db.read)
  assert.deepEqual(messageOf(await attest(tukar, helper, puppet.id)), notIndependent)
  const body = { email: 'new@tukar.test', role: 'finance' }
  const made = await tukar.call('POST', '/operator/api/operators', { token: admin.token, body })
  expectOk(made)
  assert.deepEqual(messageOf(await attest(tukar, helper, made.body.data.id)), [
    400,
    'api.operator_not_joined',
  ])
})

test('a new operator approves nothing, small deposits included, until confirmed', async (t) => {
  const tukar = await startTukar(t)
  const [admin, other] = await twoAdmins(tukar)
  const made = await inviteOperator(tukar, 'finance', admin)
  const id = await makeClaim(tukar, await makeTrader(tukar))
  assert.deepEqual(messageOf(await approve(tukar, made, id)), notConfirmed)
  assert.deepEqual(
    messageOf(await changeOperator(tukar, admin, made.id, 'confirm')),
    notIndependent,
  )
  const done = await changeOperator(tukar, other, made.id, 'confirm')
  assert.deepEqual(messageOf(done), [200, 'api.operator_updated'])
  assert.equal(done.body.data.confirmed, true)
  assert.deepEqual(messageOf(await changeOperator(tukar, other, made.id, 'confirm')), [
    400,
    'api.nothing_to_change',
  ])
  assert.equal((await approve(tukar, made, id)).body.data.status, 'COMPLETED')
  const entries = await auditOf(tukar, admin, '&action=operator.confirm')
  assert.deepEqual(
    entries.map(({ operator, subject }) => [operator.email, subject.id]),
    [[other.email, String(made.id)]],
  )
})

test('an operator without a chosen password cannot be confirmed', async (t) => {
  const tukar = await startTukar(t)
  const [admin, other] = await twoAdmins(tukar)
  const body = { email: 'new@tukar.test', role: 'finance' }
  const made = await tukar.call('POST', '/operator/api/operators', { token: admin.token, body })
  expectOk(made)
  const confirm = await changeOperator(tukar, other, made.body.data.id, 'confirm')
  assert.deepEqual(messageOf(confirm), [400, 'api.operator_not_joined'])
})

test('an unconfirmed admin, or one of the same inviter, can not confirm', async (t) => {
  const tukar = await startTukar(t)
  const [admin, other] = await twoAdmins(tukar)
  const puppet = await inviteOperator(tukar, 'admin', admin)
  const unrelated = await inviteOperator(tukar, 'admin', other)
  const made = await inviteOperator(tukar, 'finance', admin)
  const confirm = (by: SignedInOperator) => changeOperator(tukar, by, made.id, 'confirm')
  assert.deepEqual(messageOf(await confirm(puppet)), notConfirmed)
  assert.deepEqual(messageOf(await confirm(unrelated)), notConfirmed)
  expectOk(await changeOperator(tukar, other, puppet.id, 'confirm'))
  assert.deepEqual(messageOf(await confirm(puppet)), notIndependent)
  assert.deepEqual(messageOf(await confirm(admin)), notIndependent)
  expectOk(await changeOperator(tukar, admin, unrelated.id, 'confirm'))
  expectOk(await confirm(unrelated))
})

test('approvals of a reset operator do not count until they are confirmed', async (t) => {
  const tukar = await startTukar(t)
  const [admin, other] = await twoAdmins(tukar)
  const finance = await makeOperator(tukar, 'finance', admin)
  const { id } = await claimed(tukar)
  expectOk(await approve(tukar, finance, id))
  expectOk(await changeOperator(tukar, admin, finance.id, 'reset'))
  assert.equal((await approve(tukar, other, id)).body.data.status, 'PENDING')
  const token = await invitationOf(tukar, finance.email)
  expectOk(await acceptInvitation(tukar, token))
  const signedIn = await signOperatorIn(tukar, finance.email, operatorPassword)
  const back = { ...finance, token: signedIn.body.data.token }
  assert.deepEqual(messageOf(await approve(tukar, back, id)), notConfirmed)
  expectOk(await changeOperator(tukar, other, finance.id, 'confirm'))
  assert.equal((await approve(tukar, back, id)).body.data.status, 'COMPLETED')
})

test('with a single admin, a new operator counts after the configured hours', async (t) => {
  const tukar = await startTukar(t)
  const { ctx } = tukar.service
  const admin = await makeFirstAdmin(tukar)
  const made = await inviteOperator(tukar, 'finance', admin)
  const trader = await makeTrader(tukar)
  const [first, second] = [await makeClaim(tukar, trader), await makeClaim(tukar, trader)]
  const age = (interval: string) =>
    sql`update operator_handlings set at = now() - ${interval}::interval`.execute(ctx.db.read)
  await age('23 hours 59 minutes')
  await confirmWaitedOperators(ctx)
  assert.deepEqual(messageOf(await approve(tukar, made, first)), notConfirmed)
  await sql`update settings set value = '30' where key = 'operator.sole_admin_wait_hours'`.execute(
    ctx.db.read,
  )
  await age('29 hours')
  await confirmWaitedOperators(ctx)
  assert.deepEqual(messageOf(await approve(tukar, made, first)), notConfirmed)
  await age('30 hours')
  await confirmWaitedOperators(ctx)
  assert.equal((await approve(tukar, made, first)).body.data.status, 'COMPLETED')
  const [entry] = await auditOf(tukar, admin, '&action=operator.confirm')
  assert.deepEqual([entry.operator, entry.subject.id], [null, String(made.id)])
  await eventually('the alert', async () => {
    const path = '/operator/api/alerts?kind=operator-changed'
    const { body } = await tukar.call('GET', path, { token: admin.token })
    return body.data.data.some(({ subject }: { subject: string }) =>
      subject.startsWith(`Approvals by ${made.email} count after 30 hours`),
    )
  })
  expectOk(await changeOperator(tukar, admin, made.id, 'reset'))
  assert.equal((await approve(tukar, admin, second)).body.data.status, 'COMPLETED')
})
