import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { makeCategory, makeNews } from '../../../tests/make/content.ts'
import { editItem, unversioned } from '../../../tests/make/edits.ts'
import { auditOf, makeFirstAdmin } from '../../../tests/make/operator.ts'
import { makeTrader } from '../../../tests/make/trader.ts'

const both = (words: string) => ({ id: `${words} id`, en: `${words} en` })
const saved = [200, 'api.content_saved']
const deleted = [200, 'api.content_deleted']
const notFound = [404, 'api.content_not_found']

async function administered(tukar: Tukar) {
  const admin = await makeFirstAdmin(tukar)
  const call = (method: string, to: string, body?: unknown) =>
    tukar.call(method, to, { token: admin.token, ...(body === undefined ? {} : { body }) })
  const actions = async (kind: string) =>
    (await auditOf(tukar, admin, `&subjectKind=${kind}`)).map(({ action }) => action)
  const edit = (to: string, body: object) => editItem(tukar, admin, to, body)
  return { call, edit, actions }
}

test('a banner is made inactive, shown when it is active, and deleted', async (t) => {
  const tukar = await startTukar(t)
  const { call, edit, actions } = await administered(tukar)
  const path = '/operator/api/banners'
  const fields = { title: both('Promo'), image: 'https://cdn.test/a.png' }
  const made = await call('POST', path, fields)
  assert.deepEqual(messageOf(made), saved)
  const { id, version: _, ...banner } = made.body.data
  assert.deepEqual(banner, { ...fields, link: null, status: 'INACTIVE', position: 0 })
  const seen = async () => (await tukar.call('GET', '/api/banner?lang=en')).body.data
  assert.deepEqual(await seen(), [])
  const active = { ...fields, link: 'https://tukar.example/promo', status: 'ACTIVE', position: 3 }
  assert.deepEqual(messageOf(await edit(`banners/${id}`, active)), saved)
  assert.deepEqual(await seen(), [{ ...active, id, title: 'Promo en' }])
  const { data, nextCursor } = (await call('GET', path)).body.data
  assert.deepEqual([data.map(unversioned), nextCursor], [[{ id, ...active }], null])
  assert.deepEqual(messageOf(await call('DELETE', `${path}/${id}`)), deleted)
  assert.deepEqual(await seen(), [])
  assert.deepEqual(messageOf(await call('DELETE', `${path}/${id}`)), notFound)
  assert.deepEqual(messageOf(await edit(`banners/${id}`, active)), notFound)
  assert.deepEqual(await actions('banner'), ['banner.create', 'banner.edit', 'banner.delete'])
  const script = await call('POST', path, { ...fields, link: 'javascript:alert(1)' })
  assert.deepEqual(messageOf(script), [400, 'The link field format is invalid.'])
  const elsewhere = await call('POST', path, { ...fields, link: 'https://tukar.evil.example' })
  assert.deepEqual(messageOf(elsewhere), [400, 'api.link_not_allowed'])
  const shown = await call('POST', path, { ...fields, status: 'SHOWN' })
  assert.deepEqual(messageOf(shown), [400, 'The selected status is invalid.'])
})

test('a category is made, changed, and deleted once no news is in it', async (t) => {
  const tukar = await startTukar(t)
  const { call, edit, actions } = await administered(tukar)
  const path = '/operator/api/news-categories'
  const fields = { slug: 'market', name: both('Market'), position: 2 }
  const made = await call('POST', path, fields)
  assert.deepEqual(messageOf(made), saved)
  const { id } = made.body.data
  assert.deepEqual(unversioned(made.body.data), { id, ...fields })
  assert.deepEqual(messageOf(await call('POST', path, fields)), [400, 'api.content_exists'])
  const other = await makeCategory(tukar, 'other')
  assert.deepEqual(messageOf(await edit(`news-categories/${other}`, fields)), [
    400,
    'api.content_exists',
  ])
  const changed = { ...fields, name: both('Pasar'), position: 0 }
  assert.deepEqual(messageOf(await edit(`news-categories/${id}`, changed)), saved)
  const public_ = await tukar.call('GET', '/api/news-categories?lang=en&sort_by=id')
  assert.deepEqual(public_.body.data[0], { id, slug: 'market', name: 'Pasar en' })
  await makeNews(tukar, 'one', id, { draft: true })
  assert.deepEqual(messageOf(await call('DELETE', `${path}/${id}`)), [
    400,
    'api.news_category_in_use',
  ])
  assert.deepEqual(messageOf(await call('DELETE', `${path}/${other}`)), deleted)
  assert.deepEqual((await call('GET', path)).body.data.map(unversioned), [{ id, ...changed }])
  assert.deepEqual(messageOf(await call('DELETE', `${path}/${other}`)), notFound)
  assert.deepEqual(messageOf(await edit(`news-categories/${other}`, fields)), notFound)
  assert.deepEqual(await actions('news-category'), [
    'news-category.create',
    'news-category.edit',
    'news-category.delete',
  ])
})

test('an entry of a dictionary is added once, changed, deleted, and read by users', async (t) => {
  const tukar = await startTukar(t)
  const { call, edit, actions } = await administered(tukar)
  const { token } = await makeTrader(tukar)
  const path = '/operator/api/dictionaries'
  const fields = { type: 'gender', value: 'X', label: both('X'), isChinese: false, position: 9 }
  const made = await call('POST', path, fields)
  assert.deepEqual(messageOf(made), saved)
  const { id } = made.body.data
  assert.deepEqual(unversioned(made.body.data), { id, ...fields })
  assert.deepEqual(messageOf(await call('POST', path, fields)), [400, 'api.content_exists'])
  const taken = await edit(`dictionaries/${id}`, { ...fields, value: 'MALE' })
  assert.deepEqual(messageOf(taken), [400, 'api.content_exists'])
  const changed = { ...fields, label: both('Y'), isChinese: true }
  assert.deepEqual(messageOf(await edit(`dictionaries/${id}`, changed)), saved)
  const dicts = await tukar.call('GET', '/api/dicts?type=gender', { token })
  const last = { id, type: 'gender', value: 'X', label: 'Y en', isChinese: true }
  assert.deepEqual(dicts.body.data.at(-1), last)
  const listed = await call('GET', `${path}?type=gender`)
  assert.deepEqual(unversioned(listed.body.data.data.at(-1)), { id, ...changed })
  assert.deepEqual(messageOf(await call('DELETE', `${path}/${id}`)), deleted)
  assert.deepEqual(messageOf(await call('DELETE', `${path}/${id}`)), notFound)
  assert.deepEqual(messageOf(await edit(`dictionaries/${id}`, fields)), notFound)
  const type = await call('POST', path, { ...fields, type: 'colour' })
  assert.deepEqual(messageOf(type), [400, 'The selected type is invalid.'])
  assert.deepEqual(await actions('dictionary-entry'), [
    'dictionary-entry.create',
    'dictionary-entry.edit',
    'dictionary-entry.delete',
  ])
})
