import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar, type Tukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'

async function set(tukar: Tukar, type: 'WD' | 'DEPO', value: number): Promise<void> {
  const { db, answers } = tukar.service.ctx
  await db.read.updateTable('wallet_flags').set({ value }).where('type', '=', type).execute()
  answers.clear()
}

const status = (tukar: Tukar) => tukar.call('GET', '/api/wallet-status')

test('one is active and anything else inactive, for withdrawals and deposits apart', async (t) => {
  const tukar = await startTukar(t)
  const answer = await status(tukar)
  assert.deepEqual(messageOf(answer), [200, 'api.wallet_status_success'])
  assert.deepEqual(answer.body.data, { withdrawal_status: 'active', deposit_status: 'active' })
  for (const value of [0, 2, -1]) {
    await set(tukar, 'WD', value)
    assert.deepEqual((await status(tukar)).body.data, {
      withdrawal_status: 'inactive',
      deposit_status: 'active',
    })
  }
  await set(tukar, 'DEPO', 0)
  assert.equal((await status(tukar)).body.data.deposit_status, 'inactive')
})

test('the status is cached for at most five seconds', async (t) => {
  const tukar = await startTukar(t)
  const answer = await status(tukar)
  assert.equal(answer.headers.get('cache-control'), 'public, max-age=5')
})

test('a status that can not be read is a failure, and neither active nor inactive', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  await db.read.deleteFrom('wallet_flags').where('type', '=', 'WD').execute()
  const missing = await status(tukar)
  assert.deepEqual(messageOf(missing), [400, 'api.wallet_status_failed'])
  assert.equal(missing.body.data, undefined)
  assert.equal(missing.headers.get('cache-control'), 'no-store')
  await db.pool.query('alter table wallet_flags rename to elsewhere')
  assert.deepEqual(messageOf(await status(tukar)), [400, 'api.wallet_status_failed'])
})
