import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { test } from 'node:test'
import { eventually, startTukar } from '../../../../tests/harness.ts'
import { credit, makeUser, post } from '../../../../tests/make/ledger.ts'
import { linkEarlier } from '../../../../tests/make/ledger-chain.ts'
import { sealDays } from '../../../core/ledger/chain/seal-days.ts'

test('seals are public, and verify with the published key and the documented text', async (t) => {
  const tukar = await startTukar(t, { fresh: true })
  const { config, service } = tukar
  const { db } = service.ctx
  const path = '/.well-known/ledger-seals.json'
  const before = await tukar.call('GET', path)
  assert.deepEqual([before.status, before.body], [200, { keys: [], seals: [] }])
  const epoch = await eventually('the leader', async () => service.ctx.leadership.current()?.epoch)
  await post(db, credit('one', await makeUser(db), 5n))
  await linkEarlier({ db, url: config.databaseUrl ?? '' }, epoch, 2)
  assert.deepEqual(await sealDays(db, config, epoch), [])
  const { body } = await tukar.call('GET', path)
  const [[key], [seal]] = [body.keys, body.seals]
  assert.deepEqual([seal.totals, seal.key], [{ 1: '5' }, key.kid])
  const { day, at, link, linkHash } = seal
  const lines = ['tukar-seal-1', day, at, link, linkHash, '1:5', key.kid]
  const text = Buffer.from(lines.map((line) => `${line}\n`).join(''))
  const publicKey = createPublicKey({ key, format: 'jwk' })
  assert.ok(verify(null, text, publicKey, Buffer.from(seal.signature, 'base64')))
})
