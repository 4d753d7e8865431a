import assert from 'node:assert/strict'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { test } from 'node:test'
import { z } from 'zod'
import { startSandbox } from '../../sandbox/sandbox.ts'
import { providerSettings } from '../../src/platform/config/providers.ts'
import { freePort } from '../free-port.ts'
import { send } from '../harness.ts'
import { production } from '../make/config.ts'
import { emptyPlace, ready, type ServiceProcess, startProcess } from '../make/service-process.ts'
import { sandboxSecrets } from '../sandbox-providers.ts'

const Heard = z.array(z.object({ attempts: z.array(z.object({ status: z.number() })) }))

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

const hex = (digits: number) => randomBytes(digits / 2).toString('hex')
const chosen = () => randomBytes(32).toString('base64')
const token = chosen()

/** Values for the settings whose example is a description. */
const formed: Readonly<Record<string, string>> = {
  CUSTODY_API_PRIVATE_KEY: privateKey.replaceAll('\n', '\\n'),
  CUSTODY_WEBHOOK_PUBLIC_KEY: publicKey.replaceAll('\n', '\\n'),
  VENUE_API_KEY: hex(64),
  VENUE_API_SECRET: hex(64),
  VENUE_WEBHOOK_SECRET: chosen(),
  PAYX_SECRET_KEY: `xnd_production_${hex(64)}`,
  PAYX_DEPOSIT_TOKEN: token,
  PAYX_WITHDRAWAL_TOKEN: token,
  PAYD_API_KEY: hex(32),
  PAYD_DISBURSEMENT_SECRET: hex(64),
  REPORT_QUEUE_TOKEN: chosen(),
  REPORT_QUEUE_SECRET_A: chosen(),
  REPORT_QUEUE_SECRET_B: chosen(),
  REPORT_QUEUE_SECRET_C: chosen(),
  MAIL_URL: `smtps://user:${hex(16)}@smtp.gmail.com:465`,
  CAPTCHA_SECRET: `6Le${hex(36)}`,
  IDP_PASSWORD: hex(24),
  IDP_API_KEY: hex(40),
  IDP_CLIENT_SECRET: hex(32),
  SMS_ACCOUNT: `AC${hex(32)}`,
  SMS_TOKEN: hex(32),
  PUSH_PRIVATE_KEY: privateKey.replaceAll('\n', '\\n'),
  OBJECT_STORE_SECRET_KEY: hex(40),
}

/** Whether an example is a description and not a value. */
const isDescription = (example: string) => /…|^(?:the |as )/.test(example)

/** Every setting of every provider, as the providers print them. */
const printed: Readonly<Record<string, string>> = {
  ...Object.fromEntries(providerSettings.map(({ name, example = '' }) => [name, example])),
  ...formed,
}

/** The service's own settings of production. Tests may run as root. */
const own: Readonly<Record<string, string>> = {
  NODE_ENV: 'production',
  ALLOW_ROOT: 'yes',
  APP_KEY: chosen(),
  DATABASE_URL: 'postgresql://tukar:kata@db.internal/tukar?sslmode=verify-full',
  BASE_URL: 'https://api.tukar.example',
  TRUST_PROXY: '10.0.0.0/8',
  OPERATORS_ON_PUBLIC_PORT: 'yes',
}

const check = (t: Parameters<typeof startProcess>[0], env: Readonly<Record<string, string>>) =>
  startProcess(t, env, ['--check-config'])

/** The state of each provider, in the order they are printed. */
const states = (checked: ServiceProcess): readonly string[] =>
  checked
    .output()
    .split('\n\n', 1)[0]
    ?.split('\n')
    .map((line) => line.split(/ {2,}/).slice(0, 2).join(': ')) ?? []

test('production accepts the settings of all twelve providers in their own format', async (t) => {
  const described = providerSettings.filter(({ example = '' }) => isDescription(example))
  for (const { name } of described) assert.ok(Object.hasOwn(formed, name), name)
  const checked = await check(t, { ...own, ...printed, DATA_DIR: '/nowhere' })
  assert.equal(await checked.ended, 0, checked.output())
  assert.equal(states(checked).length, 12, checked.output())
  for (const line of states(checked)) assert.match(line, /: real$/)
  const output = checked.output()
  assert.match(output, /^venue {2,}real {2,}https:\/\/api\.binance\.com/m)
  assert.match(output, /^Tukar runs in production mode: NODE_ENV is set to it$/m)
  const secrets = Object.entries(formed).filter(
    ([name]) => !/^(?:MAIL_URL|SMS_ACCOUNT|CUSTODY_WEBHOOK_PUBLIC_KEY)$/.test(name),
  )
  for (const [name, secret] of secrets) assert.ok(!output.includes(secret), name)
  assert.match(output, /^mail {2,}real {2,}smtps:\/\/user:\*{8}@smtp\.gmail\.com/m)
})

const venueAlone = Object.fromEntries(
  Object.entries(printed).filter(([name]) => name.startsWith('VENUE_')),
)

test('a check names real and emulated providers, and starts nothing', async (t) => {
  const sandboxPort = String(await freePort())
  const dataSettings = await emptyPlace(t)
  const trial = { ...own, ...dataSettings, ...venueAlone, NODE_ENV: 'development' }
  const checked = await check(t, { ...trial, SANDBOX_PORT: sandboxPort })
  assert.equal(await checked.ended, 0, checked.output())
  const all = states(checked)
  assert.deepEqual(
    all.filter((line) => line.endsWith(': emulated')),
    'custody payx payd report_queue push captcha vision registry sms mail'
      .split(' ')
      .map((name) => `${name.replace('_', ' ')}: emulated`),
  )
  assert.ok(all.includes('venue: real') && all.includes('object store: a folder'), String(all))
  assert.match(
    checked.output(),
    /^Tukar runs in trial mode: NODE_ENV is development while VENUE_BASE_URL/m,
  )
  assert.equal(existsSync(path.join(dataSettings['DATA_DIR'] ?? '', 'postgres')), false)
})

test('a check ends with 1 after every problem, and still lists the providers', async (t) => {
  const dataSettings = await emptyPlace(t)
  const { NODE_ENV: _, ...withoutMode } = own
  const checked = await check(t, {
    ...withoutMode,
    ...dataSettings,
    ...venueAlone,
    PAYX_SECRET_KEY: hex(64),
  })
  assert.equal(await checked.ended, 1)
  assert.equal(states(checked).slice(0, 12).length, 12)
  const output = checked.output()
  assert.match(
    output,
    /^NODE_ENV is missing while VENUE_BASE_URL.* and CUSTODY_BASE_URL, .* not set/m,
  )
  assert.doesNotMatch(output, /^Tukar runs in/m, 'no mode could be chosen')
  const noDatabase = await check(t, { ...own, ...printed, DATABASE_URL: '' })
  assert.equal(await noDatabase.ended, 1)
  assert.match(noDatabase.output(), /^Tukar runs in production mode: NODE_ENV is set to it$/m)
  assert.match(noDatabase.output(), /^DATABASE_URL is missing in production: /m)
  assert.match(output, /^PAYX_BASE_URL is missing while PAYX_SECRET_KEY is set: /m)
})

/** Whether something listens on the port. */
const listens = (port: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(Number.parseInt(port, 10), '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

test('a trial starts the emulators of unconfigured providers only', async (t) => {
  const [sandboxPort, smtpPort] = [String(await freePort()), String(await freePort())]
  const real = Object.entries(production).filter(([name]) => /^(?:SMS|MAIL)_/.test(name))
  const started = await startProcess(t, {
    ...own,
    ...Object.fromEntries(real.map(([name, value]) => [name, value ?? ''])),
    ...(await emptyPlace(t)),
    NODE_ENV: 'development',
    SANDBOX_PORT: sandboxPort,
    SANDBOX_SMTP_PORT: smtpPort,
  })
  await ready(started)
  const sandbox = `http://127.0.0.1:${sandboxPort}`
  assert.equal((await send(sandbox, 'GET', '/venue/api/v3/time')).status, 200)
  const sms = '/sms/2010-04-01/Accounts/AC0123456789abcdef0123456789abcdef/Messages.json'
  assert.equal((await send(sandbox, 'POST', sms)).status, 404)
  assert.equal(await listens(smtpPort), false)
  const operators = await send(sandbox, 'GET', '/control/operators')
  assert.equal(operators.text, '[]')
  const paid = { merchantOrderId: 'unknown', amount: '20000' }
  const payment = await send(sandbox, 'POST', '/control/payd/payments', { body: paid })
  assert.equal(payment.status, 200, payment.text)
  const callbacks = async () => {
    const heard = await send(sandbox, 'GET', '/control/callbacks?provider=payd')
    return Heard.parse(JSON.parse(heard.text))[0]?.attempts[0]?.status
  }
  for (let tries = 0; (await callbacks()) === undefined && tries < 100; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  assert.equal(await callbacks(), 200, 'the callback of an emulated provider was taken')
})

test('one command loads pairs, coins and banks, and reports its work', async (t) => {
  const sandbox = await startSandbox({ secrets: sandboxSecrets })
  t.after(sandbox.close)
  const dataSettings = await emptyPlace(t)
  const emulators = await startProcess(t, dataSettings, ['--load-catalogue'])
  assert.equal(await emulators.ended, 0)
  assert.match(emulators.output(), /^venue: emulated, so left alone$/m)
  const env = {
    ...dataSettings,
    NODE_ENV: 'development',
    VENUE_BASE_URL: `${sandbox.url}/venue`,
    VENUE_API_KEY: sandboxSecrets.venueApiKey,
    VENUE_API_SECRET: sandboxSecrets.venueApiSecret,
    VENUE_WEBHOOK_SECRET: sandboxSecrets.venueWebhookSecret,
  }
  const loaded = await startProcess(t, env, ['--load-catalogue'])
  assert.equal(await loaded.ended, 0, loaded.output())
  assert.match(loaded.output(), /^pair BTC_IDR: unchanged \(open\)$/m)
  assert.match(loaded.output(), /^payx: emulated, so left alone\npayd: emulated, so left alone$/m)
  await sandbox.close()
  const away = await startProcess(t, env, ['--load-catalogue'])
  assert.equal(await away.ended, 1)
  assert.match(away.output(), /^venue: no list of pairs .*they stay as they are$/m)
  assert.match(away.output(), /^Some providers did not respond: run the command again$/m)
})
