import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { isGuessable } from './guessable.ts'

const refuses = (name: string, secrets: readonly string[]) => {
  for (const secret of secrets) assert.ok(isGuessable(name, secret), secret)
}

test('a word can be guessed, in any case, with digits for letters or a few behind it', () => {
  refuses('IDP_PASSWORD', [
    'password',
    'Password',
    'PASSWORD1',
    'P@ssw0rd!',
    'p4ssw0rd2026',
    'elephant',
    'Umbrella7',
    'rahasia',
    'kata-sandi',
    'letmein',
    'dragon123',
    'correcthorsebatterystaple',
  ])
})

test('several words are guessable, with any separators', () => {
  refuses('PAYX_SECRET_KEY', [
    'my-secret-token',
    'ThisIsAVerySecretPassword',
    'admin_admin_2026',
    'test.payment.token.0000',
    's3cr3t-k3y-f0r-pr0duct10n',
  ])
})

test('the setting’s own name can be guessed, whole, in part or repeated', () => {
  refuses('PAYX_DEPOSIT_TOKEN', [
    'PAYX_DEPOSIT_TOKEN',
    'payx-deposit-token',
    'payxdeposittoken1',
    'payx',
    'payx-token-payx-token-payx-token',
    'test-payx-deposit-token-0000',
  ])
  refuses('VENUE_WEBHOOK_SECRET', ['venue-webhook-secret-2026', 'v3nu3w3bh00k'])
})

test('one repeated character or piece, and a run of neighbours, are guessable', () => {
  refuses('SMS_TOKEN', [
    'x',
    'aaaaaaaaaaaaaaaaaaaaaaaa',
    '0'.repeat(64),
    'abababababababababababab',
    'xyz9xyz9xyz9xyz9xyz9xyz9xyz9',
    '0123456789abcdef0123456789abcdef',
    'abcdefghijklmnopqrstuvwxyz',
    '9876543210',
    'qwertyuiop123456',
    '1q2w3e4r5t6y',
  ])
})

test('samples and published test keys can be guessed', () => {
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
    for (const secret of made) assert.ok(!isGuessable('PAYX_SECRET_KEY', secret), secret)
  }
  for (const secret of ['kX9-w2Qz', 'b7Rt2m', '7f3a9c', 'too-short-7f3a', '48291057']) {
    assert.ok(!isGuessable('IDP_PASSWORD', secret), secret)
  }
})
