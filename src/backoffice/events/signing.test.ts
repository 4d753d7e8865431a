import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { systemRandom } from '../../base/secrets/crypto.ts'
import { makeKeys, publicKeyText, signedHeaders, webhookSecretText } from './signing.ts'

const event = { id: 'evt_1', at: new Date(), body: '{"type":"deposit.credited"}' }

test('the published package verifies the signature, and refuses another body', () => {
  const keys = makeKeys(systemRandom)
  const headers = { ...signedHeaders([keys], event) }
  const webhook = new Webhook(webhookSecretText(keys))
  assert.deepEqual(webhook.verify(event.body, headers), JSON.parse(event.body))
  assert.throws(() => webhook.verify(`${event.body} `, headers))
  assert.throws(() => webhook.verify(event.body, { ...headers, 'webhook-id': 'evt_2' }))
})

test('during a rotation both secrets verify', () => {
  const [keys, former] = [makeKeys(systemRandom), makeKeys(systemRandom)]
  const headers = { ...signedHeaders([keys, former], event) }
  for (const one of [keys, former]) new Webhook(webhookSecretText(one)).verify(event.body, headers)
  const other = new Webhook(webhookSecretText(makeKeys(systemRandom)))
  assert.throws(() => other.verify(event.body, headers))
})

test('the public key verifies the Ed25519 signature', () => {
  const keys = makeKeys(systemRandom)
  const headers = signedHeaders([keys], event)
  const raw = Buffer.from(publicKeyText(keys).replace('whpk_', ''), 'base64')
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw])
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  const [, signature = ''] = /v1a,(\S+)/.exec(headers['webhook-signature'] ?? '') ?? []
  const signed = Buffer.from(`${event.id}.${headers['webhook-timestamp']}.${event.body}`)
  assert.ok(verify(null, signed, key, Buffer.from(signature, 'base64')))
})
