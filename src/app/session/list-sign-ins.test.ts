import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startTukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { expectOk, makeTrader, password } from '../../../tests/make/trader.ts'

test('a user sees the sign-ins of the account, also those that failed, newest first', async (t) => {
  const tukar = await startTukar(t)
  const [{ email, token }, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  const signIn = (tried: string, agent: string) =>
    tukar.call('POST', '/api/auth/login', {
      body: { email, password: tried },
      headers: { 'user-agent': agent },
    })
  assert.equal((await signIn('Wrong-1-password', 'Stranger')).status, 401)
  expectOk(await signIn(password, 'My phone'))
  const answer = await tukar.call('GET', '/api/user/sign-ins', { token })
  assert.deepEqual(messageOf(answer), [200, 'auth.sign_ins_retrieved'])
  const [newest, failed, ...first] = answer.body.data
  assert.deepEqual([newest.outcome, newest.device], ['signed-in', 'My phone'])
  assert.deepEqual([failed.outcome, failed.device], ['wrong-password', 'Stranger'])
  assert.ok(Math.abs(Date.now() - Date.parse(failed.at)) < 60_000)
  assert.ok(first.every(({ outcome }: { outcome: string }) => outcome === 'signed-in'))
  const others = await tukar.call('GET', '/api/user/sign-ins', { token: other.token })
  assert.ok(others.body.data.every(({ device }: { device: string }) => device !== 'Stranger'))
})

test('however many sign-ins of strangers failed, those that succeeded are listed', async (t) => {
  const tukar = await startTukar(t)
  const { id, token } = await makeTrader(tukar)
  await sql`
    insert into failed_sign_ins (user_id, reason, known_device, device_name, ip)
    select ${id}, 'wrong-password', false, 'Stranger', '203.0.113.9'
    from generate_series(1, 60)`.execute(tukar.service.ctx.db.read)
  const answer = await tukar.call('GET', '/api/user/sign-ins', { token })
  const outcomes: readonly string[] = answer.body.data.map(
    ({ outcome }: { outcome: string }) => outcome,
  )
  assert.equal(outcomes.at(-1), 'signed-in')
  assert.equal(outcomes.filter((outcome) => outcome === 'wrong-password').length, 50)
})
