import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { startSandbox } from '../../../sandbox/sandbox.ts'
import { memorySources, production } from '../../../tests/make/config.ts'
import { sandboxOperators, sandboxSecrets } from '../../../tests/sandbox-providers.ts'
import { readConfig } from './config.ts'
import { askSandbox } from './join-sandbox.ts'
import { providers } from './providers.ts'

const operators = sandboxOperators
// A sandbox in this process has the private key of every pair.
const secrets = { ...sandboxSecrets, pushPublicKey: sandboxSecrets.custodyKey }

async function servedBy(t: { after: (close: () => Promise<void>) => void }) {
  const sandbox = await startSandbox({ secrets, operators })
  t.after(sandbox.close)
  const served = await askSandbox({ SANDBOX_URL: sandbox.url })
  assert.ok(served !== null)
  return { url: sandbox.url, served }
}

const problemsOf = (...given: Parameters<typeof readConfig>): readonly string[] => {
  const result = readConfig(...given)
  return result.ok ? [] : result.problems.map(({ name, problem }) => `${name} ${problem}`)
}

test('SANDBOX_URL alone configures every provider, with the secrets of that sandbox', async (t) => {
  const { url, served } = await servedBy(t)
  for (const { addresses } of providers) {
    for (const name of addresses) assert.ok(served[name] !== undefined, name)
  }
  const result = readConfig({ SANDBOX_URL: url }, memorySources(), served)
  assert.ok(result.ok)
  const { config } = result
  assert.equal(config.mode, 'development')
  assert.equal(config.sandbox, true)
  assert.equal(config.emulators, null)
  assert.equal(config.payx.baseUrl, `${url}/payx`)
  assert.deepEqual(config.payx.depositTokens, [secrets.payxDepositToken])
  assert.equal(config.push.privateKey.trim(), secrets.pushPublicKey.trim())
  assert.deepEqual(config.firstOperators, operators)
})

test('SANDBOX_URL is refused in production, in a trial and on another machine', async (t) => {
  const { url, served } = await servedBy(t)
  const refusal = 'SANDBOX_URL is set in production'
  assert.ok(
    problemsOf({ ...production, SANDBOX_URL: url }, memorySources(), null).includes(refusal),
  )
  const trial = { NODE_ENV: 'development', PAYX_BASE_URL: 'https://api.payx.example.com' }
  assert.ok(
    problemsOf({ ...trial, SANDBOX_URL: url }, memorySources(), served).includes(
      'SANDBOX_URL is set in a trial',
    ),
  )
  for (const elsewhere of ['http://sandbox.example.com', 'http://10.0.0.7:3001']) {
    assert.deepEqual(problemsOf({ SANDBOX_URL: elsewhere }, memorySources(), null), [
      'SANDBOX_URL is not on this machine',
    ])
  }
})

test('production and other machines are never queried for settings', async (t) => {
  let requests = 0
  const server = createServer((_request, response) => {
    requests += 1
    response.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const address = server.address()
  assert.ok(address !== null && typeof address === 'object')
  const SANDBOX_URL = `http://127.0.0.1:${address.port}`
  assert.equal(await askSandbox({ NODE_ENV: 'production', SANDBOX_URL }), null)
  assert.equal(await askSandbox({ SANDBOX_URL: 'http://sandbox.example.com' }), null)
  assert.equal(requests, 0)
})

test('a setting that differs from the sandbox is refused, not mixed in', async (t) => {
  const { url, served } = await servedBy(t)
  const env = { SANDBOX_URL: url, PAYX_DEPOSIT_TOKEN: 'of-another-sandbox-0000000' }
  assert.deepEqual(problemsOf(env, memorySources(), served), [
    'PAYX_DEPOSIT_TOKEN is set, and SANDBOX_URL as well',
  ])
})

test('the response of SANDBOX_URL sets only providers', async (t) => {
  const server = createServer((_request, response) =>
    response.end('{"ALLOW_ROOT":"yes","DATABASE_URL":"postgres://x/y","SMS_FROM":"Tukar"}'),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const address = server.address()
  assert.ok(address !== null && typeof address === 'object')
  const served = await askSandbox({ SANDBOX_URL: `http://127.0.0.1:${address.port}` })
  assert.deepEqual(served, { SMS_FROM: 'Tukar' })
})

test('the settings are served to this machine only, and by a whole sandbox only', async (t) => {
  const { url } = await servedBy(t)
  const foreign = await fetch(`${url}/control/environment`, {
    headers: { origin: 'https://elsewhere.example' },
  })
  assert.equal(foreign.status, 403)
  assert.ok(!(await foreign.text()).includes(secrets.payxSecretKey))
  const part = await startSandbox({ secrets, only: ['payx', 'mail'] })
  t.after(part.close)
  assert.equal((await fetch(`${part.url}/control/environment`)).status, 409)
})
