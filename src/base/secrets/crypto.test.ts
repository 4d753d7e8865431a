import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  equalSecrets,
  hmacSha256,
  keyFor,
  sealBytes,
  sealInSteps,
  sha256,
  sha256InSteps,
  systemRandom,
  unsealBytes,
  unsealInSteps,
} from './crypto.ts'

const appKey = Buffer.alloc(32, 7)
const otherKey = Buffer.alloc(32, 8)

describe('sealing', () => {
  test('megabytes give the same result in steps and at once, both ways', async () => {
    for (const length of [0, 1, 262_144, 262_145, 700_001]) {
      const bytes = systemRandom.bytes(length)
      assert.deepEqual(await sha256InSteps(bytes), sha256(bytes))
      const parts = [bytes.subarray(0, 3), bytes.subarray(3)]
      const sealed = await sealInSteps(appKey, parts, systemRandom)
      assert.deepEqual(unsealBytes(appKey, sealed), bytes)
      const atOnce = sealBytes(appKey, bytes, systemRandom)
      assert.deepEqual(await unsealInSteps(appKey, atOnce), bytes)
      assert.equal(await unsealInSteps(otherKey, sealed), null)
      sealed[20] = (sealed[20] ?? 0) ^ 1
      assert.equal(await unsealInSteps(appKey, sealed), null)
    }
    assert.equal(await unsealInSteps(appKey, Buffer.alloc(27)), null)
  })
})

describe('keys and digests', () => {
  test('each purpose has a key of its own', () => {
    assert.deepEqual(keyFor(appKey, 'totp'), keyFor(appKey, 'totp'))
    assert.notDeepEqual(keyFor(appKey, 'totp'), keyFor(appKey, 'email'))
    assert.notDeepEqual(keyFor(appKey, 'totp'), keyFor(otherKey, 'totp'))
    assert.equal(keyFor(appKey, 'totp').length, 32)
  })

  test('secrets are equal if their bytes are, whatever their lengths', () => {
    assert.ok(equalSecrets('token', Buffer.from('token')))
    assert.ok(equalSecrets('', ''))
    for (const other of ['', 'toke', 'token ', 'Token', 'token\0']) {
      assert.ok(!equalSecrets('token', other), JSON.stringify(other))
    }
  })

  test('digests are the published ones', () => {
    const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
    assert.equal(sha256('abc').toString('hex'), abc)
    // RFC 4231, test case 2.
    const mac = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'
    const digest = hmacSha256(Buffer.from('Jefe'), 'what do ya want for nothing?')
    assert.equal(digest.toString('hex'), mac)
  })
})
