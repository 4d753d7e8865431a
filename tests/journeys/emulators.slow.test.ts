import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { describe, type TestContext, test } from 'node:test'
import { startSandbox } from '../../sandbox/sandbox.ts'
import { startEmulators } from '../../src/emulators.ts'
import { readConfig } from '../../src/platform/config/config.ts'
import { freePort } from '../free-port.ts'
import { eventually } from '../harness.ts'
import { emptyPlace, ready, type ServiceProcess, startProcess } from '../make/service-process.ts'
import { sandboxOperators, sandboxSecrets } from '../sandbox-providers.ts'
import { silent as silentLog } from '../server.ts'

/** Prepares a data directory, a database and ports for several consecutive starts. */
async function prepare(t: TestContext) {
  const ports = {
    SANDBOX_PORT: String(await freePort()),
    SANDBOX_SMTP_PORT: String(await freePort()),
  }
  const env = { ...(await emptyPlace(t)), ...ports, LOG_LEVEL: 'info' }
  const url = `http://127.0.0.1:${env.SANDBOX_PORT}/control/state`
  const respond = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
  return { env, respond, silent: async () => !(await respond()) }
}

/** The process ids of the emulators, in the order of their starts. */
const pidsOf = (started: ServiceProcess): readonly number[] =>
  [...started.output().matchAll(/"pid":(\d+),"port":\d+,"msg":"the emulators are ready"/g)].map(
    ([, pid]) => Number(pid),
  )

describe('the emulators of npm start', () => {
  test('end with the service, even if killed; the next start reuses their ports', async (t) => {
    const { env, respond, silent } = await prepare(t)
    const first = await startProcess(t, env)
    await ready(first)
    assert.equal(pidsOf(first).length, 1)
    assert.equal(await respond(), true)
    first.kill()
    await first.ended

    const second = await startProcess(t, env)
    await ready(second)
    assert.equal(await respond(), true)
    second.kill()
    await second.ended
    await eventually('the end of the emulators', silent)

    const third = await startProcess(t, env)
    await ready(third)
    assert.equal(await third.end(), 0)
    assert.equal(await respond(), false)
  })

  test('end on request, and report it to the caller', async (t) => {
    const { env, respond } = await prepare(t)
    const read = readConfig(env)
    assert.ok(read.ok)
    const stop = await startEmulators(read.config, silentLog)
    assert.equal(await respond(), true)
    let stopped = false
    void stop().then(() => {
      stopped = true
    })
    await eventually('the end of the stop', async () => stopped)
    assert.equal(await respond(), false)
  })

  test('are restarted when their process dies, and the log reports it', async (t) => {
    const { env, respond } = await prepare(t)
    const started = await startProcess(t, env)
    await ready(started)
    const [pid] = pidsOf(started)
    assert.ok(pid !== undefined)
    process.kill(pid, 'SIGKILL')
    await eventually('another process of emulators', async () => pidsOf(started).length === 2)
    assert.equal(await respond(), true)
    assert.match(
      started.output(),
      /"signal":"SIGKILL","msg":"the emulators ended and are restarted/,
    )
    assert.equal((await fetch(`${started.url}/health/ready`)).status, 200)
  })

  test('end a start whose port is taken, with a message that names the setting', async (t) => {
    const { env } = await prepare(t)
    const other = createServer().listen(Number(env.SANDBOX_PORT), '127.0.0.1')
    t.after(() => other.close())
    const started = await startProcess(t, env)
    assert.equal(await started.ended, 1)
    assert.match(started.output(), /^The emulators cannot start: .*EADDRINUSE.*SANDBOX_PORT/m)
    assert.doesNotMatch(started.output(), /^ +at /m)
  })
})

describe('a node with SANDBOX_URL alone', () => {
  test('uses that sandbox for every provider, and starts no emulators itself', async (t) => {
    const secrets = { ...sandboxSecrets, pushPublicKey: sandboxSecrets.custodyKey }
    const sandbox = await startSandbox({ secrets, operators: sandboxOperators })
    t.after(sandbox.close)
    const own = await prepare(t)
    const node = await startProcess(t, { ...own.env, SANDBOX_URL: sandbox.url })
    await ready(node)
    assert.equal(await own.respond(), false)
    const taken = await fetch(`${node.url}/api/webhook/payx/handle-deposit-paid`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-callback-token': secrets.payxDepositToken,
      },
      body: '{"id":"e-1","payment_id":"p-1","bank_code":"BCA","account_number":"1","amount":10000}',
    })
    assert.equal(taken.status, 200)
  })

  test('does not start if no sandbox can be joined, and reports it', async (t) => {
    const { env } = await prepare(t)
    const part = await startSandbox({ secrets: sandboxSecrets, only: ['payx', 'mail'] })
    t.after(part.close)
    const node = await startProcess(t, { ...env, SANDBOX_URL: part.url })
    assert.equal(await node.ended, 1)
    assert.match(node.output(), /SANDBOX_URL was answered 409/)
  })
})
