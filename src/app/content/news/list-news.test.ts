import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { makeCategory, makeNews } from '../../../../tests/make/content.ts'

const slugsOf = ({ body }: Answer): readonly string[] =>
  body.data.map(({ slug }: { slug: string }) => slug)

const day = (n: number) => new Date(Date.UTC(2026, 0, n))

async function threeItems(tukar: Tukar) {
  const [market, learn] = [await makeCategory(tukar, 'market'), await makeCategory(tukar, 'learn')]
  await makeNews(tukar, 'b-first', market, { from: day(1), tags: ['btc', 'tax'] })
  await makeNews(tukar, 'a-second', learn, { from: day(2), tags: ['tax'] })
  await makeNews(tukar, 'c-third', market, { from: day(3) })
  return { market, learn }
}

test('anyone reads the published news, newest first, without the bodies', async (t) => {
  const tukar = await startTukar(t)
  const { market } = await threeItems(tukar)
  const answer = await tukar.call('GET', '/api/news')
  assert.deepEqual(messageOf(answer), [200, 'api.news_retrieved'])
  assert.deepEqual(slugsOf(answer), ['c-third', 'a-second', 'b-first'])
  const { id, updatedAt, ...item } = answer.body.data[2]
  assert.ok(Number.isSafeInteger(id) && Date.parse(updatedAt) > 0)
  assert.deepEqual(item, {
    slug: 'b-first',
    lang: 'id',
    title: 'b-first (id)',
    summary: 'Summary of b-first (id)',
    image: null,
    category: { id: market, slug: 'market', name: 'market (id)' },
    tags: ['btc', 'tax'],
    publishedAt: '2026-01-01T00:00:00.000Z',
  })
  assert.match(answer.headers.get('cache-control') ?? '', /^public, max-age=/)
})

test('news comes in the requested language', async (t) => {
  const tukar = await startTukar(t)
  await threeItems(tukar)
  const { body } = await tukar.call('GET', '/api/news?lang=en&limit=1')
  const { lang, title, summary, category } = body.data[0]
  assert.deepEqual(
    [lang, title, summary, category.name],
    ['en', 'c-third (en)', 'Summary of c-third (en)', 'market (en)'],
  )
  const other = await tukar.call('GET', '/api/news?lang=fr')
  assert.deepEqual(messageOf(other), [400, 'The selected lang is invalid.'])
})

test('news of one category is found by its id, its slug and its name; the id counts', async (t) => {
  const tukar = await startTukar(t)
  const { market, learn } = await threeItems(tukar)
  const expected: readonly (readonly [string, readonly string[]])[] = [
    [`category_id=${market}`, ['c-third', 'b-first']],
    ['category=market', ['c-third', 'b-first']],
    ['category=LEARN%20(en)', ['a-second']],
    ['category=Learn%20(id)', ['a-second']],
    [`category_id=${learn}&category=market`, ['a-second']],
    ['category_id=999999', []],
    ['category=nothing', []],
    ['category=%25', []],
    ["category='%20or%201=1--", []],
  ]
  for (const [query, slugs] of expected) {
    assert.deepEqual(slugsOf(await tukar.call('GET', `/api/news?${query}`)), slugs, query)
  }
})

test('limit, offset, sortBy and sort take a part of the news in an order', async (t) => {
  const tukar = await startTukar(t)
  await threeItems(tukar)
  const expected: readonly (readonly [string, readonly string[]])[] = [
    ['limit=1&offset=1', ['a-second']],
    ['offset=3', []],
    ['sortBy=title&sort=asc', ['a-second', 'b-first', 'c-third']],
    ['sortBy=title&sort=desc', ['c-third', 'b-first', 'a-second']],
    ['sortBy=id&sort=asc', ['b-first', 'a-second', 'c-third']],
    ['sort=asc', ['b-first', 'a-second', 'c-third']],
  ]
  for (const [query, slugs] of expected) {
    assert.deepEqual(slugsOf(await tukar.call('GET', `/api/news?${query}`)), slugs, query)
  }
})

test('drafts and scheduled entries are in no list', async (t) => {
  const tukar = await startTukar(t)
  const category = await makeCategory(tukar, 'market')
  await makeNews(tukar, 'draft', category, { draft: true, tags: ['x'] })
  await makeNews(tukar, 'later', category, { from: new Date(Date.now() + 60_000), tags: ['x'] })
  await makeNews(tukar, 'shown', category, { tags: ['x'] })
  assert.deepEqual(slugsOf(await tukar.call('GET', '/api/news')), ['shown'])
  assert.deepEqual(slugsOf(await tukar.call('GET', '/api/news/tag/x')), ['shown'])
})

test('news with a tag comes newest first; an unused tag finds nothing', async (t) => {
  const tukar = await startTukar(t)
  await threeItems(tukar)
  const answer = await tukar.call('GET', '/api/news/tag/tax')
  assert.deepEqual(messageOf(answer), [200, 'api.news_retrieved'])
  assert.deepEqual(slugsOf(answer), ['a-second', 'b-first'])
  assert.deepEqual(slugsOf(await tukar.call('GET', '/api/news/tag/TAX?limit=1')), ['a-second'])
  for (const tag of ['unknown', '%25', "'%20or%20''='", '__proto__', 'x'.repeat(300)]) {
    assert.deepEqual(slugsOf(await tukar.call('GET', `/api/news/tag/${tag}`)), [], tag)
  }
})

test('the categories of news come in their own order, or in the requested one', async (t) => {
  const tukar = await startTukar(t)
  const first = await makeCategory(tukar, 'b', { position: 1 })
  await makeCategory(tukar, 'a', { position: 2 })
  await makeCategory(tukar, 'c', { position: 2 })
  const answer = await tukar.call('GET', '/api/news-categories')
  assert.deepEqual(messageOf(answer), [200, 'api.news_categories_retrieved'])
  assert.deepEqual(answer.body.data[0], { id: first, slug: 'b', name: 'b (id)' })
  assert.deepEqual(slugsOf(answer), ['b', 'a', 'c'])
  const part = await tukar.call(
    'GET',
    '/api/news-categories?sort_by=name&sort=desc&limit=2&lang=en',
  )
  assert.deepEqual(slugsOf(part), ['c', 'b'])
  assert.equal(part.body.data[0].name, 'c (en)')
  const bad = await tukar.call('GET', '/api/news-categories?sort_by=slug')
  assert.deepEqual(messageOf(bad), [400, 'The selected sort by is invalid.'])
})
