import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { hurried } from '../../../tests/make/due-jobs.ts'
import { allSent, mailsTo } from '../../../tests/make/mails.ts'
import {
  acceptInvitation,
  auditOf,
  bindOperatorApp,
  changeOperator,
  invitationOf,
  makeFirstAdmin,
  makeOperator,
  operatorPassword,
  type SignedInOperator,
  signOperatorIn,
} from '../../../tests/make/operator.ts'
import { expectOk } from '../../../tests/make/trader.ts'
import { deleteExpiredInvitations } from '../../core/operators/invitations.sql.ts'

const invalid = [400, 'api.operator_invitation_invalid']
const failed = [401, 'auth.failed']
const email = 'new@tukar.test'

async function invite(tukar: Tukar, by: SignedInOperator): Promise<number> {
  const body = { email, role: 'finance' }
  const made = await tukar.call('POST', '/operator/api/operators', { token: by.token, body })
  expectOk(made)
  return made.body.data.id
}

test('an invitation is mailed, and lets its reader choose a password once', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const id = await invite(tukar, admin)
  const token = await invitationOf(tukar, email)
  const [mail] = await mailsTo(tukar, email)
  assert.equal(mail?.link, `${tukar.url}/console#/invitation/${token}`)
  assert.deepEqual(messageOf(await signOperatorIn(tukar, email, operatorPassword)), failed)
  assert.deepEqual(messageOf(await acceptInvitation(tukar, token, 'short')), [
    400,
    'The password field must be at least 12 characters.',
  ])
  for (const password of ['Administrator1!', 'passwordpassword', '123456789012']) {
    const refused = await acceptInvitation(tukar, token, password)
    assert.deepEqual(messageOf(refused), [400, 'api.operator_password_leaked'], password)
  }
  const accepted = await acceptInvitation(tukar, token)
  assert.deepEqual(messageOf(accepted), [200, 'api.operator_invitation_accepted'])
  assert.deepEqual([accepted.body.data.email, accepted.body.data.invited], [email, false])
  assert.deepEqual(
    messageOf(await acceptInvitation(tukar, token, 'another long password')),
    invalid,
  )
  const signedIn = await signOperatorIn(tukar, email, operatorPassword)
  expectOk(signedIn)
  assert.equal(signedIn.body.data.operator.passwordInitial, false)
  const audit = await auditOf(tukar, admin, `&subjectKind=operator&subjectId=${id}`)
  assert.deepEqual(
    audit.map(({ action, operator }) => [action, operator?.email]),
    [
      ['operator.create', admin.email],
      ['operator.accept-invitation', email],
      ['operator.login', email],
    ],
  )
})

test('one of two concurrent uses of an invitation sets the password', async (t) => {
  const tukar = await startTukar(t)
  await invite(tukar, await makeFirstAdmin(tukar))
  const token = await invitationOf(tukar, email)
  const passwords = ['one long password', 'two long passwords']
  const answers = await Promise.all(passwords.map((one) => acceptInvitation(tukar, token, one)))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400])
  const signedIn = await Promise.all(passwords.map((one) => signOperatorIn(tukar, email, one)))
  assert.deepEqual(
    signedIn.map(({ status }) => status === 200),
    answers.map(({ status }) => status === 200),
  )
})

test('an invitation is not stored in clear, neither in a row nor in a job', async (t) => {
  const tukar = await startTukar(t)
  await invite(tukar, await makeFirstAdmin(tukar))
  const { read } = tukar.service.ctx.db
  const jobs = async () =>
    (
      await sql<{ row: string }>`
        select payload::text as row from graphile_worker._private_jobs`.execute(read)
    ).rows
  const waiting = await jobs()
  const token = await invitationOf(tukar, email)
  const stored = await sql<{ row: string }>`
    select to_jsonb(i)::text as row from operator_invitations i
    union all select to_jsonb(o)::text from operators o
    union all select to_jsonb(a)::text from operator_audit a`.execute(read)
  assert.ok(stored.rows.length >= 3)
  const hex = Buffer.from(token, 'base64url').toString('hex')
  for (const { row } of [...waiting, ...stored.rows, ...(await jobs())]) {
    assert.ok(!row.includes(token) && !row.includes(hex), row)
  }
})

test('an expired invitation is refused, and another one can be sent', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  const admin = await makeFirstAdmin(tukar)
  const id = await invite(tukar, admin)
  const first = await invitationOf(tukar, email)
  const left = await sql<{ hours: number }>`
    select extract(epoch from expires_at - now())::float8 / 3600 as hours
    from operator_invitations`.execute(db.read)
  const hours = left.rows[0]?.hours ?? 0
  assert.ok(hours > 71 && hours <= 72, `${hours}`)
  await sql`update operator_invitations set expires_at = now()`.execute(db.read)
  assert.deepEqual(messageOf(await acceptInvitation(tukar, first)), invalid)
  assert.deepEqual(messageOf(await acceptInvitation(tukar, 'never-made')), invalid)
  assert.equal(await deleteExpiredInvitations(db), 1)
  expectOk(await changeOperator(tukar, admin, id, 'invite'))
  const second = await invitationOf(tukar, email, 2)
  assert.deepEqual(messageOf(await acceptInvitation(tukar, first)), invalid)
  expectOk(await acceptInvitation(tukar, second))
  assert.deepEqual(messageOf(await changeOperator(tukar, admin, id, 'invite')), [
    400,
    'api.nothing_to_change',
  ])
})

test('each later invitation stops the one before', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const id = await invite(tukar, admin)
  const first = await invitationOf(tukar, email)
  expectOk(await changeOperator(tukar, admin, id, 'invite'))
  const second = await invitationOf(tukar, email, 2)
  assert.deepEqual(messageOf(await acceptInvitation(tukar, first)), invalid)
  expectOk(await acceptInvitation(tukar, second))
})

test('an invitation of a disabled operator is refused', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const id = await invite(tukar, admin)
  const token = await invitationOf(tukar, email)
  expectOk(await changeOperator(tukar, admin, id, 'disable'))
  assert.deepEqual(messageOf(await acceptInvitation(tukar, token)), invalid)
  expectOk(await changeOperator(tukar, admin, id, 'invite'))
  await allSent(tukar)
  assert.equal((await mailsTo(tukar, email)).length, 1)
})

test('a reset removes password, app, sessions and confirmation, and mails a link', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const viewer = await makeOperator(tukar, 'viewer', admin)
  await bindOperatorApp(tukar, viewer)
  const reset = await changeOperator(tukar, admin, viewer.id, 'reset')
  expectOk(reset)
  const { bind2FA, confirmed, invited } = reset.body.data
  assert.deepEqual([bind2FA, confirmed, invited], [false, false, true])
  const me = await tukar.call('GET', '/operator/api/me', { token: viewer.token })
  assert.deepEqual(messageOf(me), [401, 'auth.unauthenticated'])
  assert.deepEqual(messageOf(await signOperatorIn(tukar, viewer.email, viewer.password)), failed)
  const token = await invitationOf(tukar, viewer.email)
  expectOk(await acceptInvitation(tukar, token, 'another long password'))
  const again = await signOperatorIn(tukar, viewer.email, 'another long password')
  expectOk(again)
  assert.equal(again.body.data.operator.bind2FA, false)
})

test('one network tries twenty invitations in five minutes', async (t) => {
  const tukar = await startTukar(t)
  const statuses: number[] = []
  for (let time = 0; time < 21; time += 1) {
    statuses.push((await acceptInvitation(tukar, `guess-${time}`)).status)
  }
  assert.deepEqual(statuses, [...Array.from({ length: 20 }, () => 400), 429])
})

test('a mail that could not be sent is sent later, with a link that works', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  await tukar.control('POST', '/faults', { provider: 'mail', fault: 'error-500', times: 1 })
  await invite(tukar, admin)
  const { db } = tukar.service.ctx
  await hurried(db, 'the mail', async () => (await mailsTo(tukar, email)).length > 0)
  expectOk(await acceptInvitation(tukar, await invitationOf(tukar, email)))
  assert.equal((await mailsTo(tukar, email)).length, 1)
})
