import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar } from '../../../../tests/harness.ts'
import { makeCategory, makeNews } from '../../../../tests/make/content.ts'

test('an item of the news is shown by its slug, with its body', async (t) => {
  const tukar = await startTukar(t)
  const category = await makeCategory(tukar, 'market')
  const image = 'https://cdn.test/a.png'
  const id = await makeNews(tukar, 'new-pairs', category, { image, tags: ['sol'] })
  const answer = await tukar.call('GET', '/api/news/new-pairs?lang=en')
  assert.equal(answer.body.message, 'api.news_item_retrieved')
  const { publishedAt, updatedAt, ...item } = answer.body.data
  assert.ok(Math.abs(Date.parse(publishedAt) - Date.now()) < 60_000)
  assert.ok(Date.parse(updatedAt) > 0)
  assert.deepEqual(item, {
    id,
    slug: 'new-pairs',
    lang: 'en',
    title: 'new-pairs (en)',
    summary: 'Summary of new-pairs (en)',
    image,
    category: { id: category, slug: 'market', name: 'market (en)' },
    tags: ['sol'],
    body: '<p>Body of new-pairs</p> (en)',
  })
  assert.equal((await tukar.call('GET', '/api/news/new-pairs')).body.data.title, 'new-pairs (id)')
})

test('a slug without a visible entry returns News not found', async (t) => {
  const tukar = await startTukar(t)
  const category = await makeCategory(tukar, 'market')
  await makeNews(tukar, 'draft', category, { draft: true })
  await makeNews(tukar, 'later', category, { from: new Date(Date.now() + 60_000) })
  const slugs = ['unknown', 'draft', 'later', '%25', "'%20or%20''='", '__proto__', '..%2fadmin']
  for (const slug of [...slugs, 'x'.repeat(1_000)]) {
    const { status, body, headers } = await tukar.call('GET', `/api/news/${slug}`)
    assert.deepEqual(
      [status, body],
      [400, { code: 400, title: 'Bad Request', message: 'News not found', result: false }],
      slug,
    )
    assert.equal(headers.get('cache-control'), 'no-store')
  }
})
