import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { otpauthUrl, secretText, stepOfCode } from './totp-codes.ts'

const bytes = Buffer.from('12345678901234567890')
const secret = secretText(bytes)
const nowSeconds = 1_700_000_000
const step = Math.floor(nowSeconds / 30)

/** RFC 6238 with SHA-1, 30 seconds and 6 digits, implemented independently. */
function codeAt(at: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(at))
  const mac = createHmac('sha1', bytes).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0xf
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

test('a secret is written in the letters authenticator apps take', () => {
  assert.equal(secret, 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
})

test('codes are those of the published test vectors', () => {
  // The last six digits of the RFC 6238 test vectors for SHA-1.
  assert.equal(stepOfCode(secret, '287082', 59), 1)
  assert.equal(stepOfCode(secret, '081804', 1_111_111_109), 37_037_036)
  assert.equal(stepOfCode(secret, '353130', 20_000_000_000), 666_666_666)
})

test('only codes of the current step and of its two neighbours are accepted', () => {
  for (const away of [-1, 0, 1]) {
    assert.equal(stepOfCode(secret, codeAt(step + away), nowSeconds), step + away)
  }
  for (const away of [-20, -3, -2, 2, 3, 20]) {
    assert.equal(stepOfCode(secret, codeAt(step + away), nowSeconds), null)
  }
})

test('the window moves with the step, not with the second', () => {
  const first = step * 30
  for (const second of [first, first + 15, first + 29]) {
    assert.equal(stepOfCode(secret, codeAt(step - 1), second), step - 1)
    assert.equal(stepOfCode(secret, codeAt(step + 1), second), step + 1)
    assert.equal(stepOfCode(secret, codeAt(step - 2), second), null)
    assert.equal(stepOfCode(secret, codeAt(step + 2), second), null)
  }
})

test('only six ASCII digits are a code', () => {
  const right = codeAt(step)
  const odd = ['', right.slice(1), `${right}0`, ` ${right}`, '１２３４５６', 'abcdef', '-12345']
  for (const code of odd) assert.equal(stepOfCode(secret, code, nowSeconds), null)
})

test('the address for apps contains the issuer, the account and the secret, escaped', () => {
  const url = new URL(otpauthUrl('a+b&c@tukar.test', secret))
  assert.equal(url.protocol, 'otpauth:')
  assert.equal(url.searchParams.get('secret'), secret)
  assert.equal(url.searchParams.get('issuer'), 'Tukar')
  assert.equal(decodeURIComponent(url.pathname).endsWith('Tukar:a+b&c@tukar.test'), true)
})
