import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, test } from 'node:test'
import {
  configOf,
  memorySources,
  privateKey,
  problemsOf,
  production,
} from '../../../tests/make/config.ts'
import { type ConfigSources, describeConfig } from './config.ts'
import { secretFile } from './secret-file.ts'

describe('without any setting', () => {
  test('everything has a value and the emulators are used', () => {
    const config = configOf({})
    assert.equal(config.baseUrl, 'http://127.0.0.1:3000')
    assert.equal(config.appUrl, config.baseUrl)
    assert.equal(config.nodeUrl, 'http://127.0.0.1:3000')
    assert.equal(config.databaseUrl, null)
    assert.equal(config.dataDir, path.resolve('data'))
    assert.equal(config.appKeys[0].length, 32)
    assert.equal(config.sandbox, true)
    const { of, ...emulators } = config.emulators ?? { of: [] }
    assert.deepEqual(emulators, { port: 3001, smtpPort: 3025, timeScale: 60 })
    assert.equal(of.length, 12)
    assert.equal(config.payx.baseUrl, 'http://127.0.0.1:3001/payx')
    assert.equal(config.reportQueue.baseUrl, 'http://127.0.0.1:3001/report-queue')
    assert.equal(config.push.tokenUrl, 'http://127.0.0.1:3001/push/token')
    assert.equal(config.mail.url, 'smtp://127.0.0.1:3025')
    assert.ok(Object.isFrozen(config))
  })

  test('made-up secrets are the same at the next start, and all different', () => {
    const from = memorySources({}, {})
    const first = configOf({}, from)
    const { payx, reportQueue } = first
    assert.deepEqual(configOf({}, from), first)
    const { depositTokens, withdrawalTokens } = payx
    const made = [payx.secretKey, ...depositTokens, ...withdrawalTokens, ...reportQueue.tokens]
    const all = [...made, ...Object.values(reportQueue.secrets).flat()]
    assert.equal(new Set(all).size, all.length)
  })

  test('a configured secret wins over the generated one', () => {
    const from = memorySources()
    configOf({}, from)
    assert.deepEqual(configOf({ PAYX_DEPOSIT_TOKEN: 'mine' }, from).payx.depositTokens, ['mine'])
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

  test('are in a folder until a bucket is named, with real providers', () => {
    assert.equal(configOf(production).objectStore.baseUrl, null)
  })

  test('lie in the named bucket, which then needs its keys', () => {
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

  test('are in the emulated bucket beside the emulators', () => {
    const { baseUrl, bucket: name, accessKey } = configOf({}).objectStore
    assert.deepEqual([baseUrl, name, accessKey], ['http://127.0.0.1:3001/s3', 'tukar', 'sandbox'])
  })
})

describe('settings', () => {
  test('may come from files', () => {
    const from = memorySources({ '/run/token': 'from-the-file\n' })
    const config = configOf({ PAYX_DEPOSIT_TOKEN_FILE: '/run/token' }, from)
    assert.deepEqual(config.payx.depositTokens, ['from-the-file'])
  })

  test('of a folder have no control character', () => {
    const ofFolder = ['DATA_DIR has a control character']
    assert.deepEqual(problemsOf({ DATA_DIR: '/data\n/x' }), ofFolder)
  })

  test('that come from two sources or from a missing file are refused', () => {
    const env = { LOG_LEVEL: 'info', LOG_LEVEL_FILE: '/run/level', PORT_FILE: '/run/none' }
    assert.deepEqual(problemsOf(env, memorySources({ '/run/level': 'debug' })), [
      'PORT_FILE cannot be read: no such file',
      'LOG_LEVEL is set, and LOG_LEVEL_FILE as well',
    ])
  })

  test('that are empty count as missing', () => {
    assert.equal(configOf({ PORT: '', PAYX_BASE_URL: ' ' }).port, 3000)
  })

  test('that are unknown are ignored', () => {
    assert.equal(configOf({ HOSTNAME: 'somewhere', CUSTODY_PLACE: 'x' }).port, 3000)
  })

  test('that are wrong are all reported at once', () => {
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
      'BASE_URL is not a usable address',
      'CORS_ORIGINS contains *',
      'DATABASE_URL is not a usable address',
      'LOG_LEVEL is not an allowed value',
      'PORT is out of range',
      'REDIS_URL is not a usable address',
      'SANDBOX_TIME_SCALE is out of range',
      'TRUST_PROXY contains 10.0.0.0/99',
    ])
  })

  test('of the application key may be hex or base64, or several of them', () => {
    const bytes = Buffer.alloc(32, 'abcdefgh')
    for (const text of [bytes.toString('hex'), bytes.toString('base64')]) {
      assert.deepEqual(configOf({ APP_KEY: text }).appKeys, [bytes])
    }
    const other = Buffer.alloc(32, 'ijklmnop')
    const both = `${bytes.toString('base64')}, ${other.toString('hex')}`
    assert.deepEqual(configOf({ APP_KEY: both }).appKeys, [bytes, other])
    for (const [more, problem] of [
      [bytes.toString('base64'), 'contains one key twice'],
      ['short', 'is not 32 bytes as base64 or hex'],
      ['', 'is not 32 bytes as base64 or hex'],
    ]) {
      const APP_KEY = `${bytes.toString('hex')},${more}`
      assert.deepEqual(problemsOf({ APP_KEY }), [`APP_KEY ${problem}`])
    }
  })

  test('of a listening address make an address to call', () => {
    const open = { HOST: '0.0.0.0', ALLOW_INSECURE: 'yes' }
    assert.equal(configOf({ ...open, PORT: '80' }).baseUrl, 'http://127.0.0.1:80')
    assert.equal(configOf({ HOST: '::1' }).nodeUrl, 'http://[::1]:3000')
  })

  test('of a database may name a socket instead of a host', () => {
    const url = 'postgresql://tukar@/tukar?host=%2Frun%2Fpostgresql'
    assert.equal(configOf({ DATABASE_URL: url }).databaseUrl, url)
  })

  test('of a database may name several hosts, and only a valid target', () => {
    const hosts = 'postgresql://u:secret@db1:1,db2/x?target_session_attrs='
    const config = configOf({ DATABASE_URL: `${hosts}read-write` })
    assert.equal(config.databaseUrl, `${hosts}read-write`)
    assert.doesNotMatch(describeConfig(config).join('\n'), /secret@/)
    const [problem = ''] = problemsOf({ DATABASE_URL: `${hosts}master` })
    assert.match(problem, /^DATABASE_URL has a target_session_attrs other than any, /)
  })

  test('of asynchronous standbys accept a loss by yes only', () => {
    assert.equal(configOf(production).asyncStandbysAllowed, false)
    const accepted = { ...production, ALLOW_ASYNC_STANDBYS: 'yes' }
    assert.equal(configOf(accepted).asyncStandbysAllowed, true)
    const problems = ['ALLOW_ASYNC_STANDBYS is not an allowed value']
    assert.deepEqual(problemsOf({ ALLOW_ASYNC_STANDBYS: 'true' }), problems)
  })

  test('of draining are five seconds in production and zero elsewhere', () => {
    assert.equal(configOf({}).drainSeconds, 0)
    assert.equal(configOf(production).drainSeconds, 5)
    assert.equal(configOf({ ...production, DRAIN_SECONDS: '30' }).drainSeconds, 30)
    assert.deepEqual(problemsOf({ DRAIN_SECONDS: '301' }), ['DRAIN_SECONDS is out of range'])
  })

  test('are reported if the data directory cannot store secrets', () => {
    const broken: ConfigSources = {
      ...memorySources(),
      secretsIn: () => ({
        known: () => {
          throw new Error('permission denied')
        },
        keep: (secrets) => secrets,
      }),
    }
    assert.ok(problemsOf({}, broken).includes('DATA_DIR cannot store secrets: permission denied'))
  })
})

describe('providers', () => {
  test('that are configured switch the emulators off and need their own secrets', () => {
    const { NODE_ENV: _, ...all } = production
    assert.equal(configOf(all).emulators, null)
    const { PAYX_DEPOSIT_TOKEN: __, ...lacking } = all
    const from = memorySources({}, { PAYX_DEPOSIT_TOKEN: 'made for the sandbox' })
    assert.deepEqual(problemsOf(lacking, from), ['PAYX_DEPOSIT_TOKEN is missing'])
  })

  test("leave the venue's stream and the queries for prices optional", () => {
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
  test('a complete configuration is accepted', () => {
    const config = configOf(production)
    assert.deepEqual([config.sandbox, config.emulators], [false, null])
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

  test('an empty environment reports everything that is missing, and generates nothing', () => {
    const from = memorySources({}, {})
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
      [
        { VENUE_WEBHOOK_SECRET: 'too-short-7f3a' },
        'VENUE_WEBHOOK_SECRET has less than 24 characters',
      ],
      [
        { REPORT_QUEUE_TOKEN: 'please-change-me-before-use' },
        'REPORT_QUEUE_TOKEN is a placeholder',
      ],
      [{ APP_KEY: '0'.repeat(64) }, 'APP_KEY is a placeholder'],
      [{ APP_KEY: `${production['APP_KEY']},${'0'.repeat(64)}` }, 'APP_KEY is a placeholder'],
      [{ PAYX_SECRET_KEY: known }, 'PAYX_SECRET_KEY is the one created for the sandbox'],
    ] as const
    for (const [change, problem] of cases) {
      const from = memorySources({}, problem.includes('sandbox') ? { PAYX_SECRET_KEY: known } : {})
      assert.deepEqual(problemsOf({ ...production, ...change }, from), [problem])
    }
  })

  test('no code ends the process on purpose', () => {
    const CRASH_AT = 'withdrawal.held'
    assert.equal(configOf({ CRASH_AT }).crashAt, CRASH_AT)
    assert.deepEqual(problemsOf({ ...production, CRASH_AT }), ['CRASH_AT is set in production'])
    assert.deepEqual(problemsOf({ CRASH_AT: 'anywhere' }), ['CRASH_AT is not an allowed value'])
  })

  test('a token of payx may be two while it is changed', () => {
    const [old, fresh] = [production['PAYX_DEPOSIT_TOKEN'] ?? '', 'd2-9c1f04ab7e55d2c8f1a36b07']
    const { payx } = configOf({ ...production, PAYX_DEPOSIT_TOKEN: `${old}, ${fresh}` })
    assert.deepEqual(payx.depositTokens, [old, fresh])
    assert.equal(payx.withdrawalTokens.length, 1)
    const problemsWith = (tokens: string) =>
      problemsOf({ ...production, PAYX_DEPOSIT_TOKEN: tokens })
    for (const wrong of [`${old},`, `${old},${old}`, `${old},${fresh},${fresh}2`]) {
      const problem = 'PAYX_DEPOSIT_TOKEN is neither one value nor two different ones'
      assert.deepEqual(problemsWith(wrong), [problem])
    }
    assert.deepEqual(problemsWith(`${old},password`), ['PAYX_DEPOSIT_TOKEN is a placeholder'])
    const PAYX_CALLBACK_SOURCES = '203.0.113.8, 198.51.100.0/28'
    const sources = configOf({ ...production, PAYX_CALLBACK_SOURCES }).payx.callbackSources
    assert.deepEqual(sources, ['203.0.113.8', '198.51.100.0/28'])
  })

  test('the two callback tokens of payx may be equal, however short payx made them', () => {
    const token = 'kR7w2Qx9'
    const { payx } = configOf({
      ...production,
      PAYX_DEPOSIT_TOKEN: token,
      PAYX_WITHDRAWAL_TOKEN: token,
    })
    assert.deepEqual([payx.depositTokens, payx.withdrawalTokens], [[token], [token]])
    const placeholder = 'sample-token-2026'
    assert.deepEqual(
      problemsOf({
        ...production,
        PAYX_DEPOSIT_TOKEN: placeholder,
        PAYX_WITHDRAWAL_TOKEN: placeholder,
      }),
      ['PAYX_DEPOSIT_TOKEN is a placeholder', 'PAYX_WITHDRAWAL_TOKEN is a placeholder'],
    )
  })

  test('a secret that a provider issues has no minimum length', () => {
    const issued = {
      CUSTODY_API_KEY: 'c1R7w2Qx',
      VENUE_API_KEY: 'v2K9d4Zt',
      VENUE_API_SECRET: 'v3M8f6Yb',
      PAYX_SECRET_KEY: 'p4J7h2Xc',
      PAYD_API_KEY: 'p5H6j9Wd',
      PAYD_DISBURSEMENT_SECRET: 'p6G3k8Vf',
      CAPTCHA_SECRET: 'c7F2l5Ug',
      IDP_PASSWORD: 'i8D9m4Th',
      IDP_API_KEY: 'i9S6n3Rj',
      IDP_CLIENT_SECRET: 'i2A5b8Qk',
      SMS_TOKEN: 's3P4v7Nl',
    }
    assert.equal(configOf({ ...production, ...issued }).sms.token, issued.SMS_TOKEN)
  })

  test('one secret in two settings is refused if we choose it', () => {
    const shared = {
      ...production,
      VENUE_WEBHOOK_SECRET: production['VENUE_API_SECRET'],
      REPORT_QUEUE_SECRET_C: production['REPORT_QUEUE_SECRET_A'],
    }
    assert.deepEqual(problemsOf(shared), [
      'VENUE_WEBHOOK_SECRET is the same as VENUE_API_SECRET',
      'REPORT_QUEUE_SECRET_C is the same as REPORT_QUEUE_SECRET_A',
    ])
  })
})

test('the description shows no secret', () => {
  const REDIS_URL = 'redis://:kata-sandi@cache/0'
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'https://user:rahasia-9@collector.example.com'
  const config = configOf({ ...production, REDIS_URL, OTEL_EXPORTER_OTLP_ENDPOINT })
  const text = describeConfig(config).join('\n')
  const { payx, reportQueue } = config
  const { depositTokens, withdrawalTokens } = payx
  const secrets = [payx.secretKey, ...depositTokens, ...withdrawalTokens, ...reportQueue.tokens]
  const more = [
    ...Object.values(reportQueue.secrets).flat(),
    'kata-sandi',
    'rahasia-9',
    'PRIVATE KEY',
  ]
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
  // A second process that generated secrets uses those of the first.
  assert.deepEqual(secretFile(file).keep({ A: 'second', B: 'new' }), { A: 'first', B: 'new' })
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), { A: 'first', B: 'new' })
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.equal(statSync(path.dirname(file)).mode & 0o777, 0o700)
})
