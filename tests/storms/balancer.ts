import { spawn, spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import path from 'node:path'
import { freePort } from '../free-port.ts'
import type { Node } from './node.ts'
import type { Stage } from './stage.ts'

type Nodes = readonly Pick<Node, 'name' | 'url'>[]

/** One address for several nodes, which checks `/health/ready` of each. */
export type Balancer = Readonly<{ name: string; url: string }>

const checkEveryMs = 250
const fall = 2

export const hasHaproxy = (): boolean => spawnSync('haproxy', ['-v']).status === 0

/**
 * HAProxy, which balances requests. It retries failed connections, never a request.
 */
export async function startHaproxy(stage: Stage, nodes: Nodes): Promise<Balancer> {
  const port = await freePort()
  const file = path.join(stage.folder, 'haproxy.cfg')
  const servers = nodes.map(({ name, url }) => `  server ${name} ${new URL(url).host} check`)
  const lines = [
    'defaults',
    '  mode http',
    '  timeout connect 2s',
    '  timeout client 70s',
    '  timeout server 70s',
    '  retries 3',
    '  option redispatch',
    'frontend all',
    `  bind 127.0.0.1:${port}`,
    '  default_backend nodes',
    'backend nodes',
    '  balance roundrobin',
    '  option httpchk GET /health/ready',
    `  default-server inter ${checkEveryMs}ms fall ${fall} rise 1`,
    ...servers,
  ]
  await writeFile(file, `${lines.join('\n')}\n`)
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore', detached: true })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  stage.lastResort(() => child.kill('SIGKILL'))
  stage.atEnd(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const url = `http://127.0.0.1:${port}`
  await stage.until('HAProxy to serve', () => isReady(url), 10_000)
  return { name: 'HAProxy', url }
}

/**
 * Forwards connections to the nodes in rotation, as bytes, so that a client stays with its node
 * until the node closes the connection. It tries another node only if it could not connect.
 */
export async function startTcpBalancer(stage: Stage, nodes: Nodes): Promise<Balancer> {
  const noes = new Map(nodes.map(({ url }) => [url, 0]))
  let isOver = false
  const watching = nodes.map(async ({ url }) => {
    while (!isOver) {
      noes.set(url, (await isReady(url)) ? 0 : (noes.get(url) ?? 0) + 1)
      await stage.sleep(checkEveryMs).catch(() => undefined)
    }
  })
  let turn = 0
  const open = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (client) => {
    open.add(client)
    client.once('close', () => open.delete(client))
    client.on('error', () => undefined)
    const up = nodes.filter(({ url }) => (noes.get(url) ?? 0) < fall)
    turn += 1
    pass(client, [...up.slice(turn % up.length), ...up.slice(0, turn % up.length)])
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  stage.atEnd(async () => {
    isOver = true
    for (const socket of open) socket.destroy()
    await new Promise<void>((resolve) => server.close(() => resolve()))
    await Promise.all(watching)
  })
  return { name: 'a balancer of connections', url: `http://127.0.0.1:${port}` }
}

function pass(client: Socket, [node, ...others]: Nodes): void {
  if (node === undefined) return void client.destroy()
  const { hostname, port } = new URL(node.url)
  const server = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  let connected = false
  server.once('connect', () => {
    connected = true
    client.pipe(server).pipe(client)
  })
  server.once('error', () => {
    if (connected) client.destroy()
    else pass(client, others)
  })
  client.once('close', () => server.destroy())
}

async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/health/ready`, {
      headers: { connection: 'close' },
      signal: AbortSignal.timeout(2_000),
    })
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}
