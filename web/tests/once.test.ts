import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTukar } from '../../packages/client/src/client.ts'
import { lost, ok, refused, responder, url } from '../../packages/client/tests/responder.ts'
import './client-source.ts'

const { sendOnce } = await import('../app/once.ts')

const body = { side: 'BUY', type: 'MARKET', txPair: 'BTC_IDR', volume: '0.1' } as const

test('a form that is sent again while its first request is under way orders once', async () => {
  const held = { 'retry-after': '60' }
  const responses = [lost(), refused(409, 'api.request_in_progress', held), ok('{}')]
  const { fetch, sent } = responder((_sent, count) => responses[count - 1] ?? lost())
  const tukar = createTukar({ url, fetch, tries: 2 })
  const key = { current: null }
  const submit = () =>
    sendOnce(key, (idempotencyKey) => {
      const params = { header: { 'Idempotency-Key': idempotencyKey } }
      return tukar.post('/api/exchange/venue/order', { body, params })
    })
  await assert.rejects(submit(), { key: 'api.request_in_progress' })
  await submit()
  assert.equal(sent.length, 3)
  assert.equal(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size, 1)
})
