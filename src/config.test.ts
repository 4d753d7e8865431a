import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, test } from 'node:test'
import { type SecretStore, type Secrets, secretFile } from './base/secret-file.ts'
import type { Environment } from './base/settings.ts'
import { type Config, type ConfigSources, describeConfig, readConfig } from './config.ts'

/** Secrets in memory, and files that exist only here. */
function sources(files: Readonly<Record<string, string>> = {}, kept: Secrets = {}): ConfigSources {
  let secrets = kept
  const store: SecretStore = {
    known: () => secrets,
    keep: (more) => {
      secrets = { ...more, ...secrets }
      return secrets
    },
  }
  return {
    secretsIn: () => store,
    readFile: (file) => {
      const text = files[file]
      if (text === undefined) throw new Error('no such file')
      return text
    },
  }
}

function configOf(env: Environment, from = sources()): Config {
  const result = readConfig(env, from)
  assert.deepEqual(result.ok ? [] : result.problems, [])
  assert.ok(result.ok)
  return result.config
}

/** The problems found, as `NAME problem`. */
function problemsOf(env: Environment, from = sources()): readonly string[] {
  const result = readConfig(env, from)
  return result.ok ? [] : result.problems.map(({ name, problem }) => `${name} ${problem}`)
}

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

const production: Environment = {
  NODE_ENV: 'production',
  APP_KEY: 'q8MZr1n0e5W3b7yTtVx2Kc9uJd6hLg4sFpQaYwEiRmU=',
  DATABASE_URL: 'postgresql://tukar:kata-sandi@db.internal/tukar',
  BASE_URL: 'https://api.tukar.example.com/',
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

describe('without any setting', () => {
  test('everything has a value and the emulators stand in', () => {
    const config = configOf({})
    assert.equal(config.baseUrl, 'http://127.0.0.1:3000')
    assert.equal(config.appUrl, config.baseUrl)
    assert.equal(config.nodeUrl, 'http://127.0.0.1:3000')
    assert.equal(config.databaseUrl, null)
    assert.equal(config.dataDir, path.resolve('data'))
    assert.equal(config.appKey.length, 32)
    assert.deepEqual(config.sandbox, { port: 3001, smtpPort: 3025, timeScale: 60 })
    assert.equal(config.payx.baseUrl, 'http://127.0.0.1:3001/payx')
    assert.equal(config.reportQueue.baseUrl, 'http://127.0.0.1:3001/report-queue')
    assert.equal(config.push.tokenUrl, 'http://127.0.0.1:3001/push/token')
    assert.equal(config.mail.url, 'smtp://127.0.0.1:3025')
    assert.ok(Object.isFrozen(config))
  })

  test('made-up secrets are the same at the next start, and all different', () => {
    const from = sources()
    const first = configOf({}, from)
    const { payx, reportQueue } = first
    assert.deepEqual(configOf({}, from), first)
    const made = [payx.secretKey, payx.depositToken, payx.withdrawalToken, reportQueue.token]
    const all = [...made, ...Object.values(reportQueue.secrets)]
    assert.equal(new Set(all).size, all.length)
  })

  test('a secret that is set wins over the one that was made up', () => {
    const from = sources()
    configOf({}, from)
    assert.equal(configOf({ PAYX_DEPOSIT_TOKEN: 'mine' }, from).payx.depositToken, 'mine')
  })
})

describe('pictures', () => {
  const bucket = {
    OBJECT_STORE_BASE_URL: 'https://s3.example.com/',
    OBJECT_STORE_BUCKET: 'pictures',
    OBJECT_STORE_REGION: 'ap-southeast-3',
    OBJECT_STORE_ACCESS_KEY: 'AKIA0123456789ABCDEF',
    OBJECT_STORE_SECRET_KEY: 'o-58c1d07ae94f2b3660f1ca',
  }

  test('lie in a folder until a bucket is named, beside real providers', () => {
    assert.equal(configOf(production).objectStore.baseUrl, null)
  })

  test('lie in the bucket that is named, whose keys are asked for then', () => {
    assert.deepEqual(configOf({ ...production, ...bucket }).objectStore, {
      baseUrl: 'https://s3.example.com',
      bucket: 'pictures',
      region: 'ap-southeast-3',
      accessKey: 'AKIA0123456789ABCDEF',
      secretKey: 'o-58c1d07ae94f2b3660f1ca',
    })
    const { OBJECT_STORE_BASE_URL } = bucket
    assert.deepEqual(problemsOf({ ...production, OBJECT_STORE_BASE_URL }), [
      'OBJECT_STORE_BUCKET is missing',
      'OBJECT_STORE_ACCESS_KEY is missing',
      'OBJECT_STORE_SECRET_KEY is missing',
    ])
  })

  test('lie in the emulated bucket beside the emulators', () => {
    const { baseUrl, bucket: name, accessKey } = configOf({}).objectStore
    assert.deepEqual([baseUrl, name, accessKey], ['http://127.0.0.1:3001/s3', 'tukar', 'sandbox'])
  })
})

describe('settings', () => {
  test('may come from files', () => {
    const from = sources({ '/run/token': 'from-the-file\n' })
    const config = configOf({ PAYX_DEPOSIT_TOKEN_FILE: '/run/token' }, from)
    assert.equal(config.payx.depositToken, 'from-the-file')
  })

  test('that come from two places or from no file are refused', () => {
    const env = { LOG_LEVEL: 'info', LOG_LEVEL_FILE: '/run/level', PORT_FILE: '/run/none' }
    assert.deepEqual(problemsOf(env, sources({ '/run/level': 'debug' })), [
      'PORT_FILE can not be read: no such file',
      'LOG_LEVEL is set, and LOG_LEVEL_FILE as well',
    ])
  })

  test('that are empty count as not given', () => {
    assert.equal(configOf({ PORT: '', PAYX_BASE_URL: ' ' }).port, 3000)
  })

  test('that nobody knows are ignored', () => {
    assert.equal(configOf({ HOSTNAME: 'somewhere', CUSTODY_JWKS_URL: 'x' }).port, 3000)
  })

  test('that are wrong are told all at once', () => {
    const wrong = {
      PORT: '99999',
      BASE_URL: 'ftp://example.com',
      DATABASE_URL: 'mysql://db/x',
      REDIS_URL: 'db',
      LOG_LEVEL: 'loud',
      CORS_ORIGINS: 'https://ok.example.com,*',
      TRUST_PROXY: '10.0.0.0/8,10.0.0.0/99',
      SANDBOX_TIME_SCALE: '0',
      APP_KEY: 'short',
    }
    assert.deepEqual(problemsOf(wrong).toSorted(), [
      'APP_KEY is not 32 bytes as base64 or hex',
      'BASE_URL is no usable address',
      'CORS_ORIGINS has * in it',
      'DATABASE_URL is no usable address',
      'LOG_LEVEL is none of its values',
      'PORT is out of range',
      'REDIS_URL is no usable address',
      'SANDBOX_TIME_SCALE is out of range',
      'TRUST_PROXY has 10.0.0.0/99 in it',
    ])
  })

  test('of the application key may be hex or base64', () => {
    const bytes = Buffer.alloc(32, 'abcdefgh')
    for (const text of [bytes.toString('hex'), bytes.toString('base64')]) {
      assert.deepEqual(configOf({ APP_KEY: text }).appKey, bytes)
    }
  })

  test('of a listening address make an address to call', () => {
    assert.equal(configOf({ HOST: '0.0.0.0', PORT: '80' }).baseUrl, 'http://127.0.0.1:80')
    assert.equal(configOf({ HOST: '::1' }).nodeUrl, 'http://[::1]:3000')
  })

  test('of a database may name a socket instead of a host', () => {
    const url = 'postgresql://tukar@/tukar?host=%2Frun%2Fpostgresql'
    assert.equal(configOf({ DATABASE_URL: url }).databaseUrl, url)
  })

  test('are told when the data directory can not keep secrets', () => {
    const broken: ConfigSources = {
      ...sources(),
      secretsIn: () => ({
        known: () => {
          throw new Error('permission denied')
        },
        keep: (secrets) => secrets,
      }),
    }
    assert.ok(problemsOf({}, broken).includes('DATA_DIR can not keep secrets: permission denied'))
  })
})

describe('providers', () => {
  test('are configured all or none', () => {
    const idp = ['IDP_BASE_URL', 'IDP_REGISTRY_URL', 'IDP_TOKEN_URL']
    const wanting = ['PUSH_BASE_URL', 'CAPTCHA_BASE_URL', ...idp, 'SMS_BASE_URL', 'MAIL_URL']
    const left = ['NODE_ENV', ...wanting]
    const names = ['CUSTODY', 'VENUE', 'PAYX', 'PAYD', 'REPORT_QUEUE']
    const present = names.map((name) => `${name}_BASE_URL`)
    const some = Object.entries(production).filter(([name]) => !left.includes(name))
    assert.deepEqual(
      problemsOf(Object.fromEntries(some)),
      wanting.map((name) => `${name} is missing while ${present.join(' and ')} are set`),
    )
  })

  test('that are configured switch the emulators off and need their own secrets', () => {
    const { NODE_ENV: _, ...all } = production
    assert.equal(configOf(all).sandbox, null)
    const { PAYX_DEPOSIT_TOKEN: __, ...lacking } = all
    const from = sources({}, { PAYX_DEPOSIT_TOKEN: 'made for the sandbox' })
    assert.deepEqual(problemsOf(lacking, from), ['PAYX_DEPOSIT_TOKEN is missing'])
  })

  test('leave open whether the venue is heard by its stream and asked for prices', () => {
    const { venue } = configOf(production)
    assert.deepEqual([venue.streamUrl, venue.prices], [null, true])
    const set = { VENUE_STREAM_URL: 'wss://ws.venue.example.com/v3', VENUE_PRICES: 'off' }
    const other = configOf({ ...production, ...set }).venue
    assert.deepEqual([other.streamUrl, other.prices], ['wss://ws.venue.example.com/v3', false])
    assert.equal(configOf({}).venue.streamUrl, 'ws://127.0.0.1:3001/venue/ws')
  })

  test('may have their key on one line', () => {
    const oneLine = privateKey.replaceAll('\n', '\\n')
    const config = configOf({ PUSH_PRIVATE_KEY: oneLine })
    assert.equal(config.push.privateKey.trim(), privateKey.trim())
  })
})

describe('in production', () => {
  test('a whole configuration is taken', () => {
    const config = configOf(production)
    assert.equal(config.sandbox, null)
    assert.equal(config.baseUrl, 'https://api.tukar.example.com')
    assert.equal(config.push.tokenUrl, 'https://oauth2.googleapis.com/token')
  })

  test('each missing setting is refused', () => {
    const needed = Object.keys(production).filter((name) => !/^(NODE_ENV|BASE_URL)$/.test(name))
    for (const name of needed) {
      const found = problemsOf({ ...production, [name]: undefined })
      assert.equal(found.length, 1, name)
      assert.ok(found[0]?.startsWith(`${name} is missing`), name)
    }
  })

  test('nothing at all tells everything that is missing, and makes nothing up', () => {
    const from = sources()
    const found = problemsOf({ NODE_ENV: 'production' }, from)
    for (const name of ['APP_KEY', 'DATABASE_URL', 'PAYX_BASE_URL', 'PAYX_DEPOSIT_TOKEN']) {
      assert.ok(
        found.some((problem) => problem.startsWith(`${name} is missing`)),
        name,
      )
    }
    assert.deepEqual(from.secretsIn('').known(), {})
  })

  test('secrets of the sandbox, samples and short ones are refused', () => {
    const { PAYX_SECRET_KEY: known = '' } = production
    const cases = [
      [{ PAYX_DEPOSIT_TOKEN: 'too-short-7f3a' }, 'PAYX_DEPOSIT_TOKEN has less than 24 characters'],
      [
        { REPORT_QUEUE_TOKEN: 'please-change-me-before-use' },
        'REPORT_QUEUE_TOKEN is a sample or easily guessed',
      ],
      [{ APP_KEY: '0'.repeat(64) }, 'APP_KEY is a sample or easily guessed'],
      [{ PAYX_SECRET_KEY: known }, 'PAYX_SECRET_KEY is the one made for the sandbox'],
    ] as const
    for (const [change, problem] of cases) {
      const from = sources({}, problem.includes('sandbox') ? { PAYX_SECRET_KEY: known } : {})
      assert.deepEqual(problemsOf({ ...production, ...change }, from), [problem])
    }
  })

  test('nothing may end the process on purpose', () => {
    const CRASH_AT = 'withdrawal.held'
    assert.equal(configOf({ CRASH_AT }).crashAt, CRASH_AT)
    assert.deepEqual(problemsOf({ ...production, CRASH_AT }), ['CRASH_AT is set in production'])
    assert.deepEqual(problemsOf({ CRASH_AT: 'anywhere' }), ['CRASH_AT is none of its values'])
  })

  test('one secret in two places is refused', () => {
    const shared = {
      ...production,
      PAYX_WITHDRAWAL_TOKEN: production['PAYX_DEPOSIT_TOKEN'],
      REPORT_QUEUE_SECRET_C: production['REPORT_QUEUE_SECRET_A'],
    }
    assert.deepEqual(problemsOf(shared), [
      'PAYX_WITHDRAWAL_TOKEN is the same as PAYX_DEPOSIT_TOKEN',
      'REPORT_QUEUE_SECRET_C is the same as REPORT_QUEUE_SECRET_A',
    ])
  })
})

test('the description shows no secret', () => {
  const config = configOf({ ...production, REDIS_URL: 'redis://:kata-sandi@cache/0' })
  const text = describeConfig(config).join('\n')
  const { payx, reportQueue } = config
  const secrets = [payx.secretKey, payx.depositToken, payx.withdrawalToken, reportQueue.token]
  const more = [...Object.values(reportQueue.secrets), 'kata-sandi', 'PRIVATE KEY']
  for (const secret of [...secrets, ...more, production['APP_KEY'] ?? '']) {
    assert.ok(!text.includes(secret), secret)
  }
  assert.match(text, /^PAYX_BASE_URL=https:\/\/api\.payx\.example\.com\/$/m)
  assert.match(text, /^DATABASE_URL=postgresql:\/\/tukar:\*+@db\.internal\/tukar$/m)
})

test('the file of secrets is its owner’s alone and appears whole', (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tukar-secrets-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'data', 'secrets.json')
  const store = secretFile(file)
  assert.deepEqual(store.known(), {})
  assert.deepEqual(store.keep({ A: 'first' }), { A: 'first' })
  // Another process that made its own finds the first ones.
  assert.deepEqual(secretFile(file).keep({ A: 'second', B: 'new' }), { A: 'first', B: 'new' })
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), { A: 'first', B: 'new' })
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.equal(statSync(path.dirname(file)).mode & 0o777, 0o700)
})
