import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { makeCategory, makeNews } from '../../../tests/make/content.ts'
import { editItem } from '../../../tests/make/edits.ts'
import { auditOf, makeFirstAdmin, makeOperator } from '../../../tests/make/operator.ts'
import { expectOk } from '../../../tests/make/trader.ts'

const path = '/operator/api/news'
const both = (words: string) => ({ id: `${words} id`, en: `${words} en` })

const fieldsOf = (categoryId: number) => ({
  slug: 'new-pair',
  categoryId,
  title: both('Title'),
  summary: both('Summary'),
  body: both('<p>Body</p>'),
  image: 'https://cdn.test/a.png',
  tags: ['sol', 'listing'],
})

async function support(tukar: Tukar) {
  const admin = await makeFirstAdmin(tukar)
  const operator = await makeOperator(tukar, 'support', admin)
  const call = (method: string, to: string, body?: unknown) =>
    tukar.call(method, to, { token: operator.token, ...(body === undefined ? {} : { body }) })
  const edit = (to: string, body: object) => editItem(tukar, operator, to, body)
  return { admin, operator, call, edit }
}

test('news is written as a draft in two languages, published, hidden and deleted', async (t) => {
  const tukar = await startTukar(t)
  const { admin, operator, call, edit } = await support(tukar)
  const category = await makeCategory(tukar, 'market')
  const fields = fieldsOf(category)
  const written = await call('POST', path, fields)
  assert.deepEqual(messageOf(written), [200, 'api.content_saved'])
  const { id, createdAt, updatedAt, version: _, ...draft } = written.body.data
  assert.ok(Date.parse(createdAt) > 0 && Date.parse(updatedAt) > 0)
  const tags = ['listing', 'sol']
  assert.deepEqual(draft, { ...fields, tags, status: 'DRAFT', publishedAt: null })
  const shown = () => tukar.call('GET', '/api/news/new-pair?lang=en')
  assert.deepEqual(messageOf(await shown()), [400, 'News not found'])

  const published = await call('POST', `${path}/${id}/publish`, {})
  assert.equal(published.body.data.status, 'PUBLISHED')
  assert.equal((await shown()).body.data.title, 'Title en')
  assert.equal((await tukar.call('GET', '/api/news')).body.data.length, 1)

  const { version } = written.body.data
  const edited = await edit(`news/${id}`, { ...fields, title: both('Other'), tags: [], version })
  assert.deepEqual([edited.body.data.status, edited.body.data.tags], ['PUBLISHED', []])
  assert.equal((await shown()).body.data.title, 'Other en')

  expectOk(await call('POST', `${path}/${id}/unpublish`))
  assert.deepEqual(messageOf(await shown()), [400, 'News not found'])
  assert.deepEqual(messageOf(await call('DELETE', `${path}/${id}`)), [200, 'api.content_deleted'])
  assert.deepEqual((await call('GET', path)).body.data.data, [])
  const entries = await auditOf(tukar, admin, '&subjectKind=news')
  assert.deepEqual(
    entries.map(({ action }) => action),
    ['news.create', 'news.publish', 'news.edit', 'news.unpublish', 'news.delete'],
  )
  assert.equal(entries[2]?.before['title.en'], 'Title en')
  assert.equal(entries[2]?.after['title.en'], 'Other en')
  assert.ok(JSON.stringify(entries).includes(operator.email))
})

test("an operator's text is made safe before it is stored", async (t) => {
  const tukar = await startTukar(t)
  const { call } = await support(tukar)
  const body = {
    id: '<p onclick="x()">Aman</p><script>alert(1)</script>',
    en: '<a href="javascript:alert(1)">x</a><img src=x onerror=alert(1)>',
  }
  const fields = { ...fieldsOf(await makeCategory(tukar, 'market')), body }
  const written = await call('POST', path, fields)
  assert.deepEqual(written.body.data.body, {
    id: '<p>Aman</p>',
    en: '<a rel="noopener noreferrer">x</a><img src="x" />',
  })
  expectOk(await call('POST', `${path}/${written.body.data.id}/publish`, {}))
  const read = await tukar.call('GET', '/api/news/new-pair')
  assert.equal(read.body.data.body, '<p>Aman</p>')
})

test('news links only to hosts that the setting lists', async (t) => {
  const tukar = await startTukar(t)
  const { call, edit } = await support(tukar)
  const fields = fieldsOf(await makeCategory(tukar, 'market'))
  const linking = (href: string) => ({
    ...fields,
    body: { id: '<p>Aman</p>', en: `<p>Pay <a class="x" href="${href}">here</a></p>` },
  })
  const refused = [400, 'api.link_not_allowed']
  for (const href of ['https://evil.test/?a=1&amp;b=2', 'mailto:cs@evil.test']) {
    assert.deepEqual(messageOf(await call('POST', path, linking(href))), refused, href)
  }
  const made = await call('POST', path, linking('https://tukar.example/?a=1&amp;b=2'))
  expectOk(made)
  const edited = await edit(`news/${made.body.data.id}`, linking('https://evil.test'))
  assert.deepEqual(messageOf(edited), refused)
})

test('news may be published for later, and keeps the time it was first shown', async (t) => {
  const tukar = await startTukar(t)
  const { call } = await support(tukar)
  const category = await makeCategory(tukar, 'market')
  const id = await makeNews(tukar, 'later', category, { draft: true })
  const publish = (body: object) => call('POST', `${path}/${id}/publish`, body)
  const later = await publish({ from: '2099-03-09T17:00:00+07:00' })
  assert.equal(later.body.data.publishedAt, '2099-03-09T10:00:00.000Z')
  assert.deepEqual(messageOf(await tukar.call('GET', '/api/news/later')), [400, 'News not found'])
  await publish({ from: '2026-01-02T03:04:05Z' })
  assert.equal((await publish({})).body.data.publishedAt, '2026-01-02T03:04:05.000Z')
  const from = [400, 'The from field must be a valid date.']
  for (const bad of ['tomorrow', '2026-01-02', '2026-13-02T03:04:05Z', '2026-01-02T03:04:05', 5]) {
    assert.deepEqual(messageOf(await publish({ from: bad })), from)
  }
})

test('no two items share a slug, in any way of setting it', async (t) => {
  const tukar = await startTukar(t)
  const { call, edit } = await support(tukar)
  const fields = fieldsOf(await makeCategory(tukar, 'market'))
  const answers = await Promise.all([1, 2, 3].map(() => call('POST', path, fields)))
  const exists = [400, 'api.content_exists']
  assert.deepEqual(answers.map(messageOf).toSorted(), [[200, 'api.content_saved'], exists, exists])
  const other = await call('POST', path, { ...fields, slug: 'other' })
  const edited = await edit(`news/${other.body.data.id}`, fields)
  assert.deepEqual(messageOf(edited), exists)
})

test('unknown items and categories are refused', async (t) => {
  const tukar = await startTukar(t)
  const { call, edit } = await support(tukar)
  const fields = fieldsOf(await makeCategory(tukar, 'market'))
  const notFound = [404, 'api.content_not_found']
  assert.deepEqual(messageOf(await edit('news/999', fields)), notFound)
  assert.deepEqual(messageOf(await call('POST', `${path}/999/publish`, {})), notFound)
  assert.deepEqual(messageOf(await call('POST', `${path}/999/unpublish`)), notFound)
  assert.deepEqual(messageOf(await call('DELETE', `${path}/999`)), notFound)
  const lost = await call('POST', path, { ...fields, categoryId: 999 })
  assert.deepEqual(messageOf(lost), [400, 'api.news_category_not_found'])
})

test('incomplete news, and news with links other than to the web, is refused', async (t) => {
  const tukar = await startTukar(t)
  const { call } = await support(tukar)
  const fields = fieldsOf(await makeCategory(tukar, 'market'))
  const cases: readonly (readonly [object, string])[] = [
    [{ slug: '' }, 'The slug field is required.'],
    [{ slug: 'Not A Slug' }, 'The slug field format is invalid.'],
    [{ slug: '../admin' }, 'The slug field format is invalid.'],
    [{ title: { id: 'Judul' } }, 'The title.en field is required.'],
    [{ title: 'Title' }, 'The title field must be an array.'],
    [{ body: { id: 'x'.repeat(50_001), en: 'x' } }, tooLong],
    [{ image: 'http://cdn.test/a.png' }, 'The image field format is invalid.'],
    [{ image: 'javascript:alert(1)' }, 'The image field format is invalid.'],
    [{ image: 'https://user:pass@cdn.test/a.png' }, 'The image field format is invalid.'],
    [{ tags: ['A b'] }, 'The tags.0 field format is invalid.'],
    [{ tags: Array.from({ length: 21 }, (_, n) => `t${n}`) }, tooMany],
  ]
  for (const [wrong, sentence] of cases) {
    assert.deepEqual(messageOf(await call('POST', path, { ...fields, ...wrong })), [400, sentence])
  }
  assert.equal((await call('GET', path)).body.data.data.length, 0)
})

const tooLong = 'The body.id field must not be greater than 50000 characters.'
const tooMany = 'The tags field must not have more than 20 items.'

test('a body that would lose its picture, or is empty, is refused and not kept', async (t) => {
  const tukar = await startTukar(t)
  const { call, edit } = await support(tukar)
  const fields = fieldsOf(await makeCategory(tukar, 'market'))
  const write = async (en: string) =>
    messageOf(await call('POST', path, { ...fields, body: { ...fields.body, en } }))
  for (const src of [
    'data:image/png;base64,AAAA',
    'blob:https://a.test/1',
    'http://a.test/a.png',
  ]) {
    const lost = await write(`<p>See</p><img src="${src}" alt="A">`)
    assert.deepEqual(lost, [400, 'api.news_picture_not_allowed'], src)
  }
  for (const html of ['<p></p>', '<p>&nbsp;<br></p>', '<script>alert(1)</script>', ' <hr> ']) {
    assert.deepEqual(await write(html), [400, 'api.news_body_empty'], html)
  }
  assert.deepEqual((await call('GET', path)).body.data.data, [])
  const kept = '<figure><img src="https://a.test/a.png" alt="A" /></figure>'
  assert.deepEqual(await write(kept), [200, 'api.content_saved'])
  const [item] = (await call('GET', path)).body.data.data
  const empty = { ...fields, body: { ...fields.body, id: '<p> </p>' } }
  const edited = await edit(`news/${item.id}`, empty)
  assert.deepEqual(messageOf(edited), [400, 'api.news_body_empty'])
})
