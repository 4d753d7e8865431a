import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type TestContext, test } from 'node:test'
import { isProcessAlive } from '../../src/core/database/embedded/embedded-server.ts'
import { childEnvironment } from '../child-environment.ts'
import { freePort } from '../free-port.ts'
import { eventually, send } from '../harness.ts'
import { ready, startProcess } from '../make/service-process.ts'

const start = path.resolve(import.meta.dirname, '../../start.js')

/** A data directory for an embedded database, which is removed after the test's processes. */
async function emptyFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tukar-stop-'))
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** Waits until the PostgreSQL of a data directory runs; returns whether it still does. */
async function postgresOf(dataDir: string): Promise<() => Promise<boolean>> {
  const cluster = path.join(dataDir, 'postgres')
  const pid = await eventually('PostgreSQL', async () => {
    const text = await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
    const found = Number.parseInt(text, 10)
    return (await isProcessAlive(found, cluster)) ? found : null
  })
  return () => isProcessAlive(pid, cluster)
}

// A closing terminal may send SIGHUP twice.
for (const signals of [['SIGTERM'], ['SIGHUP', 'SIGHUP']] as const) {
  test(`${signals[0]} during the start also ends the embedded PostgreSQL`, async (t) => {
    const dataDir = await emptyFolder(t)
    const started = await startProcess(t, { DATA_DIR: dataDir })
    const isRunning = await postgresOf(dataDir)
    for (const signal of signals) started.signal(signal)
    assert.equal(await started.ended, 0, started.output())
    assert.equal(await isRunning(), false)
  })
}

const terminal = '/usr/bin/script'
const skip = process.platform === 'linux' && existsSync(terminal) ? false : 'no terminal to close'

test('a service whose terminal closes stops in order', { skip }, async (t) => {
  const dataDir = await emptyFolder(t)
  const port = String(await freePort())
  const opened = spawn(terminal, ['-qfc', `"${process.execPath}" "${start}"`, '/dev/null'], {
    env: {
      ...childEnvironment,
      DATA_DIR: dataDir,
      PORT: port,
      SANDBOX_PORT: String(await freePort()),
      SANDBOX_SMTP_PORT: String(await freePort()),
    },
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  t.after(() => opened.kill('SIGKILL'))
  const isRunning = await postgresOf(dataDir)
  await ready({ url: `http://127.0.0.1:${port}` })
  opened.kill('SIGKILL')
  await eventually('the end of PostgreSQL', async () => !(await isRunning()))
  await assert.rejects(send(`http://127.0.0.1:${port}`, 'GET', '/health/live'))
})
