import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { startTukar } from '../../../../tests/harness.ts'
import { makeCashWithdrawer, withdrawCash } from '../../../../tests/make/cash-withdrawal.ts'
import { keyGiven, type SignIn, signInOn } from '../../../../tests/make/device.ts'
import { codeOf } from '../../../../tests/make/totp.ts'
import { expectOk } from '../../../../tests/make/trader.ts'
import { later, withdrawalsOf } from '../../../../tests/make/withdrawal.ts'
import { sha256 } from '../../../base/secrets/crypto.ts'

async function start(t: TestContext) {
  const tukar = await startTukar(t)
  const trader = await makeCashWithdrawer(tukar)
  const { read } = tukar.service.ctx.db
  const withdraw = async (token = trader.token) => {
    await later(tukar, trader)
    const answer = await withdrawCash(tukar, { ...trader, token })
    const [newest] = (await withdrawalsOf(tukar, trader)).toReversed()
    return [answer.body.data.status, newest?.reasons]
  }
  /** Adds a session, as a login on that device would. */
  const signIn = (device: string) =>
    sql`
      insert into session_families (user_id, seed, expires_at, device)
      values (${trader.id}, '\\x00', now() + interval '1 hour',
        ${sha256(device)})`.execute(read)
  /** Makes the user's account and all its sessions this many hours older. */
  const age = (hours: number) =>
    sql`
      with account as (
        update users set created_at = created_at - make_interval(hours => ${hours})
        where id = ${trader.id}
      )
      update session_families set created_at = created_at - make_interval(hours => ${hours})
      where user_id = ${trader.id}`.execute(read)
  const signOut = () =>
    sql`
      update session_families set revoked_at = now()
      where user_id = ${trader.id} and created_at > now() - interval '1 hour'`.execute(read)
  return { tukar, trader, withdraw, signIn, age, signOut }
}

const straight = ['PROCESSING', []]
const waits = ['PENDING_APPROVAL', ['a new device']]

test('after a sign-in on a new device withdrawals wait for a day', async (t) => {
  const { withdraw, signIn, age } = await start(t)
  await age(25)
  assert.deepEqual(await withdraw(), straight)
  await signIn('the tablet')
  assert.deepEqual(await withdraw(), waits)
  await age(23)
  assert.deepEqual(await withdraw(), waits)
  await age(2)
  assert.deepEqual(await withdraw(), straight)
})

test('a device stays new when it signs in again, and counts only while signed in', async (t) => {
  const { withdraw, signIn, age, signOut } = await start(t)
  await age(25)
  await signIn('the tablet')
  await signOut()
  assert.deepEqual(await withdraw(), straight)
  await signIn('the tablet')
  assert.deepEqual(await withdraw(), waits)
})

test('the first devices of an account are not new, nor is an earlier one', async (t) => {
  const { withdraw, signIn, age } = await start(t)
  await signIn('the tablet')
  assert.deepEqual(await withdraw(), straight)
  await age(25)
  await signIn('the tablet')
  assert.deepEqual(await withdraw(), straight)
})

test('a device that sends its key is known, and one that copies its name is new', async (t) => {
  const { tukar, trader, withdraw, age } = await start(t)
  const { read } = tukar.service.ctx.db
  const comeIn = async (on: SignIn = {}) => {
    await later(tukar, trader)
    return keyGiven(await signInOn(tukar, trader.email, { otpCode: codeOf(trader.secret), ...on }))
  }
  const deviceKey = await comeIn()
  await age(25)
  await sql`update devices set created_at = created_at - interval '25 hours'`.execute(read)
  assert.equal(await comeIn({ deviceKey, agent: 'Another name' }), deviceKey)
  assert.deepEqual(await withdraw(), straight)
  await comeIn()
  assert.deepEqual(await withdraw(), waits)
})

test('who forgets all other devices does not make a new one known', async (t) => {
  const { tukar, trader, withdraw, age } = await start(t)
  const { read } = tukar.service.ctx.db
  const signIn = async () => {
    await later(tukar, trader)
    const answer = await signInOn(tukar, trader.email, { otpCode: codeOf(trader.secret) })
    return answer.body.data.xToken.token
  }
  await signIn()
  await age(25)
  await sql`update devices set created_at = created_at - interval '25 hours'`.execute(read)
  const token = await signIn()
  expectOk(await tukar.call('DELETE', '/api/user/sessions', { token }))
  await sql`delete from session_families where revoked_at is not null`.execute(read)
  assert.deepEqual(await withdraw(token), waits)
})
