import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { makeBanner } from '../../../../tests/make/content.ts'

test('anyone sees the active banners, in their order, and no others', async (t) => {
  const tukar = await startTukar(t)
  const link = 'https://app.test/promo'
  const second = await makeBanner(tukar, 'second', { position: 2, link })
  await makeBanner(tukar, 'hidden', { status: 'INACTIVE', position: 1 })
  const first = await makeBanner(tukar, 'first', { position: 1 })
  const answer = await tukar.call('GET', '/api/banner')
  assert.deepEqual(messageOf(answer), [200, 'api.banners_retrieved'])
  const common = { status: 'ACTIVE' }
  assert.deepEqual(answer.body.data, [
    {
      ...common,
      id: first,
      title: 'first (id)',
      image: 'https://cdn.test/first.png',
      link: null,
      position: 1,
    },
    {
      ...common,
      id: second,
      title: 'second (id)',
      image: 'https://cdn.test/second.png',
      link,
      position: 2,
    },
  ])
  const english = await tukar.call('GET', '/api/banner?lang=en')
  assert.equal(english.body.data[0].title, 'first (en)')
})
