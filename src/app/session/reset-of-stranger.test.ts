import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type Answer, startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { makeKey } from '../../../tests/make/api-key.ts'
import { addBank, bankFields, listBanks, makeBank } from '../../../tests/make/bank-account.ts'
import {
  cardOf,
  identityStatusOf,
  makeNik,
  proveFace,
  readCard,
} from '../../../tests/make/identity.ts'
import { bindPhone, phoneCode, proveIdentity } from '../../../tests/make/phones.ts'
import { createPin, makePin } from '../../../tests/make/pin.ts'
import { saveAddress } from '../../../tests/make/saved-address.ts'
import { bindTotp, codeOf } from '../../../tests/make/totp.ts'
import { expectOk, makeTrader, type Trader } from '../../../tests/make/trader.ts'
import { createVision } from '../../../tests/make/vision.ts'
import { sessionsWait } from '../../../tests/make/waiting-sessions.ts'
import { findUserByEmail } from '../../core/users/users.sql.ts'
import { mintResetLink } from './reset-link.ts'

const password = 'Fresh-Horse-10'

const run = (tukar: Tukar, statement: ReturnType<typeof sql>) =>
  statement.execute(tukar.service.ctx.db.read)

/** Resets the password by link, as the mailbox's owner would. */
async function reset(tukar: Tukar, { email }: Trader): Promise<Answer> {
  const { ctx } = tukar.service
  const user = await findUserByEmail(ctx.db.read, email)
  assert.ok(user)
  const link = new URL(await mintResetLink(ctx, user)).searchParams
  const body = { password, password_confirmation: password, ...Object.fromEntries(link) }
  return tukar.call('POST', '/api/auth/password-reset', { body })
}

async function signIn(tukar: Tukar, trader: Trader, otpCode?: string): Promise<Trader> {
  const body = { email: trader.email, password, otpCode }
  const signedIn = await tukar.call('POST', '/api/auth/login', { body })
  expectOk(signedIn)
  return { ...trader, token: signedIn.body.data.xToken.token }
}

/** Sets up everything that an account allows without access to its mailbox. */
async function furnish(tukar: Tukar, trader: Trader): Promise<void> {
  await makeBank(tukar, trader)
  await makePin(tukar, trader)
  expectOk(await bindPhone(tukar, trader, await phoneCode(tukar, trader)))
  const device = { user_id: trader.id, fcm_token: 'device-of-the-stranger' }
  const { token } = trader
  expectOk(await tukar.call('POST', '/api/fcm/token', { token, body: device }))
}

async function stateOf(tukar: Tukar, trader: Trader) {
  const me = await tukar.call('GET', '/api/users/me', { token: trader.token })
  const { phone, bind2FA, pin } = me.body.data
  const banks = (await listBanks(tukar, trader)).body.data.length
  return { phone, bind2FA, pin: pin.status_pin, banks }
}

test("another person's registration of an address ends with its owner's reset", async (t) => {
  const tukar = await startTukar(t)
  const stranger = await makeTrader(tukar)
  await furnish(tukar, stranger)
  await bindTotp(tukar, stranger)
  expectOk(await reset(tukar, stranger))
  const owner = await signIn(tukar, stranger)
  const nothing = { phone: null, bind2FA: false, pin: false, banks: 0 }
  assert.deepEqual(await stateOf(tukar, owner), nothing)
  assert.equal((await tukar.call('GET', '/api/users/me', stranger)).status, 401)
  const left = await run(
    tukar,
    sql`select user_id from push_tokens union all select user_id from totp_secrets
        union all select user_id from api_keys union all select id_user from pins`,
  )
  assert.deepEqual(left.rows, [])
})

test('a reset leaves the owner no card, picture or registration of another person', async (t) => {
  const tukar = await startTukar(t)
  const stranger = await makeTrader(tukar)
  expectOk(await readCard(tukar, stranger, { ktp_image: cardOf(makeNik('0003')) }))
  expectOk(await proveFace(tukar, stranger))
  assert.equal((await createVision(tukar, stranger)).status, 201)
  assert.equal(await identityStatusOf(tukar, stranger), 'pending')
  expectOk(await reset(tukar, stranger))
  const owner = await signIn(tukar, stranger)
  assert.equal(await identityStatusOf(tukar, owner), 'none')
  const { token } = owner
  const certification = await tukar.call('GET', '/api/users/tax-certification', { token })
  assert.equal(certification.body.data.card, null)
  const visions = await tukar.call('GET', '/api/vision/verifications', { token })
  assert.deepEqual(visions.body.data, [])
  const kept = await run(tukar, sql`select name from files where state = 'stored'`)
  assert.deepEqual(kept.rows, [])
})

test('a phone bound by another person is free again after the owner’s reset', async (t) => {
  const tukar = await startTukar(t)
  const [stranger, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  expectOk(await bindPhone(tukar, stranger, await phoneCode(tukar, stranger)))
  expectOk(await reset(tukar, stranger))
  expectOk(await bindPhone(tukar, other, await phoneCode(tukar, other)))
})

const proofs: readonly (readonly [string, (tukar: Tukar, trader: Trader) => Promise<unknown>])[] = [
  ['a mailed code', (tukar, trader) => makeKey(tukar, trader)],
  ['an identity', proveIdentity],
]

for (const [name, prove] of proofs) {
  test(`an owner proven by ${name} loses nothing with a reset`, async (t) => {
    const tukar = await startTukar(t)
    const trader = await makeTrader(tukar)
    await furnish(tukar, trader)
    const secret = await bindTotp(tukar, trader)
    await prove(tukar, trader)
    const before = await stateOf(tukar, trader)
    expectOk(await reset(tukar, trader))
    const again = await signIn(tukar, trader, codeOf(secret))
    assert.deepEqual(await stateOf(tukar, again), before)
    assert.deepEqual([before.bind2FA, before.pin, before.banks], [true, true, 1])
  })
}

test('an owner proven by a reset loses nothing with the next', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  expectOk(await reset(tukar, trader))
  const owner = await signIn(tukar, trader)
  await furnish(tukar, owner)
  expectOk(await reset(tukar, owner))
  const { pin, banks, phone } = await stateOf(tukar, await signIn(tukar, owner))
  assert.deepEqual([pin, banks, typeof phone], [true, 1, 'string'])
})

test('an authenticator app that guards money stays bound after any reset', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  await makeBank(tukar, trader)
  const secret = await bindTotp(tukar, trader)
  await run(
    tukar,
    sql`insert into balances (user_id, asset_id, available, locked) values (${trader.id}, 1, 5, 0)`,
  )
  expectOk(await reset(tukar, trader))
  const owner = await signIn(tukar, trader, codeOf(secret))
  assert.equal((await stateOf(tukar, owner)).banks, 0)
})

const additions: readonly (readonly [string, (tukar: Tukar, trader: Trader) => Promise<Answer>])[] =
  [
    ['bank account', (tukar, trader) => addBank(tukar, trader, bankFields)],
    ['address', (tukar, trader) => saveAddress(tukar, trader)],
    ['PIN', (tukar, trader) => createPin(tukar, trader)],
  ]

for (const [name, add] of additions) {
  test(`a session that a reset ends meanwhile adds no ${name}`, async (t) => {
    const tukar = await startTukar(t)
    const stranger = await makeTrader(tukar)
    const { ctx } = tukar.service
    const { pending } = await ctx.db.inTransaction(async (tx) => {
      await sql`select 1 from users where id = ${stranger.id} for update`.execute(tx)
      await sql`select 1 from access_tokens where user_id = ${stranger.id} for update`.execute(tx)
      const started = add(tukar, stranger)
      await sessionsWait(ctx.db)
      await sql`delete from access_tokens where user_id = ${stranger.id}`.execute(tx)
      return { pending: started }
    })
    assert.deepEqual(messageOf(await pending), [401, 'auth.unauthenticated'])
    const left = await run(
      tukar,
      sql`select user_id from bank_accounts union all select user_id from saved_addresses
        union all select id_user from pins`,
    )
    assert.deepEqual(left.rows, [])
  })
}
