import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type TestContext, test } from 'node:test'
import { childEnvironment } from '../child-environment.ts'
import { testDatabase } from '../database.ts'
import { freePort } from '../free-port.ts'
import { eventually, send } from '../harness.ts'

const main = path.resolve(import.meta.dirname, '../../src/main.ts')

type Running = Readonly<{ url: string; errors: () => string; end: () => Promise<number> }>

/** Starts the service as a process of its own, as `npm start` does. */
async function start(
  t: TestContext,
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<Running> {
  const port = String(await freePort())
  const child = spawn(process.execPath, [main, ...args], {
    env: {
      ...childEnvironment,
      LOG_LEVEL: 'silent',
      PORT: port,
      SANDBOX_PORT: String(await freePort()),
      SANDBOX_SMTP_PORT: String(await freePort()),
      ...env,
    },
  })
  let said = ''
  child.stdout.on('data', (chunk) => {
    said += chunk
  })
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const ended = new Promise<number>((resolve) => child.on('close', (code) => resolve(code ?? -1)))
  const end = () => {
    child.kill('SIGTERM')
    return ended
  }
  t.after(end)
  if (args.length > 0) await ended
  return { url: `http://127.0.0.1:${port}`, errors: () => said, end }
}

async function place(t: TestContext): Promise<Readonly<Record<string, string>>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tukar-first-operator-'))
  t.after(() => rm(dataDir, { recursive: true, force: true }))
  return { DATA_DIR: dataDir, DATABASE_URL: (await testDatabase(t)).url }
}

const ready = ({ url }: Running) =>
  eventually(
    'the service',
    async () => (await send(url, 'GET', '/health/ready').catch(() => null))?.status === 200,
    30_000,
  )

const login = ({ url }: Running, email: string, password: string) =>
  send(url, 'POST', '/operator/api/login', { body: { email, password } })

test('a sandbox has an operator from its first start, whose password is said once', async (t) => {
  const env = await place(t)
  const first = await start(t, env)
  await ready(first)
  const said = await eventually('the password', async () =>
    /operator@sandbox\.test, password (\S+)/.exec(first.errors()),
  )
  const password = said[1] ?? ''
  const secrets = JSON.parse(
    await readFile(path.join(env['DATA_DIR'] ?? '', 'secrets.json'), 'utf8'),
  )
  assert.equal(secrets.SANDBOX_OPERATOR_PASSWORD, password)
  const signedIn = await login(first, 'operator@sandbox.test', password)
  assert.equal(signedIn.status, 200, signedIn.text)
  assert.equal(signedIn.body.data.operator.role, 'admin')
  assert.equal(await first.end(), 0)
  const second = await start(t, env)
  await ready(second)
  assert.equal((await login(second, 'operator@sandbox.test', password)).status, 200)
  assert.equal(second.errors(), '')
})

test('a command makes an admin, whose password has to be changed first', async (t) => {
  const env = { ...(await place(t)), SANDBOX_OPERATOR_PASSWORD: 'chosen by whoever starts it' }
  const service = await start(t, env)
  await ready(service)
  const chosen = await login(service, 'operator@sandbox.test', 'chosen by whoever starts it')
  assert.equal(chosen.status, 200, chosen.text)
  const made = await start(t, env, ['--create-operator', 'Second@Tukar.test'])
  const [, password = ''] = /shown this once: (\S+)/.exec(made.errors()) ?? []
  const signedIn = await login(service, 'second@tukar.test', password)
  assert.equal(signedIn.status, 200, made.errors())
  assert.equal(signedIn.body.data.operator.passwordInitial, true)
  assert.equal(signedIn.body.data.operator.role, 'admin')
  const again = await start(t, env, ['--create-operator', 'second@tukar.test'])
  assert.match(again.errors(), /is no new address/)
  const wrong = await start(t, env, ['--create-operator', 'nobody'])
  assert.match(wrong.errors(), /is no new address/)
})
