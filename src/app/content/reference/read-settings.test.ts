import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar, type Tukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'

const refused = [400, 'api.setting_not_found']

async function secretSetting(tukar: Tukar): Promise<void> {
  const row = { key: 'provider.secret', value: 's3cr3t', is_public: false }
  await tukar.service.ctx.db.read.insertInto('settings').values(row).execute()
}

test('anyone reads every public setting, and no other', async (t) => {
  const tukar = await startTukar(t)
  await secretSetting(tukar)
  const answer = await tukar.call('GET', '/api/setting/get-all')
  assert.deepEqual(messageOf(answer), [200, 'api.settings_retrieved'])
  const settings: readonly { key: string; value: string }[] = answer.body.data
  assert.deepEqual(
    settings.find(({ key }) => key === 'deposit.va_fee_idr'),
    { key: 'deposit.va_fee_idr', value: '4440' },
  )
  const hidden = await tukar.service.ctx.db.read
    .selectFrom('settings')
    .where('is_public', '=', false)
    .select('key')
    .execute()
  assert.ok(hidden.length > 1)
  for (const { key } of hidden) assert.ok(!answer.text.includes(key), key)
  assert.ok(!answer.text.includes('s3cr3t'))
})

test('a public setting is read by its exact key; a hidden one is not found', async (t) => {
  const tukar = await startTukar(t)
  await secretSetting(tukar)
  const value = (key: string) => tukar.call('GET', `/api/setting/get-value/${key}`)
  const answer = await value('deposit.va_fee_idr')
  assert.deepEqual(messageOf(answer), [200, 'api.setting_retrieved'])
  assert.deepEqual(answer.body.data, { key: 'deposit.va_fee_idr', value: '4440' })
  const others = ['provider.secret', 'nothing', 'DEPOSIT.VA_FEE_IDR', 'deposit.va_fee_id']
  for (const key of [...others, '%25', 'deposit%25', '__proto__', "'%20or%20true--", 'a%2Fb']) {
    assert.deepEqual(messageOf(await value(key)), refused, key)
  }
  assert.equal((await value('x'.repeat(101))).status, 400)
  assert.equal((await value('x'.repeat(4_096))).status, 404)
})

test('several settings are read by their keys; one that is hidden refuses them all', async (t) => {
  const tukar = await startTukar(t)
  await secretSetting(tukar)
  const values = (keys: string) =>
    tukar.call('GET', `/api/setting/get-multiple-values?keys=${keys}`)
  const answer = await values('deposit.va_fee_idr,%20deposit.qris_fee_ppm,deposit.va_fee_idr,')
  assert.deepEqual(messageOf(answer), [200, 'api.settings_retrieved'])
  assert.deepEqual(answer.body.data, [
    { key: 'deposit.qris_fee_ppm', value: '7000' },
    { key: 'deposit.va_fee_idr', value: '4440' },
  ])
  for (const other of ['provider.secret', 'nothing', '__proto__', '%25', 'constructor']) {
    assert.deepEqual(messageOf(await values(`deposit.va_fee_idr,${other}`)), refused, other)
  }
})

test('keys of several settings are needed, and fifty are the most', async (t) => {
  const tukar = await startTukar(t)
  const request = (query: string) => tukar.call('GET', `/api/setting/get-multiple-values${query}`)
  for (const query of ['', '?keys=', '?keys=,,%20,']) {
    assert.deepEqual(messageOf(await request(query)), [400, 'The keys field is required.'], query)
  }
  const keys = (count: number) => Array.from({ length: count }, (_, index) => `k${index}`).join()
  assert.deepEqual(messageOf(await request(`?keys=${keys(50)}`)), refused)
  assert.deepEqual(messageOf(await request(`?keys=${keys(51)}`)), [
    400,
    'The keys field must not have more than 50 items.',
  ])
  const many = await request(`?keys=${keys(700)}`)
  assert.equal(many.status, 400)
})

test("a reader's current settings are not sent again", async (t) => {
  const tukar = await startTukar(t)
  const first = await tukar.call('GET', '/api/setting/get-all')
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
  const again = await tukar.call('GET', '/api/setting/get-all', { headers })
  assert.deepEqual([again.status, again.text], [304, ''])
})
