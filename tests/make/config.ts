import assert from 'node:assert/strict'
import type { Environment } from '../../src/base/settings/environment.ts'
import { madePrivateKey } from '../../src/base/settings/setting.ts'
import { type Config, type ConfigSources, readConfig } from '../../src/platform/config/config.ts'
import type { SecretStore, Secrets } from '../../src/platform/config/secret-file.ts'
import { sandboxSecrets } from '../sandbox-providers.ts'

let generated: Secrets | null = null

/** The RSA keys that a start would generate, made once for all tests that need them. */
function generatedKeys(): Secrets {
  if (generated !== null) return generated
  const key = madePrivateKey()
  generated = { CUSTODY_API_PRIVATE_KEY: key, PUSH_PRIVATE_KEY: key }
  return generated
}

/** Secrets in memory, simulated files, and a user who is not root. */
export function memorySources(
  files: Readonly<Record<string, string>> = {},
  kept: Secrets | null = null,
  isRoot = false,
): ConfigSources {
  let secrets = kept
  const known = () => (secrets ??= generatedKeys())
  const store: SecretStore = {
    known,
    keep: (more) => {
      secrets = { ...more, ...known() }
      return secrets
    },
  }
  return {
    secretsIn: () => store,
    isRoot: () => isRoot,
    readFile: (file) => {
      const text = files[file]
      if (text === undefined) throw new Error('no such file')
      return text
    },
  }
}

export function configOf(env: Environment, from = memorySources()): Config {
  const result = readConfig(env, from)
  assert.deepEqual(result.ok ? [] : result.problems, [])
  assert.ok(result.ok)
  return result.config
}

/** The problems found, as `NAME problem`. */
export function problemsOf(env: Environment, from = memorySources()): readonly string[] {
  const result = readConfig(env, from)
  return result.ok ? [] : result.problems.map(({ name, problem }) => `${name} ${problem}`)
}

const { custodyKey: privateKey, pushPublicKey: publicKey } = sandboxSecrets

export { privateKey }

/** A whole configuration with real providers. */
export const production: Environment = {
  NODE_ENV: 'production',
  APP_KEY: 'q8MZr1n0e5W3b7yTtVx2Kc9uJd6hLg4sFpQaYwEiRmU=',
  DATABASE_URL: 'postgresql://tukar:kata-sandi@db.internal/tukar',
  BASE_URL: 'https://api.tukar.example.com/',
  TRUST_PROXY: '10.0.0.0/8',
  INTERNAL_PORT: '3100',
  CUSTODY_BASE_URL: 'https://api.custody.example.com',
  CUSTODY_API_KEY: 'u-5b1e90c7f2a8d4360e91bc',
  CUSTODY_API_PRIVATE_KEY: privateKey,
  CUSTODY_WEBHOOK_PUBLIC_KEY: publicKey,
  CUSTODY_VAULT: '12',
  VENUE_BASE_URL: 'https://api.venue.example.com',
  VENUE_API_KEY: 'v-60a1f9d2c75be3841e07fd',
  VENUE_API_SECRET: 'v-9c3e07b1d64f28a5f0e1c7',
  VENUE_WEBHOOK_SECRET: 'v-e1840b7cd93f265a07bc2d',
  PAYX_BASE_URL: 'https://api.payx.example.com',
  PAYX_SECRET_KEY: 'live-9f2c4e7a1b6d8350ce41',
  PAYX_DEPOSIT_TOKEN: 'd-71c09be24fa85360d81e2b',
  PAYX_WITHDRAWAL_TOKEN: 'w-04eb7d19c6f28a35b02d97',
  PAYD_BASE_URL: 'https://passport.payd.example.com',
  PAYD_MERCHANT_CODE: 'D10234',
  PAYD_API_KEY: 'p-83d0f5a2c61e497b08a5fd',
  PAYD_VA_BIN: '868005',
  PAYD_DISBURSEMENT_USER_ID: '10234',
  PAYD_DISBURSEMENT_EMAIL: 'keuangan@tukar.example.com',
  PAYD_DISBURSEMENT_SECRET: 'd-27e9a4b1f05c683de2071a',
  REPORT_QUEUE_BASE_URL: 'https://queue.example.com',
  REPORT_QUEUE_TOKEN: 't-3f8a61d0925cbe47a1f06d',
  REPORT_QUEUE_SECRET_A: 'a-8d25f07b1ce6394a70f5bd',
  REPORT_QUEUE_SECRET_B: 'b-2e90c4d7f183a65be07c14',
  REPORT_QUEUE_SECRET_C: 'c-61fa3b8507d9e2c48b3f90',
  CAPTCHA_BASE_URL: 'https://www.google.com/recaptcha/api',
  CAPTCHA_SECRET: 'k-50c7e1d94ab2f8366e09db',
  CAPTCHA_HOSTS: 'app.example.com',
  IDP_BASE_URL: 'https://api.vision.example.com',
  IDP_USERNAME: 'tukar',
  IDP_PASSWORD: 'i-5be19d07c3f84a6210d9ef',
  IDP_API_KEY: 'i-90c2f7e4b1a86d35d07f21',
  IDP_REGISTRY_URL: 'https://services.example.com/main/v3/services',
  IDP_TOKEN_URL: 'https://sso.example.com/token',
  IDP_CLIENT_ID: 'tukar',
  IDP_CLIENT_SECRET: 'i-e7410cb6d2958fa3607c1d',
  SMS_BASE_URL: 'https://api.twilio.com',
  SMS_ACCOUNT: 'AC0123456789abcdef0123456789abcdef',
  SMS_TOKEN: 's-19d7c05be8f2463ab0c57e',
  SMS_FROM: '+15005550006',
  MAIL_URL: 'smtps://tukar:kata-sandi@mail.example.com',
  MAIL_FROM: 'Tukar <halo@tukar.example.com>',
  PUSH_BASE_URL: 'https://fcm.googleapis.com',
  PUSH_PROJECT_ID: 'tukar',
  PUSH_CLIENT_EMAIL: 'push@tukar.iam.example.com',
  PUSH_PRIVATE_KEY: privateKey,
}
