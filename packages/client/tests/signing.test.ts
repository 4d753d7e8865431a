import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { createTukar } from '../src/client.ts'
import { ok, refused, responder, type Sent, url } from './responder.ts'

const apiKey = { apiKey: 'xak_1', secretKey: 'ab'.repeat(32) }

/** A service whose clock is ahead, by an hour, and that accepts each signature once. */
function strictService(aheadMs = 3_600_000) {
  const used = new Set<string>()
  return responder(({ operation, headers, body }: Sent) => {
    const nowMs = Date.now() + aheadMs
    const timestamp = headers.get('x-api-timestamp') ?? ''
    const signature = headers.get('x-api-signature') ?? ''
    const signed = `${timestamp}\n${operation.replace(' ', '\n')}\n${body}`
    const right = createHmac('sha256', apiKey.secretKey).update(signed).digest('hex')
    assert.equal(signature, right)
    assert.equal(headers.get('x-api-signature-version'), '2')
    const isAdmitted = Math.abs(Number(timestamp) - nowMs) <= 5_000 && !used.has(signature)
    used.add(signature)
    const date = new Date(nowMs).toUTCString()
    return isAdmitted ? ok([]) : refused(401, 'auth.unauthenticated', { date })
  })
}

test('a program whose clock is wrong is admitted with the time of the service', async () => {
  const { fetch, sent } = strictService()
  const client = createTukar({ url, apiKey, fetch })
  await client.get('/api/users/transaction-histories', { params: { query: { symbol: 'é/ IDR' } } })
  assert.equal(sent.length, 2)
  await client.get('/api/users/coins')
  assert.equal(sent.length, 3)
})

test('a program whose clock is ahead is admitted once the service named its time', async () => {
  const { fetch, sent } = strictService(-3_600_000)
  const client = createTukar({ url, apiKey, fetch })
  await client.get('/api/users/coins')
  assert.equal(sent.length, 2)
  await Promise.all(Array.from({ length: 5 }, () => client.get('/api/users/coins')))
  assert.equal(sent.length, 7)
})

test('no two requests of a program have the same signature, however close they are', async () => {
  const { fetch, sent } = strictService()
  const client = createTukar({ url, apiKey, fetch })
  await client.get('/api/users/coins')
  const before = sent.length
  await Promise.all(Array.from({ length: 100 }, () => client.get('/api/users/coins')))
  assert.equal(sent.length, before + 100)
})
