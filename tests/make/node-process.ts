/**
 * A node of the service as a separate process, for tests that kill it during its work:
 * `node tests/make/node-process.ts`, with its configuration in the environment.
 */

import { type ChildProcess, spawn } from 'node:child_process'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { systemClock } from '../../src/base/clock.ts'
import type { Config } from '../../src/platform/config/config.ts'
import { startService } from '../../src/service.ts'
import { childEnvironment } from '../child-environment.ts'
import { freePort } from '../free-port.ts'
import { eventually } from '../harness.ts'
import { silent } from '../server.ts'

const here = fileURLToPath(import.meta.url)
const variable = 'TUKAR_NODE_CONFIG'

export type NodeProcess = Readonly<{
  url: string
  /** Returns the signal that ended it; null if it still runs after a minute. */
  end: () => Promise<NodeJS.Signals | null>
}>

/**
 * Starts a node with this configuration on a free port, and waits until it leads, or until it is
 * ready beside another leader. It ends with the test at the latest.
 */
export async function startNodeProcess(
  t: TestContext,
  config: Config,
  until: 'leader' | 'ready' = 'leader',
): Promise<NodeProcess> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const own = {
    ...config,
    port,
    baseUrl: url,
    nodeUrl: url,
    appKeys: config.appKeys.map((key) => key.toString('hex')),
  }
  const child = spawn(process.execPath, [here], {
    env: { ...childEnvironment, [variable]: JSON.stringify(own) },
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  const ended = new Promise<NodeJS.Signals | null>((resolve) => {
    child.once('exit', (_, signal) => resolve(signal))
  })
  t.after(() => stop(child, ended))
  await eventually('a node that is ready', () => isReady(`${url}/health/${until}`, child))
  const end = async () => {
    const late = new AbortController()
    const lives = systemClock.sleep(60_000, late.signal).then(() => null)
    return Promise.race([ended, lives]).finally(() => late.abort())
  }
  return { url, end }
}

async function isReady(health: string, child: ChildProcess): Promise<boolean> {
  // A node that ended during its start refused its configuration.
  if (child.exitCode !== null || child.signalCode !== null) return true
  return fetch(health).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.kill('SIGKILL')
  await ended
}

/** The configuration, in the form that this file writes. */
const Given = z.custom<Omit<Config, 'appKeys'> & { appKeys: [string, ...string[]] }>(
  (config) => typeof config === 'object' && config !== null,
)

// A node never outlives the process that started it, however that ended.
const given = process.argv[1] === here ? process.env[variable] : undefined
if (given !== undefined) {
  process.stdin.once('end', () => process.exit()).resume()
  const config = Given.parse(JSON.parse(given))
  const [first, ...others] = config.appKeys
  const keyIn = (hex: string) => Buffer.from(hex, 'hex')
  await startService({ ...config, appKeys: [keyIn(first), ...others.map(keyIn)] }, silent)
}
