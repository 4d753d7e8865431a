import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar } from '../../../tests/harness.ts'
import { makeCategory } from '../../../tests/make/content.ts'
import { safeMarkup } from './safe-markup.ts'
import { sampleContent } from './sample-content.ts'
import { seedContent } from './seed-content.ts'

test('an empty sandbox gets its content once, however many nodes start', async (t) => {
  const tukar = await startTukar(t)
  const { ctx } = tukar.service
  await Promise.all([seedContent(ctx), seedContent(ctx), seedContent(ctx)])
  await seedContent(ctx)
  const news = await tukar.call('GET', '/api/news?lang=en')
  assert.equal(news.body.data.length, sampleContent.news.length)
  for (const { slug } of sampleContent.news) {
    const item = await tukar.call('GET', `/api/news/${slug}`)
    assert.ok(item.body.data.body.length > 100, slug)
  }
  assert.equal((await tukar.call('GET', '/api/news-categories')).body.data.length, 3)
  assert.equal((await tukar.call('GET', '/api/banner')).body.data.length, 2)
  assert.ok((await tukar.call('GET', '/api/news/tag/tax')).body.data.length > 0)
})

test('text written by operators is not extended', async (t) => {
  const tukar = await startTukar(t)
  await makeCategory(tukar, 'ours')
  await seedContent(tukar.service.ctx)
  assert.deepEqual((await tukar.call('GET', '/api/news')).body.data, [])
  assert.deepEqual((await tukar.call('GET', '/api/banner')).body.data, [])
})

test('the samples are safe markup as they stand', () => {
  for (const { body } of sampleContent.news) {
    for (const html of [body.id, body.en]) assert.equal(safeMarkup(html), html)
  }
})
