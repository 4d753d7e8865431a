import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  type AppKeys,
  idLength,
  idOf,
  macsOf,
  makeOwnKey,
  openOwnKey,
  sealText,
  unsealText,
} from './app-keys.ts'
import { type Random, systemRandom } from './crypto.ts'

const [one, other] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)]
const keys: AppKeys = { appKeys: [one] }
const others: AppKeys = { appKeys: [other] }

describe('sealing', () => {
  test('any text decrypts under its key and purpose, and each ciphertext differs', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const sealed = sealText(keys, 'totp', text, systemRandom)
        assert.equal(unsealText(keys, 'totp', sealed), text)
        assert.notEqual(sealText(keys, 'totp', text, systemRandom), sealed)
      }),
    )
  })

  test('another purpose or another key decrypts nothing', () => {
    const sealed = sealText(keys, 'totp', 'secret', systemRandom)
    assert.equal(unsealText(keys, 'email', sealed), null)
    assert.equal(unsealText(others, 'totp', sealed), null)
  })

  test('a flipped bit is detected', () => {
    const bytes = Buffer.from(sealText(keys, 'totp', 'secret', systemRandom), 'base64url')
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const flipped = Buffer.from(bytes)
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      assert.equal(unsealText(keys, 'totp', flipped.toString('base64url')), null, `bit ${bit}`)
    }
  })

  test('a secret that is shorter or longer decrypts nothing', () => {
    const sealed = sealText(keys, 'totp', 'secret', systemRandom)
    const bytes = Buffer.from(sealed, 'base64url')
    for (let length = 0; length < bytes.length; length += 1) {
      assert.equal(unsealText(keys, 'totp', bytes.subarray(0, length).toString('base64url')), null)
    }
    const longer = Buffer.concat([bytes, Buffer.of(0)])
    assert.equal(unsealText(keys, 'totp', longer.toString('base64url')), null)
  })

  test('only the one canonical spelling decrypts', () => {
    // 0xfb and 0xff encode to the letters in which base64 and base64url differ.
    const random: Random = { bytes: (length) => Buffer.alloc(length, 0xfb) }
    const sealed = sealText(keys, 'totp', 'ab', random)
    assert.equal(unsealText(keys, 'totp', sealed), 'ab')
    const spellings = [
      Buffer.from(sealed, 'base64url').toString('base64'),
      `${sealed}=`,
      `${sealed}\n`,
      ` ${sealed}`,
      `${sealed.slice(0, 4)}*${sealed.slice(4)}`,
    ]
    for (const spelling of spellings) {
      assert.notEqual(spelling, sealed)
      assert.equal(unsealText(keys, 'totp', spelling), null, JSON.stringify(spelling))
    }
  })

  test('an empty text decrypts to itself, and noise decrypts to nothing', () => {
    assert.equal(unsealText(keys, 'totp', sealText(keys, 'totp', '', systemRandom)), '')
    fc.assert(fc.property(fc.base64String(), (noise) => unsealText(keys, 'totp', noise) === null))
  })
})

describe('a ring of keys', () => {
  test('seals with the first key, and opens what any of its keys sealed', () => {
    const both: AppKeys = { appKeys: [other, one] }
    const sealed = sealText(keys, 'totp', 'secret', systemRandom)
    assert.equal(unsealText(both, 'totp', sealed), 'secret')
    const again = sealText(both, 'totp', 'secret', systemRandom)
    assert.equal(unsealText(others, 'totp', again), 'secret')
    assert.equal(unsealText(keys, 'totp', again), null)
  })

  test('writes the id of the key before what it sealed, and nothing else opens it', () => {
    const sealed = sealText(keys, 'totp', 'secret', systemRandom)
    assert.equal(sealed.slice(0, idLength), idOf(one))
    assert.match(sealed, /^[\w-]+$/)
    const renamed = idOf(other) + sealed.slice(idLength)
    assert.equal(unsealText({ appKeys: [one, other] }, 'totp', renamed), null)
  })

  test('digests with each of its keys, the first one first', () => {
    const both = macsOf({ appKeys: [one, other] }, 'otp', '123456')
    assert.deepEqual(both, [...macsOf(keys, 'otp', '123456'), ...macsOf(others, 'otp', '123456')])
  })

  test('opens the own key of a value for its purpose only', () => {
    const { key, sealedKey } = makeOwnKey(keys, 'file a', systemRandom)
    assert.deepEqual(openOwnKey(keys, 'file a', sealedKey), key)
    assert.equal(openOwnKey(keys, 'file b', sealedKey), null)
    assert.equal(openOwnKey(others, 'file a', sealedKey), null)
  })
})
