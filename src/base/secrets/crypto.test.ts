import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  equalSecrets,
  hmacSha256,
  keyFor,
  type Random,
  seal,
  sealBytes,
  sealInSteps,
  sha256,
  sha256InSteps,
  systemRandom,
  unseal,
  unsealBytes,
  unsealInSteps,
} from './crypto.ts'

const appKey = Buffer.alloc(32, 7)
const otherKey = Buffer.alloc(32, 8)

describe('sealing', () => {
  test('any text opens under its key and purpose, and never reads the same twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const sealed = seal(appKey, 'totp', text, systemRandom)
        assert.equal(unseal(appKey, 'totp', sealed), text)
        assert.notEqual(seal(appKey, 'totp', text, systemRandom), sealed)
      }),
    )
  })

  test('another purpose or another key decrypts nothing', () => {
    const sealed = seal(appKey, 'totp', 'secret', systemRandom)
    assert.equal(unseal(appKey, 'email', sealed), null)
    assert.equal(unseal(otherKey, 'totp', sealed), null)
  })

  test('no bit can be flipped', () => {
    const bytes = Buffer.from(seal(appKey, 'totp', 'secret', systemRandom), 'base64url')
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const flipped = Buffer.from(bytes)
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      assert.equal(unseal(appKey, 'totp', flipped.toString('base64url')), null, `bit ${bit}`)
    }
  })

  test('a secret that is shorter or longer decrypts nothing', () => {
    const sealed = seal(appKey, 'totp', 'secret', systemRandom)
    const bytes = Buffer.from(sealed, 'base64url')
    for (let length = 0; length < bytes.length; length += 1) {
      assert.equal(unseal(appKey, 'totp', bytes.subarray(0, length).toString('base64url')), null)
    }
    const longer = Buffer.concat([bytes, Buffer.of(0)])
    assert.equal(unseal(appKey, 'totp', longer.toString('base64url')), null)
  })

  test('only the one canonical spelling decrypts', () => {
    // 0xfb and 0xff encode to the letters in which base64 and base64url differ.
    const random: Random = { bytes: (length) => Buffer.alloc(length, 0xfb) }
    const sealed = seal(appKey, 'totp', 'ab', random)
    assert.equal(unseal(appKey, 'totp', sealed), 'ab')
    const spellings = [
      Buffer.from(sealed, 'base64url').toString('base64'),
      `${sealed}=`,
      `${sealed}\n`,
      ` ${sealed}`,
      `${sealed.slice(0, 4)}*${sealed.slice(4)}`,
    ]
    for (const spelling of spellings) {
      assert.notEqual(spelling, sealed)
      assert.equal(unseal(appKey, 'totp', spelling), null, JSON.stringify(spelling))
    }
  })

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

  test('an empty text decrypts to itself, and noise decrypts to nothing', () => {
    assert.equal(unseal(appKey, 'totp', seal(appKey, 'totp', '', systemRandom)), '')
    fc.assert(fc.property(fc.base64String(), (noise) => unseal(appKey, 'totp', noise) === null))
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
    const said = hmacSha256(Buffer.from('Jefe'), 'what do ya want for nothing?')
    assert.equal(said.toString('hex'), mac)
  })
})
