import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { configOf, memorySources, problemsOf, production } from '../../../tests/make/config.ts'
import type { Environment } from '../../base/settings/environment.ts'
import { readConfig } from './config.ts'
import { type ProviderName, providerSetting, providers } from './providers.ts'

/** A production configuration without any provider, and the settings of each provider. */
const { NODE_ENV: _, ...real } = production
const own = Object.fromEntries(
  Object.entries(real).filter(([name]) => providerSetting(name) === undefined),
)
const bucket = {
  OBJECT_STORE_BASE_URL: 'https://s3.example.com',
  OBJECT_STORE_BUCKET: 'pictures',
  OBJECT_STORE_ACCESS_KEY: 'AKIA0123456789ABCDEF',
  OBJECT_STORE_SECRET_KEY: 'o-58c1d07ae94f2b3660f1ca',
}
const everything: Environment = { ...real, ...bucket }

/** Generated once for all tests, since RSA keys take long. */
const sandbox = memorySources()
const names: readonly ProviderName[] = configOf({}, sandbox).emulators?.of ?? []
const kept = () => memorySources({}, sandbox.secretsIn('').known())

/** A trial in which only these providers are configured. */
const trialOf = (...configured: readonly ProviderName[]): Environment => ({
  ...own,
  NODE_ENV: 'development',
  ...Object.fromEntries(
    providers
      .filter(({ name }) => configured.includes(name))
      .flatMap(({ settings }) => settings.map(({ name }) => [name, everything[name]] as const)),
  ),
})

/** Returns each provider's state and addresses by its name. */
const statesOf = (env: Environment) =>
  Object.fromEntries(
    readConfig(env, kept()).providers.map((line) => {
      const [name = '', state = '', ...addresses] = line.split(/ {2,}/)
      return [name, [state, ...addresses]] as const
    }),
  )

describe('each of the twelve providers', () => {
  assert.equal(names.length, 12)
  for (const name of names) {
    const others = names.filter((other) => other !== name && other !== 'object store')

    test(`can be real by itself: ${name}`, () => {
      const config = configOf(trialOf(name), kept())
      assert.deepEqual([config.mode, config.production, config.sandbox], ['trial', true, false])
      assert.deepEqual(config.emulators?.of, others)
      assert.deepEqual(config.firstOperators, [])
      const { [name]: itself, ...rest } = statesOf(trialOf(name))
      assert.equal(itself?.[0], 'real')
      for (const other of others) assert.deepEqual(rest[other], ['emulated'], other)
    })

    test(`can be emulated by itself: ${name}`, () => {
      const config = configOf(trialOf(...names.filter((other) => other !== name)), kept())
      const emulated = name === 'object store' ? undefined : [name]
      assert.deepEqual(config.emulators?.of, emulated)
      assert.equal(config.mode, 'trial')
    })
  }
})

describe('a trial', () => {
  test('reaches the real provider at its address, and the others at the emulators', () => {
    const { venue, payx, idp, mail } = configOf(trialOf('venue', 'registry'), kept())
    assert.equal(venue.baseUrl, 'https://api.venue.example.com')
    assert.deepEqual([venue.streamUrl, venue.marketStreamUrl], [null, null])
    assert.equal(payx.baseUrl, 'http://127.0.0.1:3001/payx')
    assert.equal(idp.baseUrl, 'http://127.0.0.1:3001/idp')
    assert.equal(idp.registryUrl, 'https://services.example.com/main/v3/services')
    assert.equal(mail.url, 'smtp://127.0.0.1:3025')
  })

  test('generates secrets of emulated providers, stores them, and generates no other', () => {
    const from = memorySources()
    const first = configOf(trialOf('venue'), from)
    assert.deepEqual(configOf(trialOf('venue'), from), first)
    const kept = from.secretsIn('').known()
    assert.equal(kept['PAYX_DEPOSIT_TOKEN'], first.payx.depositTokens[0])
    const notMade = Object.keys(kept).filter((name) => /^(?:VENUE|APP|SANDBOX)_/.test(name))
    assert.deepEqual(notMade, [])
  })

  test('stores pictures in a folder until a bucket is configured', () => {
    assert.equal(configOf(trialOf('vision'), kept()).objectStore.baseUrl, null)
    assert.deepEqual(statesOf(trialOf('vision'))['object store'], ['a folder'])
  })

  test('still refuses whatever production refuses', () => {
    const cases = [
      [{ DATABASE_URL: undefined }, 'DATABASE_URL is missing in a trial'],
      [{ APP_KEY: undefined }, 'APP_KEY is missing in a trial'],
      [{ VENUE_BASE_URL: 'http://api.example.com' }, 'VENUE_BASE_URL is not encrypted'],
      [{ VENUE_API_SECRET: 'rahasia' }, 'VENUE_API_SECRET is a placeholder'],
    ] as const
    for (const [change, problem] of cases) {
      assert.deepEqual(problemsOf({ ...trialOf('venue'), ...change }, kept()), [problem])
    }
  })

  test('refuses a partly configured provider, and names the missing settings', () => {
    const trial = trialOf('venue')
    const cases = [
      [{ VENUE_API_KEY: undefined }, ['VENUE_API_KEY is missing']],
      [
        { PAYX_SECRET_KEY: 'live-9f2c4e7a1b6d8350ce41' },
        ['PAYX_BASE_URL is missing while PAYX_SECRET_KEY is set'],
      ],
      [
        { SMS_ACCOUNT: 'AC01', SMS_FROM: 'Tukar' },
        ['SMS_BASE_URL is missing while SMS_ACCOUNT and SMS_FROM are set'],
      ],
      [
        { PUSH_TOKEN_URL: 'https://oauth2.googleapis.com/token' },
        ['PUSH_BASE_URL is missing while PUSH_TOKEN_URL is set'],
      ],
      [
        { OBJECT_STORE_BUCKET: 'pictures' },
        ['OBJECT_STORE_BASE_URL is missing while OBJECT_STORE_BUCKET is set'],
      ],
    ] as const
    for (const [change, problems] of cases) {
      const found = problemsOf({ ...trial, ...change }, kept())
      assert.deepEqual(found.slice(0, 1), problems.slice(0, 1), JSON.stringify(found))
    }
    const { IDP_REGISTRY_URL } = everything
    assert.ok(
      problemsOf({ ...trial, IDP_REGISTRY_URL }, kept()).includes(
        'IDP_TOKEN_URL is missing while IDP_REGISTRY_URL is set',
      ),
    )
  })

  test('leaves open whether prices of an emulated venue are observed', () => {
    const config = configOf({ ...trialOf('custody'), VENUE_PRICES: 'off' }, kept())
    assert.equal(config.venue.prices, false)
  })

  test('refuses an address that its own emulators use', () => {
    const local = { ...trialOf('venue', 'payx'), PAYX_BASE_URL: 'http://127.0.0.1:3001/payx' }
    const problem = 'PAYX_BASE_URL is an address of the emulators that the service starts'
    assert.deepEqual(problemsOf(local, kept()), [problem])
    assert.deepEqual(problemsOf({ ...local, SANDBOX_PORT: '3101' }, kept()), [])
  })
})

describe('with some providers configured', () => {
  const { NODE_ENV: __, ...withoutMode } = trialOf('venue', 'mail')
  const realOnes = 'VENUE_BASE_URL, MAIL_URL name real providers'
  const lacking =
    'CUSTODY_BASE_URL, PAYX_BASE_URL, PAYD_BASE_URL, REPORT_QUEUE_BASE_URL, PUSH_BASE_URL, ' +
    'CAPTCHA_BASE_URL, IDP_BASE_URL, IDP_REGISTRY_URL, IDP_TOKEN_URL, SMS_BASE_URL'

  test('NODE_ENV must be set: the message names the real ones and the missing ones', () => {
    const from = memorySources({}, {})
    assert.deepEqual(problemsOf(withoutMode, from), [
      `NODE_ENV is missing while ${realOnes} and ${lacking} are not set`,
    ])
    assert.deepEqual(from.secretsIn('').known(), {}, 'nothing was made up')
  })

  test('production refuses each missing one, and names the real ones', () => {
    const found = problemsOf({ ...withoutMode, NODE_ENV: 'production' })
    const problem = `is missing while ${realOnes}, and in production no emulator stands in`
    for (const name of lacking.split(', ')) assert.ok(found.includes(`${name} ${problem}`), name)
    const states = statesOf({ ...withoutMode, NODE_ENV: 'production' })
    assert.deepEqual([states['custody'], states['object store']], [['not set'], ['a folder']])
  })

  test('those on this machine alone need NODE_ENV too, and no trial', () => {
    const local = { ...trialOf('sms'), SMS_BASE_URL: 'http://127.0.0.1:4001/sms' }
    const config = configOf(local, kept())
    assert.deepEqual([config.mode, config.emulators?.of.length], ['development', 10])
    const [problem] = problemsOf({ ...local, NODE_ENV: undefined })
    assert.match(problem ?? '', /^NODE_ENV is missing while SMS_BASE_URL is on this machine and /)
    const store = { OBJECT_STORE_BASE_URL: 'http://127.0.0.1:9000' }
    assert.equal(configOf(store).sandbox, true)
  })
})

test('the list of providers shows addresses without their secrets', () => {
  const states = statesOf({ ...production, ...bucket })
  assert.deepEqual(states['mail'], ['real', 'smtps://tukar:********@mail.example.com'])
  assert.deepEqual(states['registry'], [
    'real',
    'https://services.example.com/main/v3/services',
    'https://sso.example.com/token',
  ])
  assert.equal(Object.keys(states).length, 12)
})
