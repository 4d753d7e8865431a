import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { makeNik } from '../../../tests/make/identity.ts'
import { allSent, mailsArrived, mailsTo } from '../../../tests/make/mails.ts'
import { auditOf, makeOperator, type SignedInOperator } from '../../../tests/make/operator.ts'
import { makeRecoverable, openRecovery, type Recoverable } from '../../../tests/make/recovery.ts'
import { bindTotp, codeOf, forgetSteps } from '../../../tests/make/totp.ts'
import { expectOk, makeTrader, password } from '../../../tests/make/trader.ts'
import { applyRecoveries } from './apply-recoveries.ts'

const appCodeNeeded = [403, 'auth.otp_failed']
const notConfirmed = [400, 'api.identity_not_confirmed']
const nothing = [400, 'api.nothing_to_change']
const decided = [400, 'api.already_decided']

type Stage = Readonly<{
  tukar: Tukar
  owner: Recoverable
  one: SignedInOperator
  other: SignedInOperator
}>

async function start(t: TestContext): Promise<Stage> {
  const tukar = await startTukar(t)
  const one = await makeOperator(tukar, 'finance')
  const other = await makeOperator(tukar, 'finance')
  return { tukar, owner: await makeRecoverable(tukar), one, other }
}

const post = (tukar: Tukar, { token }: SignedInOperator, path: string, body: object = {}) =>
  tukar.call('POST', `/operator/api/recoveries/${path}`, { token, body })

/** Opens a recovery by one operator; returns its id. */
async function opened({ tukar, owner, one }: Stage): Promise<number> {
  const answer = await openRecovery(tukar, one, owner)
  assert.deepEqual(messageOf(answer), [200, 'api.recovery_updated'])
  assert.equal(answer.body.data.state, 'proposed')
  return answer.body.data.id
}

/** Both operators agree; returns the id of the recovery. */
async function agreed(stage: Stage): Promise<number> {
  const id = await opened(stage)
  const answer = await post(stage.tukar, stage.other, `${id}/agree`)
  assert.equal(answer.body.data.state, 'agreed', answer.text)
  return id
}

/** A day passes, and the job runs. */
async function aDayLater({ tukar }: Stage): Promise<void> {
  const { ctx } = tukar.service
  await sql`update app_recoveries set due_at = due_at - interval '1 day'`.execute(ctx.db.read)
  await applyRecoveries(ctx)
}

async function stateOf({ tukar, one }: Stage, id: number): Promise<unknown> {
  const { token } = one
  return (await tukar.call('GET', `/operator/api/recoveries/${id}`, { token })).body.data.state
}

const signIn = ({ tukar, owner: { email } }: Stage, otpCode?: string) =>
  tukar.call('POST', '/api/auth/login', { body: { email, password, otpCode } })

test('a lost app is removed a day after two operators agreed, and sessions end', async (t) => {
  const stage = await start(t)
  const { tukar, owner } = stage
  const id = await agreed(stage)
  await applyRecoveries(tukar.service.ctx)
  assert.equal(await stateOf(stage, id), 'agreed', 'it waits for a day')
  assert.deepEqual(messageOf(await signIn(stage)), appCodeNeeded)
  await aDayLater(stage)
  assert.equal(await stateOf(stage, id), 'recovered')
  const me = await tukar.call('GET', '/api/users/me', owner)
  assert.deepEqual(messageOf(me), [401, 'auth.unauthenticated'])
  const signedIn = await signIn(stage)
  expectOk(signedIn)
  const { token } = signedIn.body.data.xToken
  assert.equal((await tukar.call('GET', '/api/users/me', { token })).body.data.bind2FA, false)
  const audit = await auditOf(tukar, stage.one, `&subjectKind=user&subjectId=${owner.id}`)
  assert.deepEqual(
    audit.map(({ action, after }) => [action, after.recovery]),
    [
      ['recovery.open', 'proposed'],
      ['recovery.agree', 'agreed'],
      ['recovery.apply', 'recovered'],
    ],
  )
})

test('each step of a recovery is mailed, shown in the app and pushed to each device', async (t) => {
  const stage = await start(t)
  const { tukar, owner } = stage
  const device = { user_id: owner.id, fcm_token: 'phone-of-the-owner' }
  expectOk(await tukar.call('POST', '/api/fcm/token', { token: owner.token, body: device }))
  await agreed(stage)
  await allSent(tukar)
  const mails = await mailsTo(tukar, owner.email)
  const steps = mails.filter(({ subject }) => subject.startsWith('Your authenticator app'))
  assert.deepEqual(
    steps.map(({ subject, link }) => [subject, link?.includes('/undo-change/')]).toSorted(),
    [
      ['Your authenticator app is removed in 24 hours', true],
      ['Your authenticator app may be removed', true],
    ],
  )
  const inApp = await tukar.call('GET', '/api/user-messages', { token: owner.token })
  assert.equal(inApp.body.data.totalCount, 2)
  assert.ok(!inApp.text.includes('undo-change'), 'the link is for the mailbox alone')
  const query = new URLSearchParams({ to: 'phone-of-the-owner', channel: 'push' })
  assert.equal((await tukar.control('GET', `/messages?${query}`)).body.length, 2)
})

for (const agreement of [opened, agreed]) {
  test(`the owner stops a recovery that is ${agreement.name} with the mailed link`, async (t) => {
    const stage = await start(t)
    const { tukar, owner } = stage
    const id = await agreement(stage)
    const mails = await mailsArrived(tukar, owner.email, agreement === opened ? 2 : 3)
    const link = mails.find(({ subject }) => subject.startsWith('Your authenticator app'))?.link
    const { pathname } = new URL(link ?? '')
    const stopped = await tukar.call('POST', `/api/auth${pathname}`)
    assert.deepEqual(messageOf(stopped), [200, 'auth.change_undone'])
    assert.equal(await stateOf(stage, id), 'stopped')
    await aDayLater(stage)
    assert.deepEqual(messageOf(await signIn(stage)), appCodeNeeded)
    assert.deepEqual(messageOf(await post(tukar, stage.other, `${id}/agree`)), decided)
    expectOk(await signIn(stage, codeOf(owner.secret)))
  })
}

test('only the card that proved the identity opens a recovery', async (t) => {
  const { tukar, owner, one } = await start(t)
  const { token } = one
  const stranger = await makeRecoverable(tukar)
  for (const cardNumber of [makeNik(), stranger.cardNumber, 'x']) {
    const refused = await openRecovery(tukar, one, { ...owner, cardNumber })
    assert.deepEqual(messageOf(refused), notConfirmed)
  }
  await sql`update users set identity_status = 'failed' where id = ${owner.id}`.execute(
    tukar.service.ctx.db.read,
  )
  assert.deepEqual(messageOf(await openRecovery(tukar, one, owner)), notConfirmed)
  const none = await tukar.call('GET', '/operator/api/recoveries', { token })
  assert.deepEqual(none.body.data.data, [])
})

test('a user has one open recovery, and none without a bound app', async (t) => {
  const stage = await start(t)
  const { tukar, owner, one, other } = stage
  const answers = await Promise.all([one, other].map((by) => openRecovery(tukar, by, owner)))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400])
  assert.deepEqual(messageOf(await openRecovery(tukar, one, owner)), nothing)
  const trader = await makeTrader(tukar)
  const plain = { ...trader, cardNumber: makeNik() }
  assert.deepEqual(messageOf(await openRecovery(tukar, one, plain)), nothing)
})

test('an operator stops a recovery before it takes effect, once', async (t) => {
  const stage = await start(t)
  const { tukar, one } = stage
  const id = await agreed(stage)
  const body = { reason: 'the caller was an impostor' }
  assert.equal((await post(tukar, one, `${id}/stop`, body)).body.data.endedBy.id, one.id)
  assert.deepEqual(messageOf(await post(tukar, one, `${id}/stop`, body)), decided)
  await aDayLater(stage)
  assert.deepEqual(messageOf(await signIn(stage)), appCodeNeeded)
})

test('an app that its user replaced meanwhile stays bound', async (t) => {
  const stage = await start(t)
  const { tukar, owner } = stage
  const id = await agreed(stage)
  const body = { otpCode: codeOf(owner.secret) }
  expectOk(await tukar.call('POST', '/api/users/twofa-unbind', { token: owner.token, body }))
  await forgetSteps(tukar, owner)
  const secret = await bindTotp(tukar, owner)
  await aDayLater(stage)
  assert.equal(await stateOf(stage, id), 'void')
  expectOk(await signIn(stage, codeOf(secret)))
})

test('a recovery is void if one of its operators may no longer decide', async (t) => {
  const stage = await start(t)
  const id = await agreed(stage)
  const { read } = stage.tukar.service.ctx.db
  await sql`update operators set disabled_at = now() where id = ${stage.other.id}`.execute(read)
  await aDayLater(stage)
  assert.equal(await stateOf(stage, id), 'void')
  assert.deepEqual(messageOf(await signIn(stage)), appCodeNeeded)
})

test('a recovery that no second operator agreed to within a week is void', async (t) => {
  const stage = await start(t)
  const { tukar, owner, one, other } = stage
  const [id, { ctx }] = [await opened(stage), tukar.service]
  await applyRecoveries(ctx)
  assert.equal(await stateOf(stage, id), 'proposed')
  await sql`update app_recoveries set created_at = now() - interval '8 days'`.execute(ctx.db.read)
  await applyRecoveries(ctx)
  assert.equal(await stateOf(stage, id), 'void')
  assert.deepEqual(messageOf(await post(tukar, other, `${id}/agree`)), decided)
  expectOk(await openRecovery(tukar, one, owner))
})

test('a recovery waits in the queue until the second operator agrees', async (t) => {
  const stage = await start(t)
  const { tukar, owner, one, other } = stage
  const id = await opened(stage)
  const queued = async ({ token }: SignedInOperator) =>
    (await tukar.call('GET', '/operator/api/approvals?kind=recovery', { token })).body.data.data
  const [shown] = await queued(other)
  assert.deepEqual([shown.id, shown.subject, shown.needed], [`${id}`, owner.email, 2])
  assert.deepEqual([shown.obstacle, shown.agreed.length], [null, 1])
  assert.equal(shown.agreed[0].note, 'video call: face and card match')
  assert.equal((await queued(one))[0].obstacle, 'agreed-already')
  expectOk(await post(tukar, other, `${id}/agree`))
  assert.deepEqual(await queued(other), [])
  const unknown = await post(tukar, other, '999999/agree')
  assert.deepEqual(messageOf(unknown), [404, 'api.recovery_not_found'])
})
