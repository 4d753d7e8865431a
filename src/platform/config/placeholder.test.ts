import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { isPlaceholder } from './placeholder.ts'

const refuses = (name: string, secrets: readonly string[]) => {
  for (const secret of secrets) assert.ok(isPlaceholder(name, secret), secret)
}

test('placeholder words are refused, in any case, also with digits appended', () => {
  refuses('IDP_PASSWORD', [
    'password',
    'Password',
    'SECRET',
    'secret-2026',
    'rahasia',
    'xxx',
    'test1',
  ])
})

test('the setting’s own name is refused, in any spelling and among other text', () => {
  refuses('PAYX_DEPOSIT_TOKEN', [
    'PAYX_DEPOSIT_TOKEN',
    'payx-deposit-token',
    'payxdeposittoken1',
    'test-payx-deposit-token-0000',
  ])
})

test('one repeated character is refused', () => {
  refuses('SMS_TOKEN', ['x', 'aaaaaaaaaaaaaaaaaaaaaaaa', '0'.repeat(64)])
})

test('samples and published test keys are refused', () => {
  refuses('CAPTCHA_SECRET', [
    'please-change-me-before-use-91c',
    'a-sample-91c7e1d94ab2f8366e09db',
    'xnd_development_91c7e1d94ab2f8366e09db',
    '6LeIxAcTAAAAAGG-vFI1TnRWxMZNFuojJ4WifJWe',
    '0x0000000000000000000000000000000000000000',
    '1x0000000000000000000000000000000AA',
  ])
})

test('a random secret passes, also a short one that a provider issued', () => {
  for (let round = 0; round < 1_000; round += 1) {
    const made = [
      randomBytes(16).toString('hex'),
      randomBytes(32).toString('base64'),
      randomUUID(),
      `xnd_production_${randomBytes(24).toString('base64url')}`,
    ]
    for (const secret of made) assert.ok(!isPlaceholder('PAYX_SECRET_KEY', secret), secret)
  }
  for (const secret of ['kX9-w2Qz', 'b7Rt2m', '7f3a9c', 'too-short-7f3a', '48291057']) {
    assert.ok(!isPlaceholder('IDP_PASSWORD', secret), secret)
  }
})
