import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { allSent, mailsTo } from '../../../tests/make/mails.ts'
import { auditOf, makeFirstAdmin, makeOperator } from '../../../tests/make/operator.ts'
import { phoneE164, requestOtpByPhone } from '../../../tests/make/phones.ts'
import { expectOk, makeTrader, password } from '../../../tests/make/trader.ts'
import { makeVirtualAccount } from '../../../tests/make/virtual-account.ts'

const nothing = [400, 'api.nothing_to_change']

type By = Readonly<{ token: string }>

const get = (tukar: Tukar, { token }: By, path: string) =>
  tukar.call('GET', `/operator/api${path}`, { token })

const post = (tukar: Tukar, { token }: By, path: string, body: unknown) =>
  tukar.call('POST', `/operator/api${path}`, { token, body })

test('users are found by the beginning of an address, by phone and by number', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const ani = await makeTrader(tukar, 'ani@tukar.test')
  const budi = await makeTrader(tukar, 'budi@tukar.test')
  await sql`update users set phone = ${phoneE164} where id = ${budi.id}`.execute(
    tukar.service.ctx.db.read,
  )
  const found = async (query: string): Promise<readonly number[]> => {
    const answer = await get(tukar, admin, `/users?${query}`)
    assert.deepEqual(messageOf(answer), [200, 'api.users_retrieved'])
    return answer.body.data.data.map(({ id }: { id: number }) => id)
  }
  assert.deepEqual(await found('q=ANI@'), [ani.id])
  assert.deepEqual(await found(`q=${encodeURIComponent(phoneE164)}`), [budi.id])
  assert.deepEqual(await found(`q=${budi.id}`), [budi.id])
  assert.deepEqual(await found('q=%25'), [], 'a percent sign is only itself')
  assert.deepEqual(await found(''), [budi.id, ani.id], 'the newest first')
  assert.deepEqual(await found('suspended=true'), [])
  assert.deepEqual(await found('sort=asc'), [ani.id, budi.id])
  const page = await get(tukar, admin, '/users?limit=1')
  assert.deepEqual(page.body.data.nextCursor, String(budi.id))
  assert.deepEqual(await found(`limit=1&cursor=${budi.id}`), [ani.id])
  const last = await get(tukar, admin, `/users?limit=1&cursor=${budi.id}`)
  assert.equal(last.body.data.nextCursor, null)
})

test('each search for users is audited once with its terms', async (t) => {
  const tukar = await startTukar(t)
  const viewer = await makeOperator(tukar, 'viewer')
  await makeTrader(tukar, 'ani@tukar.test')
  await makeTrader(tukar, 'anita@tukar.test')
  const found = await get(tukar, viewer, '/users?q=ani')
  assert.equal(found.body.data.data.length, 2)
  assert.equal((await get(tukar, viewer, '/users?suspended=false')).status, 200)
  assert.equal((await get(tukar, viewer, '/users?suspended=maybe')).status, 400)
  const views = await auditOf(tukar, viewer, '&action=user.search')
  assert.deepEqual(
    views.map(({ operator, subject }) => [operator.id, subject.kind, subject.id]),
    [
      [viewer.id, 'users', 'ani'],
      [viewer.id, 'users', 'all'],
    ],
  )
  assert.equal(views[0].requestId, found.headers.get('x-request-id'))
})

test('a user is shown with balances and without secrets, and the view is audited', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const trader = await makeTrader(tukar)
  const { accountNumber } = await makeVirtualAccount(tukar, trader)
  await tukar.control('POST', '/payx/va-payments', { accountNumber, amount: 250_000 })
  const shown = await eventually('the credit', async () => {
    const answer = await get(tukar, admin, `/users/${trader.id}`)
    return answer.body.data.balances.length > 0 && answer
  })
  assert.deepEqual(messageOf(shown), [200, 'api.user_retrieved'])
  const { balances, worthIdr, registration, taxCertification, ...others } = shown.body.data
  const { devices, sessions, limits, risks, ...profile } = others
  assert.equal(taxCertification, null)
  assert.deepEqual(balances, [
    { symbol: 'IDR', available: '245560', locked: '0', worthIdr: '245560' },
  ])
  assert.equal(worthIdr, '245560')
  assert.equal(registration, null)
  assert.deepEqual([devices.length, sessions.length], [1, 1])
  assert.equal(sessions[0].device, devices[0].name)
  assert.deepEqual(limits[0], {
    kind: 'withdrawals',
    symbol: 'IDR',
    used: '0',
    most: '500000000',
  })
  const kinds = risks.map(({ kind }: { kind: string }) => kind)
  assert.ok(kinds.includes('identity-not-verified') && kinds.includes('no-authenticator'))
  assert.deepEqual(Object.keys(profile), [
    'id',
    'name',
    'email',
    'emailVerified',
    'phone',
    'language',
    'bind2FA',
    'identityStatus',
    'suspendedAt',
    'suspensionReason',
    'suspendedByService',
    'withdrawLockedUntil',
    'createdAt',
  ])
  const views = await auditOf(tukar, admin, `&action=user.look&subjectId=${trader.id}`)
  assert.ok(views.length > 0)
  assert.equal(views[0].operator.email, admin.email)
  assert.deepEqual(messageOf(await get(tukar, admin, '/users/999999')), [404, 'api.user_not_found'])
})

test('an operator suspends a user at once, and restores the account', async (t) => {
  const tukar = await startTukar(t)
  const support = await makeOperator(tukar, 'support')
  const trader = await makeTrader(tukar)
  const suspend = (body: object) => post(tukar, support, `/users/${trader.id}/suspend`, body)
  const restore = () => post(tukar, support, `/users/${trader.id}/restore`, { reason: 'cleared' })
  const login = () =>
    tukar.call('POST', '/api/auth/login', { body: { email: trader.email, password } })
  assert.deepEqual(messageOf(await suspend({})), [400, 'The reason field is required.'])
  assert.deepEqual(messageOf(await restore()), nothing)
  assert.deepEqual(messageOf(await suspend({ reason: 'a stolen card' })), [
    200,
    'api.user_suspended',
  ])
  const me = await tukar.call('GET', '/api/users/me', { token: trader.token })
  assert.deepEqual(messageOf(me), [401, 'auth.unauthenticated'])
  assert.deepEqual(messageOf(await login()), [403, 'auth.account_suspended'])
  assert.deepEqual(messageOf(await suspend({ reason: 'again' })), nothing)
  const shown = await get(tukar, support, `/users/${trader.id}`)
  assert.equal(shown.body.data.suspensionReason, 'a stolen card')
  assert.deepEqual(messageOf(await restore()), [200, 'api.user_restored'])
  assert.equal((await login()).status, 200)
  for (const words of ['suspended', 'active again']) {
    await eventually(`the mail "${words}"`, async () =>
      (await mailsTo(tukar, trader.email)).some(({ subject }) => subject.includes(words)),
    )
  }
  const audit = await auditOf(tukar, support, `&subjectKind=user&subjectId=${trader.id}`)
  assert.deepEqual(
    audit.filter(({ action }) => action !== 'user.look').map((one) => [one.action, one.after]),
    [
      ['user.suspend', { suspended: true, reason: 'a stolen card' }],
      ['user.restore', { suspended: false, reason: 'cleared' }],
    ],
  )
  for (const what of ['suspend', 'restore']) {
    const unknown = await post(tukar, support, `/users/999999/${what}`, { reason: 'x' })
    assert.deepEqual(messageOf(unknown), [404, 'api.user_not_found'])
  }
})

test('if operators suspend a user at once, one succeeds, and one is audited', async (t) => {
  const tukar = await startTukar(t)
  const support = await makeOperator(tukar, 'support')
  const trader = await makeTrader(tukar)
  const answers = await Promise.all(
    [1, 2, 3, 4].map((reason) =>
      post(tukar, support, `/users/${trader.id}/suspend`, { reason: `reason ${reason}` }),
    ),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  assert.equal((await auditOf(tukar, support, '&action=user.suspend')).length, 1)
})

test("a user's risks name what stops or delays their withdrawals", async (t) => {
  const tukar = await startTukar(t)
  const viewer = await makeOperator(tukar, 'viewer')
  const trader = await makeTrader(tukar)
  const { read } = tukar.service.ctx.db
  await sql`insert into phone_blacklist (phone, reason) values (${phoneE164}, 'shared')`.execute(
    read,
  )
  await sql`
    update users set phone = ${phoneE164}, suspended_at = now(), suspension_reason = 'stolen',
      withdraw_locked_until = now() + interval '1 hour', twofa_changed_at = now(),
      twofa_provisional_until = now() + interval '1 day',
      identity_status = 'success', bind_2fa = true, mailbox_proven_at = now()
    where id = ${trader.id}`.execute(read)
  await sql`
    insert into bank_accounts (user_id, bank_id, bank_name, account, bank_owner, address)
    values (${trader.id}, 'BCA', 'BCA', '123', 'ANI', 'Jakarta')`.execute(read)
  const { risks } = (await get(tukar, viewer, `/users/${trader.id}`)).body.data
  assert.deepEqual(
    risks.map((one: { kind: string; detail: string | null }) => [one.kind, one.detail]),
    [
      ['suspended', 'stolen'],
      ['phone-blacklisted', 'shared'],
      ['withdrawals-locked', null],
      ['authenticator-changed', null],
      ['authenticator-provisional', null],
      ['bank-account-changed', 'BCA 123'],
    ],
  )
})

test('a phone is put on the blacklist once, with a reason', async (t) => {
  const tukar = await startTukar(t)
  const support = await makeOperator(tukar, 'support')
  const list = (body: object) => post(tukar, support, '/blacklist/phones', body)
  const body = { phone: phoneE164, reason: 'texts are resold' }
  assert.deepEqual(messageOf(await list({ ...body, phone: '0812' })), [
    400,
    'The phone field format is invalid.',
  ])
  assert.deepEqual(messageOf(await list(body)), [200, 'api.phone_blacklisted'])
  assert.deepEqual(messageOf(await list({ ...body, reason: 'again' })), nothing)
  const [entry] = await auditOf(tukar, support, '&action=phone.blacklist')
  assert.deepEqual(entry.after, { blacklisted: true, reason: 'texts are resold' })
  const trader = await makeTrader(tukar)
  const refused = await requestOtpByPhone(tukar, trader)
  assert.equal(refused.body.message, 'api.phone_number_blacklisted')
  expectOk(await list({ phone: '+628111111111', reason: 'another' }))
  const first = await get(tukar, support, '/blacklist/phones?limit=1')
  const next = await get(
    tukar,
    support,
    `/blacklist/phones?limit=1&cursor=${first.body.data.nextCursor}`,
  )
  assert.deepEqual(
    [first, next].map((page) => page.body.data.data[0].phone),
    ['+628111111111', phoneE164],
  )
  assert.equal(next.body.data.nextCursor, null)
})

test('a phone is taken off the blacklist and can be bound again', async (t) => {
  const tukar = await startTukar(t)
  const support = await makeOperator(tukar, 'support')
  const trader = await makeTrader(tukar)
  await sql`insert into phone_blacklist (phone, reason) values (${phoneE164}, 'guessed')`.execute(
    tukar.service.ctx.db.read,
  )
  const list = await get(tukar, support, '/blacklist/phones')
  assert.deepEqual(messageOf(list), [200, 'api.blacklist_retrieved'])
  assert.deepEqual(
    list.body.data.data.map((one: { phone: string; reason: string }) => [one.phone, one.reason]),
    [[phoneE164, 'guessed']],
  )
  assert.equal(
    (await requestOtpByPhone(tukar, trader)).body.message,
    'api.phone_number_blacklisted',
  )
  const lift = () =>
    tukar.call('DELETE', '/operator/api/blacklist/phones', {
      token: support.token,
      body: { phone: phoneE164, reason: 'its owner wrote' },
    })
  assert.deepEqual(messageOf(await lift()), [200, 'api.phone_lifted'])
  assert.deepEqual(messageOf(await lift()), nothing)
  expectOk(await requestOtpByPhone(tukar, trader))
  const [entry] = await auditOf(tukar, support, '&action=phone.lift')
  assert.deepEqual(entry.after, { blacklisted: false, reason: 'its owner wrote' })
})

test('operators see since when mail to a user is refused, until one is accepted', async (t) => {
  const tukar = await startTukar(t)
  const viewer = await makeFirstAdmin(tukar)
  const trader = await makeTrader(tukar)
  const { db } = tukar.service.ctx
  const refusals = async () => {
    const { risks } = (await get(tukar, viewer, `/users/${trader.id}`)).body.data
    return risks.flatMap((one: { kind: string; since: string }) =>
      one.kind === 'mail-refused' ? [one.since] : [],
    )
  }
  const mailCode = async (email: string) => {
    await sql`update users set email = ${email} where id = ${trader.id}`.execute(db.read)
    expectOk(await tukar.call('POST', '/api/email/otp-code', { body: { email } }))
    await allSent(tukar)
  }
  await mailCode('gone-away@tukar.test')
  const [since, ...others] = await refusals()
  assert.ok(Date.parse(since) > 0 && others.length === 0)
  await mailCode('back@tukar.test')
  assert.deepEqual(await refusals(), [])
})
