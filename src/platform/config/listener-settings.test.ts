import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { configOf, memorySources, problemsOf, production } from '../../../tests/make/config.ts'
import { describeConfig, readConfig } from './config.ts'

describe('listeners', () => {
  test('are one without any setting, and serve everything', () => {
    const config = configOf({})
    assert.deepEqual([config.internal, config.callbacks], [null, null])
    assert.equal(config.callbackUrl, config.baseUrl)
    assert.equal(config.consoleUrl, config.baseUrl)
    assert.equal(config.nodeUrl, config.baseUrl)
  })

  test('if separate change the targets of nodes, operators and providers', () => {
    const config = configOf({ INTERNAL_PORT: '3002', CALLBACK_PORT: '3003' })
    assert.deepEqual(config.internal, { host: '127.0.0.1', port: 3002 })
    assert.deepEqual(config.callbacks, { host: '127.0.0.1', port: 3003 })
    assert.equal(config.baseUrl, 'http://127.0.0.1:3000')
    assert.equal(config.nodeUrl, 'http://127.0.0.1:3002')
    assert.equal(config.consoleUrl, 'http://127.0.0.1:3002')
    assert.equal(config.callbackUrl, 'http://127.0.0.1:3003')
  })

  test("let nodes relay to each other on the callbacks' listener", () => {
    assert.equal(configOf({ CALLBACK_PORT: '3003' }).nodeUrl, 'http://127.0.0.1:3003')
    assert.deepEqual(problemsOf({ CALLBACK_PORT: '3003', NODE_URL: 'http://10.0.0.4:3000' }), [
      'NODE_URL names PORT, where no node listens',
    ])
  })

  test('are listed with the other settings, the token masked', () => {
    const env = { INTERNAL_PORT: '3002', METRICS_TOKEN: 'secret-of-metrics', TRUST_PROXY: 'none' }
    const lines = describeConfig(configOf(env))
    const shown = ['INTERNAL_PORT=3002', 'CALLBACK_PORT=(none)', 'METRICS_TOKEN=********']
    for (const line of [...shown, 'TRUST_PROXY=none']) assert.ok(lines.includes(line), line)
  })

  test('follow the configured addresses', () => {
    const urls = {
      NODE_URL: 'https://node-1.internal',
      CONSOLE_URL: 'https://console.internal',
      CALLBACK_URL: 'https://callbacks.example.com',
    }
    const env = { ...production, ...urls, INTERNAL_PORT: '3002', CALLBACK_PORT: '3003' }
    const config = configOf(env)
    assert.equal(config.nodeUrl, urls.NODE_URL)
    assert.equal(config.consoleUrl, urls.CONSOLE_URL)
    assert.equal(config.callbackUrl, urls.CALLBACK_URL)
    const routed = configOf({ ...env, CALLBACK_URL: undefined })
    assert.equal(routed.callbackUrl, routed.baseUrl, 'a balancer may part them by path')
  })

  test('that contradict each other are refused', () => {
    const cases = [
      [{ INTERNAL_PORT: '3000' }, 'INTERNAL_PORT is the same as PORT'],
      [
        { INTERNAL_PORT: '3002', CALLBACK_PORT: '3002' },
        'CALLBACK_PORT is the same as INTERNAL_PORT',
      ],
      [{ INTERNAL_HOST: '127.0.0.2' }, 'INTERNAL_HOST is set without INTERNAL_PORT'],
      [{ CALLBACK_HOST: '127.0.0.2' }, 'CALLBACK_HOST is set without CALLBACK_PORT'],
      [
        { INTERNAL_PORT: '3002', NODE_URL: 'http://10.0.0.4:3000' },
        'NODE_URL names PORT, where no node listens',
      ],
      [
        { INTERNAL_PORT: '3002', INTERNAL_HOST: '10.0.0.4' },
        'INTERNAL_HOST is reachable from other machines outside of production',
      ],
    ] as const
    for (const [env, problem] of cases) assert.deepEqual(problemsOf(env), [problem])
  })

  test('of operators are separate in production, unless a setting allows the public one', () => {
    const shared = { ...production, INTERNAL_PORT: undefined }
    const problem = 'is missing in production: everyone would reach the sign-in of operators'
    assert.deepEqual(problemsOf(shared), [`INTERNAL_PORT ${problem}`])
    const refused = { ...shared, OPERATORS_ON_PUBLIC_PORT: 'no' }
    assert.deepEqual(problemsOf(refused), [`INTERNAL_PORT ${problem}`])
    const allowed = readConfig({ ...shared, OPERATORS_ON_PUBLIC_PORT: 'yes' }, memorySources())
    assert.ok(allowed.ok)
    assert.equal(allowed.config.internal, null)
    const warned = allowed.warnings.filter(({ name }) => name === 'OPERATORS_ON_PUBLIC_PORT')
    assert.equal(warned.length, 1)
    assert.deepEqual(problemsOf({ ...production, OPERATORS_ON_PUBLIC_PORT: 'yes' }), [
      'OPERATORS_ON_PUBLIC_PORT is yes, but INTERNAL_PORT serves the operators',
    ])
  })

  test('of operators are encrypted in production, or on this machine', () => {
    const env = { ...production, INTERNAL_PORT: '3002', INTERNAL_HOST: '10.0.0.4' }
    assert.deepEqual(problemsOf(env), ['CONSOLE_URL is not encrypted'])
    assert.deepEqual(problemsOf({ ...env, CONSOLE_URL: 'https://console.internal' }), [])
    assert.deepEqual(problemsOf({ ...production, INTERNAL_PORT: '3002' }), [])
    const plain = { ...production, CALLBACK_URL: 'http://callbacks.example.com' }
    assert.deepEqual(problemsOf(plain), ['CALLBACK_URL is not encrypted'])
  })
})

test('in production the token of metrics is long and random', () => {
  const problems = (METRICS_TOKEN: string) => problemsOf({ ...production, METRICS_TOKEN })
  assert.deepEqual(problems('m-5f0c9e13a7'), ['METRICS_TOKEN has less than 24 characters'])
  const placeholder = 'metrics-token-metrics-token'
  assert.deepEqual(problems(placeholder), ['METRICS_TOKEN is a placeholder'])
  assert.deepEqual(problems('m-5f0c9e13a7d2486b90e1cd'), [])
})

describe('an outside BASE_URL in production', () => {
  test('is refused without a setting of trusted proxies', () => {
    const missing = 'TRUST_PROXY is missing in production while BASE_URL is on another machine'
    assert.deepEqual(problemsOf({ ...production, TRUST_PROXY: undefined }), [missing])
    assert.deepEqual(problemsOf({ ...production, TRUST_PROXY: undefined, HOST: '0.0.0.0' }), [
      missing,
    ])
    assert.deepEqual(problemsOf(production), [])
  })

  test('trusts no network that is wider than the private ones', () => {
    for (const wide of ['0.0.0.0/0', '::/0', '10.0.0.0/7', 'f000::/4']) {
      assert.deepEqual(problemsOf({ ...production, TRUST_PROXY: `10.0.0.1,${wide}` }), [
        `TRUST_PROXY trusts ${wide}, which is most of the world`,
      ])
    }
    const own = { ...production, TRUST_PROXY: '10.0.0.0/8,fc00::/7,203.0.113.7' }
    assert.deepEqual(problemsOf(own), [])
  })

  test('has no clients without a proxy when only this machine can connect', () => {
    const env = { ...production, TRUST_PROXY: 'none' }
    const problem = 'TRUST_PROXY is none, but HOST accepts connections from this machine only'
    assert.deepEqual(problemsOf(env), [problem])
    const config = configOf({ ...env, HOST: '0.0.0.0' })
    assert.equal(config.trustProxy, 'none')
  })
})
