import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { z } from 'zod'
import { send } from '../harness.ts'
import { fieldsIn } from '../json.ts'
import { production } from '../make/config.ts'
import { emptyPlace, ready, type ServiceProcess, startProcess } from '../make/service-process.ts'

/** Tests may run as root, and on ports that are free now. */
const own = {
  ...production,
  ALLOW_ROOT: 'yes',
  INTERNAL_PORT: undefined,
  OPERATORS_ON_PUBLIC_PORT: 'yes',
}

/**
 * Real settings with the address of every provider on this machine, as for a tunnel; nothing
 * listens there.
 */
const tunnelled: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(own).flatMap(([name, value]) => {
    if (value === undefined || name === 'NODE_ENV' || name === 'BASE_URL') return []
    if (name === 'MAIL_URL') return [[name, 'smtp://127.0.0.1:1']]
    return [[name, value.startsWith('https:') ? 'http://127.0.0.1:1' : value]]
  }),
)

/** The log's warnings before the service is ready, by their setting. */
const warned = (started: ServiceProcess, name: string) =>
  started
    .output()
    .split('\n')
    .filter((line) => line.includes(`"setting":"${name}"`))
    .map((line) => fieldsIn(line)['msg'])

test('a start without settings warns in one line that it runs in development', async (t) => {
  const started = await startProcess(t, { ...(await emptyPlace(t)), LOG_LEVEL: 'warn' })
  await ready(started)
  assert.deepEqual(warned(started, 'NODE_ENV'), [
    'Tukar runs in development mode: no provider is configured',
  ])
})

test('an unknown NODE_ENV ends the start with the list of valid ones', async (t) => {
  const env = { ...(await emptyPlace(t)), NODE_ENV: 'prod' }
  const started = await startProcess(t, env)
  assert.equal(await started.ended, 1)
  const message = 'NODE_ENV is not an allowed value: use production, development, test\n'
  assert.equal(started.output(), message)
})

test('an address where the service cannot listen ends the start with one sentence', async (t) => {
  const place = await emptyPlace(t)
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  t.after(() => taken.close())
  const { port } = z.object({ port: z.number() }).parse(taken.address())
  for (const [env, sentence] of [
    [{ PORT: `${port}` }, /^The service cannot start: port \d+ of 127.0.0.1 .* change PORT\n$/],
    [{ INTERNAL_PORT: `${port}` }, /^The service cannot start: .* change INTERNAL_PORT\n$/],
    [{ HOST: '192.0.2.1', ALLOW_INSECURE: 'yes' }, /^The service cannot start: .* Change HOST\n$/],
  ] as const) {
    const started = await startProcess(t, { ...place, ...env })
    assert.equal(await started.ended, 1)
    assert.match(withoutPasswords(started.output()), sentence)
  }
})

const withoutPasswords = (output: string) => output.replaceAll(/^Operator of .*\n/gm, '')

test('production behind tunnels', async (t) => {
  const token = 'kR7w2Qx9Lm4T'
  const started = await startProcess(t, {
    ...tunnelled,
    ...(await emptyPlace(t)),
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    PAYX_DEPOSIT_TOKEN: token,
    PAYX_WITHDRAWAL_TOKEN: token,
  })
  await ready(started)

  await t.test('starts with each provider there, and warns of each', () => {
    assert.deepEqual(warned(started, 'NODE_ENV'), [
      'Tukar runs in production mode: NODE_ENV is set to it',
    ])
    assert.deepEqual(warned(started, 'PAYX_BASE_URL'), [
      'is on this machine: it should be a tunnel to the provider',
    ])
  })

  await t.test('accepts the one callback token that payx issues for every kind', async () => {
    const report = (event: string, given: string) =>
      send(started.url, 'POST', `/api/webhook/payx/handle-${event}`, {
        raw: 'unreadable',
        headers: { 'x-callback-token': given },
      })
    for (const event of ['deposit-paid', 'deposit-paid-qris', 'created-va', 'withdrawal']) {
      assert.equal((await report(event, token)).status, 400, event)
      assert.equal((await report(event, `${token}x`)).status, 401, event)
    }
  })
})

test('production refuses to start as root without permission', async (t) => {
  if (process.getuid?.() !== 0) return t.skip('only root can start it as root')
  const { ALLOW_ROOT: _, ...untold } = tunnelled
  const env = { ...untold, ...(await emptyPlace(t)), NODE_ENV: 'production' }
  const started = await startProcess(t, env)
  assert.equal(await started.ended, 1)
  assert.match(started.output(), /^ALLOW_ROOT is not set while production runs as root: /)
})

test('beside one real provider development requires everything production does', async (t) => {
  const real = {
    ...tunnelled,
    ...(await emptyPlace(t)),
    CAPTCHA_BASE_URL: 'https://captcha.invalid',
  }
  const withoutMode = await startProcess(t, real)
  assert.equal(await withoutMode.ended, 1)
  assert.match(
    withoutMode.output(),
    /^NODE_ENV is missing while CAPTCHA_BASE_URL names a real one /,
  )

  const env = { ...real, NODE_ENV: 'development', LOG_LEVEL: 'warn' }
  const placeholder = await startProcess(t, { ...env, PAYX_DEPOSIT_TOKEN: 'payx-deposit-token' })
  assert.equal(await placeholder.ended, 1)
  assert.match(placeholder.output(), /^PAYX_DEPOSIT_TOKEN is a placeholder: /)

  const made = await startProcess(t, env, ['--create-operator', 'first@tukar.test'])
  const [, password = ''] = /shown this once: (\S+)/.exec(made.output()) ?? []
  const started = await startProcess(t, env)
  await ready(started)
  assert.match(String(warned(started, 'NODE_ENV')), /^Tukar runs in trial mode: NODE_ENV is dev/)
  const post = (path: string, body: object, token?: string) =>
    send(started.url, 'POST', `/operator/api/${path}`, { body, ...(token && { token }) })
  const session = await post('login', { email: 'first@tukar.test', password })
  assert.equal(session.status, 200, session.text)
  const { token } = session.body.data
  const chosen = 'kuda zebra lampu 4711'
  const change = { currentPassword: password, password: chosen, password_confirmation: chosen }
  const changed = await post('password', change, token)
  assert.equal(changed.status, 200, changed.text)
  const read = await send(started.url, 'GET', '/operator/api/alerts', { token })
  assert.equal(read.body.message, 'api.operator_twofa_required', read.text)
})

/** Hides a package of the emulators, as if installed with `npm ci --omit=dev`. */
const withoutMailServer = `
  import { registerHooks } from 'node:module'
  registerHooks({
    resolve(specifier, context, next) {
      return next(specifier === 'smtp-server' ? 'package-that-is-not-there' : specifier, context)
    },
  })`

test('a start without the emulators it needs reports that', async (t) => {
  const hook = `--import=data:text/javascript,${encodeURIComponent(withoutMailServer)}`
  const env = { ...(await emptyPlace(t)), NODE_OPTIONS: hook }
  const started = await startProcess(t, env)
  assert.equal(await started.ended, 1)
  assert.match(
    started.output(),
    /^Not every provider is configured, and the emulators are not installed: /,
  )
  assert.doesNotMatch(started.output(), /ERR_MODULE_NOT_FOUND/)
  const settings = { ...tunnelled, ...(await emptyPlace(t)), NODE_ENV: 'production' }
  await ready(await startProcess(t, { ...settings, NODE_OPTIONS: hook }))
})
