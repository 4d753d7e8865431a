import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { childEnvironment } from '../child-environment.ts'
import { testDatabase } from '../database.ts'
import { freePort } from '../free-port.ts'
import { eventually } from '../harness.ts'

const main = path.resolve(import.meta.dirname, '../../src/main.ts')

type Node = Readonly<{ url: string; stop: () => void; ended: Promise<number | null> }>

/** Starts a node as `npm start` does, and waits until it is ready. */
async function startNode(t: TestContext, env: Readonly<Record<string, string>>): Promise<Node> {
  const port = String(await freePort())
  const child = spawn(process.execPath, [main], {
    env: {
      ...childEnvironment,
      ...env,
      LOG_LEVEL: 'silent',
      PORT: port,
      SANDBOX_PORT: String(await freePort()),
      SANDBOX_SMTP_PORT: String(await freePort()),
    },
    stdio: 'ignore',
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  t.after(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const url = `http://127.0.0.1:${port}`
  const isReady = () =>
    fetch(`${url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  await eventually('a node that is ready', isReady)
  return { url, stop: () => void child.kill('SIGTERM'), ended }
}

type HealthAnswer = Readonly<{ status: number; connection: string | undefined }>

function request(agent: Agent, url: string): Promise<HealthAnswer> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (answer) => {
      answer
        .once('error', reject)
        .once('end', () =>
          resolve({ status: answer.statusCode ?? 0, connection: answer.headers.connection }),
        )
      answer.resume()
    }).once('error', reject)
  })
}

/** A balancer without retries: it checks readiness every 50 ms; two failures mean down. */
function balance(t: TestContext, nodes: readonly Node[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  const failedChecks = new Map<Node, number>()
  const failures: string[] = []
  const served = new Map<Node, number>()
  let isOver = false
  t.after(() => {
    isOver = true
    agent.destroy()
  })
  async function watch(node: Node): Promise<void> {
    while (!isOver) {
      const answer = await request(new Agent(), `${node.url}/health/ready`).catch(() => null)
      failedChecks.set(node, answer?.status === 200 ? 0 : (failedChecks.get(node) ?? 0) + 1)
      await pause(50)
    }
  }
  async function call(): Promise<void> {
    for (let index = 0; !isOver; index += 1) {
      const up = nodes.filter((node) => (failedChecks.get(node) ?? 0) < 2)
      const node = up[index % up.length]
      if (node === undefined) throw new Error('no node is up')
      try {
        const { status } = await request(agent, `${node.url}/api/country`)
        if (status !== 200) failures.push(`answered ${status}`)
        served.set(node, (served.get(node) ?? 0) + 1)
      } catch (error) {
        failures.push(String(error))
      }
      await pause(5)
    }
  }
  const running = Promise.all([...nodes.map(watch), ...Array.from({ length: 4 }, call)])
  return {
    failures,
    served: (node: Node) => served.get(node) ?? 0,
    isDown: (node: Node) => (failedChecks.get(node) ?? 0) >= 2,
    end: async () => {
      isOver = true
      await running
    },
  }
}

test('no request fails while a node stops behind a balancer that checks readiness', async (t) => {
  const { url } = await testDatabase(t)
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tukar-drain-'))
  t.after(() => rm(dataDir, { recursive: true, force: true }))
  const env = { DATA_DIR: dataDir, DATABASE_URL: url, DRAIN_SECONDS: '3' }
  const leaving = await startNode(t, env)
  const staying = await startNode(t, env)
  const balancer = balance(t, [leaving, staying])
  await eventually('requests', async () => balancer.served(leaving) > 20)
  const servedBefore = balancer.served(leaving)
  leaving.stop()
  await eventually('readiness to fail', async () => balancer.isDown(leaving))
  assert.ok(balancer.served(leaving) > servedBefore)
  const agent = new Agent({ keepAlive: true })
  t.after(() => agent.destroy())
  const answer = await request(agent, `${leaving.url}/api/country`)
  assert.deepEqual(answer, { status: 200, connection: 'close' })
  await eventually(
    'another leader',
    async () => (await request(agent, `${staying.url}/health/leader`)).status === 200,
  )
  assert.equal(await leaving.ended, 0)
  await balancer.end()
  assert.deepEqual(balancer.failures, [])
})
