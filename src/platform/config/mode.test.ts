import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { configOf, memorySources, problemsOf, production } from '../../../tests/make/config.ts'
import { type Environment, isLoopback } from '../../base/settings/environment.ts'
import { readConfig } from './config.ts'

/** Without NODE_ENV: every provider is real and no setting names the mode. */
const { NODE_ENV: _, ...real } = production

/** A full configuration whose providers are all emulated on this machine. */
const emulated: Environment = Object.fromEntries(
  Object.entries(real).map(([name, value]) => {
    if (name === 'MAIL_URL') return [name, 'smtp://127.0.0.1:4025']
    const isAddress = name !== 'BASE_URL' && value?.startsWith('https:') === true
    return [name, isAddress ? `http://127.0.0.1:4001/${name}` : value]
  }),
)

/** One provider has a real address (such as a provider's own sandbox); the others are emulated. */
const mixed: Environment = { ...emulated, PAYX_BASE_URL: 'https://api.payx.example.com' }

function warningsOf(env: Environment): readonly string[] {
  const read = readConfig(env, memorySources())
  assert.ok(read.ok, JSON.stringify(read))
  return read.warnings.map(({ name, warning }) => `${name} ${warning}`)
}

const modeOf = (env: Environment) => {
  const { mode, production: strict } = configOf(env)
  return [mode, strict]
}

describe('NODE_ENV', () => {
  test('is production, development or test, and anything else is refused', () => {
    for (const NODE_ENV of ['prod', 'Production', 'staging', 'dev', 'live']) {
      for (const env of [{}, real, emulated]) {
        assert.deepEqual(problemsOf({ ...env, NODE_ENV }), ['NODE_ENV is not an allowed value'])
      }
    }
  })

  test('unset means production if every provider is real, and development if none is', () => {
    assert.deepEqual(modeOf(real), ['production', true])
    assert.deepEqual(modeOf(emulated), ['development', false])
    assert.deepEqual(modeOf({}), ['development', false])
  })

  test('of a test is for emulated providers alone', () => {
    assert.deepEqual(modeOf({ NODE_ENV: 'test' }), ['test', false])
    assert.deepEqual(modeOf({ ...emulated, NODE_ENV: 'test' }), ['test', false])
    for (const env of [real, mixed]) {
      const [problem, ...more] = problemsOf({ ...env, NODE_ENV: 'test' })
      assert.match(problem ?? '', /^NODE_ENV is test while .*real/)
      assert.deepEqual(more, [])
    }
  })

  test('must be development if some providers are real and some are emulated', () => {
    const [problem, ...more] = problemsOf(mixed)
    assert.match(problem ?? '', /^NODE_ENV is missing while PAYX_BASE_URL names a real one and /)
    assert.deepEqual(more, [])
    assert.deepEqual(modeOf({ ...mixed, NODE_ENV: 'development' }), ['trial', true])
  })

  test('of development switches nothing off beside real providers alone', () => {
    assert.deepEqual(modeOf({ ...real, NODE_ENV: 'development' }), ['trial', true])
  })
})

describe('a provider', () => {
  test('is real unless its address is on this machine', () => {
    const here = ['127.0.0.1', '127.9.9.9', '[::1]', '::1', 'LOCALHOST', '::ffff:127.0.0.1']
    for (const host of here) assert.ok(isLoopback(host), host)
    const elsewhere = ['0.0.0.0', '::', '10.0.0.1', '128.0.0.1', 'localhost.example.com', '']
    for (const host of elsewhere) assert.ok(!isLoopback(host), host)
  })

  test('that is real makes a trial of it also by its object store, stream or token address', () => {
    const addresses = {
      OBJECT_STORE_BASE_URL: 'https://s3.example.com',
      VENUE_STREAM_URL: 'wss://ws.venue.example.com',
      PUSH_TOKEN_URL: 'https://oauth2.example.com',
    }
    for (const [name, address] of Object.entries(addresses)) {
      const found = problemsOf({ ...emulated, [name]: address })
      assert.match(found[0] ?? '', new RegExp(`^NODE_ENV is missing while ${name} `))
      const [first] = problemsOf({ [name]: address })
      assert.match(first ?? '', new RegExp(`^NODE_ENV is missing while ${name} names a real one `))
    }
  })

  test('is no sandbox in production, but may be behind a tunnel', () => {
    const sandbox = { MAIL_URL: 'smtp://localhost:3025', PAYX_BASE_URL: 'http://[::1]:3001/payx' }
    assert.deepEqual(problemsOf({ ...production, ...sandbox }), [
      'PAYX_BASE_URL is the sandbox, and production accepts no emulators',
      'MAIL_URL is the sandbox, and production accepts no emulators',
    ])
    const tunnel = { PAYX_BASE_URL: 'http://127.0.0.1:8443' }
    assert.deepEqual(modeOf({ ...production, ...tunnel }), ['production', true])
    const moved = { SANDBOX_PORT: '8443' }
    assert.equal(problemsOf({ ...production, ...tunnel, ...moved }).length, 1)
  })
})

describe('a trial', () => {
  const trial: Environment = { ...mixed, NODE_ENV: 'development' }

  test('refuses whatever production refuses', () => {
    const cases = [
      [{ DATABASE_URL: undefined }, 'DATABASE_URL is missing in a trial'],
      [{ APP_KEY: undefined }, 'APP_KEY is missing in a trial'],
      [{ CRASH_AT: 'withdrawal.held' }, 'CRASH_AT is set in a trial'],
      [{ PAYX_DEPOSIT_TOKEN: undefined }, 'PAYX_DEPOSIT_TOKEN is missing'],
      // Callers with an emulated provider's token can credit money that a real provider pays out.
      [{ PAYD_API_KEY: 'password' }, 'PAYD_API_KEY is a placeholder'],
      [{ BASE_URL: 'http://tukar.example.com' }, 'BASE_URL is not encrypted'],
      [{ PAYX_BASE_URL: 'http://api.payx.example.com' }, 'PAYX_BASE_URL is not encrypted'],
      [
        { REPORT_QUEUE_SECRET_B: trial['REPORT_QUEUE_SECRET_A'] },
        'REPORT_QUEUE_SECRET_B is the same as REPORT_QUEUE_SECRET_A',
      ],
    ] as const
    for (const [change, problem] of cases) {
      assert.deepEqual(problemsOf({ ...trial, ...change }), [problem])
    }
  })

  test('takes the sandbox’s secrets for emulated providers, and for no real one', () => {
    const { PAYD_API_KEY: payd = '', PAYX_DEPOSIT_TOKEN: payx = '' } = trial
    const kept = { PAYD_API_KEY: payd, PAYX_DEPOSIT_TOKEN: payx, APP_KEY: trial['APP_KEY'] ?? '' }
    assert.deepEqual(problemsOf(trial, memorySources({}, kept)), [
      'APP_KEY is the one created for the sandbox',
      'PAYX_DEPOSIT_TOKEN is the one created for the sandbox',
    ])
    const unset = { ...trial, PAYD_API_KEY: undefined, PAYX_DEPOSIT_TOKEN: undefined }
    assert.deepEqual(problemsOf(unset, memorySources({}, { ...kept, APP_KEY: '' })), [
      'PAYX_DEPOSIT_TOKEN is missing',
    ])
  })
})

describe('a secret', () => {
  test('of a provider may have any length, and our own have a minimum', () => {
    const issued = ['CUSTODY_API_KEY', 'VENUE_API_KEY', 'VENUE_API_SECRET', 'PAYX_SECRET_KEY']
    const more = ['PAYX_DEPOSIT_TOKEN', 'PAYX_WITHDRAWAL_TOKEN', 'PAYD_API_KEY']
    const last = ['PAYD_DISBURSEMENT_SECRET', 'CAPTCHA_SECRET', 'IDP_PASSWORD', 'IDP_API_KEY']
    for (const name of [...issued, ...more, ...last, 'IDP_CLIENT_SECRET', 'SMS_TOKEN']) {
      assert.deepEqual(problemsOf({ ...production, [name]: 'kX9-w2Qz' }), [], name)
    }
    const ours = ['VENUE_WEBHOOK_SECRET', 'REPORT_QUEUE_TOKEN', 'REPORT_QUEUE_SECRET_A']
    for (const name of ours) {
      const found = problemsOf({ ...production, [name]: 'kX9-w2Qz' })
      assert.deepEqual(found, [`${name} has less than 24 characters`])
    }
  })

  test('that is a placeholder is refused beside any real provider, in any NODE_ENV', () => {
    for (const NODE_ENV of [undefined, 'production', 'development']) {
      for (const guess of ['password', 'PAYX_DEPOSIT_TOKEN', 'aaaaaaaaaaaaaaaaaaaaaaaa']) {
        assert.deepEqual(problemsOf({ ...real, NODE_ENV, PAYX_DEPOSIT_TOKEN: guess }), [
          'PAYX_DEPOSIT_TOKEN is a placeholder',
        ])
      }
    }
    assert.deepEqual(configOf({ PAYX_DEPOSIT_TOKEN: 'mine' }).payx.depositTokens, ['mine'])
  })
})

test('a listener for other machines is for production, or has to be allowed', () => {
  const open = 'HOST is reachable from other machines outside of production'
  for (const HOST of ['0.0.0.0', '::', '10.0.0.4', 'tukar.internal']) {
    assert.deepEqual(problemsOf({ HOST }), [open])
    assert.deepEqual(problemsOf({ ...mixed, NODE_ENV: 'development', HOST }), [open])
    assert.equal(configOf({ HOST, ALLOW_INSECURE: 'yes' }).host, HOST)
    assert.equal(configOf({ ...production, HOST }).host, HOST)
  }
  for (const HOST of ['127.0.0.2', '::1', 'localhost']) assert.equal(configOf({ HOST }).host, HOST)
  assert.deepEqual(problemsOf({ ALLOW_INSECURE: 'true' }), [
    'ALLOW_INSECURE is not an allowed value',
  ])
})

test('a service with real money refuses to run as root without permission', () => {
  const asRoot = () => memorySources({}, {}, true)
  const trial = { ...mixed, NODE_ENV: 'development' }
  assert.deepEqual(problemsOf(real, asRoot()), [
    'ALLOW_ROOT is not set while production runs as root',
  ])
  assert.deepEqual(problemsOf(trial, asRoot()), [
    'ALLOW_ROOT is not set while a trial runs as root',
  ])
  for (const env of [{}, emulated, { NODE_ENV: 'test' }]) {
    assert.deepEqual(problemsOf(env, asRoot()), [])
  }
  assert.deepEqual(problemsOf(real), [])
  const read = readConfig({ ...real, ALLOW_ROOT: 'yes' }, asRoot())
  assert.ok(read.ok)
  assert.ok(read.warnings.some(({ name }) => name === 'ALLOW_ROOT'))
  assert.deepEqual(problemsOf({ ...real, ALLOW_ROOT: 'true' }, asRoot()), [
    'ALLOW_ROOT is not an allowed value',
    'ALLOW_ROOT is not set while production runs as root',
  ])
})

test('one line names the mode and its reason', () => {
  const { PAYX_BASE_URL = '' } = mixed
  const trial = warningsOf({ ...mixed, NODE_ENV: 'development', BASE_URL: undefined })
  const lines = [warningsOf({}), warningsOf(emulated), warningsOf(real), trial].map((warnings) =>
    warnings.filter((line) => line.startsWith('NODE_ENV ')),
  )
  assert.deepEqual(lines.slice(0, 3), [
    ['NODE_ENV Tukar runs in development mode: no provider is configured'],
    ['NODE_ENV Tukar runs in development mode: no provider is real'],
    ['NODE_ENV Tukar runs in production mode: NODE_ENV is not set, and every provider is real'],
  ])
  const [line, ...more] = lines[3] ?? []
  assert.match(line ?? '', /trial mode: NODE_ENV is development while PAYX_BASE_URL names a real/)
  assert.ok(!line?.includes(PAYX_BASE_URL), 'the setting, not what it is set to')
  assert.deepEqual(more, [])
})
