import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, startTukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { makeTrader } from '../../../../tests/make/trader.ts'
import { insertEntry } from './dictionaries.sql.ts'

const valuesOf = ({ body }: Answer): readonly string[] =>
  body.data.map(({ value }: { value: string }) => value)

const types = [
  'language',
  'currency',
  'occupation',
  'source_of_funds',
  'purpose',
  'gender',
  'marital_status',
  'religion',
]

test('each of the eight dictionaries has entries, in the language of the caller', async (t) => {
  const tukar = await startTukar(t)
  const { token } = await makeTrader(tukar)
  for (const type of types) {
    const answer = await tukar.call('GET', `/api/dicts?type=${type}`, { token })
    assert.deepEqual(messageOf(answer), [200, 'api.dicts_retrieved'])
    assert.ok(answer.body.data.length >= 2, type)
    assert.ok(answer.body.data.every((entry: { type: string }) => entry.type === type))
  }
  const genders = async (query: string) =>
    (await tukar.call('GET', `/api/dicts?type=gender${query}`, { token })).body.data[0]
  const { id, ...male } = await genders('')
  assert.ok(Number.isSafeInteger(id))
  assert.deepEqual(male, { type: 'gender', value: 'MALE', label: 'Male', isChinese: false })
  assert.equal((await genders('&lang=id')).label, 'Laki-laki')
})

test('entries that are Chinese come last; sortBy and sort order the rest', async (t) => {
  const tukar = await startTukar(t)
  const { token } = await makeTrader(tukar)
  await tukar.service.ctx.db.inTransaction((tx) =>
    insertEntry(tx, {
      type: 'language',
      value: 'aa-zh',
      label: { id: 'Aaa', en: 'Aaa' },
      isChinese: true,
      position: 0,
    }),
  )
  const languages = async (query: string) =>
    valuesOf(await tukar.call('GET', `/api/dicts?type=language${query}`, { token }))
  assert.deepEqual(await languages(''), ['id', 'en', 'aa-zh'])
  assert.deepEqual(await languages('&sort=desc'), ['en', 'id', 'aa-zh'])
  assert.deepEqual(await languages('&sortBy=value'), ['en', 'id', 'aa-zh'])
  assert.deepEqual(await languages('&sortBy=label&sort=desc'), ['id', 'en', 'aa-zh'])
})

test('an invalid type returns Dict list not found; a missing one is a failure', async (t) => {
  const tukar = await startTukar(t)
  const { token } = await makeTrader(tukar)
  for (const type of ['unknown', 'GENDER', '__proto__', "gender'--", '%25']) {
    const answer = await tukar.call('GET', `/api/dicts?type=${type}`, { token })
    assert.deepEqual(messageOf(answer), [400, 'Dict list not found'], type)
  }
  const missing = await tukar.call('GET', '/api/dicts', { token })
  assert.deepEqual(messageOf(missing), [400, 'The type field is required.'])
})
