import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar, type Tukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { keepProviderList } from '../../../core/reference/provider-lists.sql.ts'

const list = (tukar: Tukar) => tukar.call('GET', '/api/payd/disbursement/list-bank')

const path = '/webapi/api/disbursement'
const away = (tukar: Tukar, times = 100) =>
  tukar.control('POST', '/faults', { provider: 'payd', fault: 'error-500', path, times })

/** Makes the stored list this many days old. */
async function grow(tukar: Tukar, days: number): Promise<void> {
  const { db, answers } = tukar.service.ctx
  const fetched_at = new Date(Date.now() - days * 86_400_000)
  await db.read.updateTable('provider_lists').set({ fetched_at }).execute()
  answers.clear()
}

test('anyone reads the banks payd sends money to, as payd spells them', async (t) => {
  const tukar = await startTukar(t)
  const answer = await list(tukar)
  assert.deepEqual(messageOf(answer), [200, 'api.disbursement_banks_retrieved'])
  assert.deepEqual(answer.body.data[0], {
    bankCode: '002',
    bankName: 'Bank BRI',
    maxAmountTransfer: '50000000',
  })
  const modified = Date.parse(answer.headers.get('last-modified') ?? '')
  assert.ok(Math.abs(modified - Date.now()) < 30_000)
})

test('the cached list is returned while payd is unavailable, and shows its age', async (t) => {
  const tukar = await startTukar(t)
  const first = await list(tukar)
  await away(tukar)
  await grow(tukar, 2)
  const answer = await list(tukar)
  assert.deepEqual(answer.body.data, first.body.data)
  const modified = Date.parse(answer.headers.get('last-modified') ?? '')
  assert.ok(Math.abs(modified - (Date.now() - 2 * 86_400_000)) < 30_000)
})

test('within a day payd is queried once, for any number of callers', async (t) => {
  const tukar = await startTukar(t)
  await Promise.all(Array.from({ length: 20 }, () => list(tukar)))
  await away(tukar)
  tukar.service.ctx.answers.clear()
  assert.equal((await list(tukar)).status, 200)
  const { fetched_at } = await tukar.service.ctx.db.read
    .selectFrom('provider_lists')
    .select('fetched_at')
    .executeTakeFirstOrThrow()
  assert.ok(Date.now() - fetched_at.getTime() < 30_000)
})

test('a list is not available when payd is away and no copy is young enough', async (t) => {
  const tukar = await startTukar(t)
  await away(tukar)
  const unavailable = [400, 'api.bank_list_unavailable']
  assert.deepEqual(messageOf(await list(tukar)), unavailable)
  await keepProviderList(tukar.service.ctx.db, 'payd', 'disbursement-banks', [
    { bankCode: '014', bankName: 'Bank BCA', maxAmountTransfer: '1' },
  ])
  await grow(tukar, 31)
  assert.deepEqual(messageOf(await list(tukar)), unavailable)
  await grow(tukar, 29)
  assert.equal((await list(tukar)).body.data[0].bankCode, '014')
})
