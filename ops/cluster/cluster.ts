import { chmodSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { childEnvironment } from '../../tests/child-environment.ts'
import { type Link, startLink } from '../../tests/storms/link.ts'
import { withClient } from '../../tests/storms/postgres.ts'
import type { Stage } from '../../tests/storms/stage.ts'
import { type Daemon, logTail, startDaemon } from './daemon.ts'
import { alertRules, filled, makeFolder, place } from './files.ts'
import {
  host,
  type MemberName,
  makeSecrets,
  memberNames,
  type NodeName,
  nodeNames,
  type Ports,
  type Secrets,
} from './layout.ts'
import { isPrimary, type Member, statesFrom } from './member.ts'
import type { Programs } from './programs.ts'
import type { Setting } from './setting.ts'
import { startDatabases } from './start-databases.ts'
import { startRedis } from './start-redis.ts'

/** A node of the service, with its link to the database. */
export type ClusterNode = Readonly<{
  name: NodeName
  daemon: Daemon
  pooler: Daemon
  url: string
  internalUrl: string
  link: Link
}>

/** The whole reference deployment on one machine. */
export type Cluster = Readonly<{
  stage: Stage
  /** The balancer before the nodes. */
  serviceUrl: string
  sandboxUrl: string
  prometheusUrl: string
  monitoringUrl: string
  /** Through the balancer, to whichever server is primary. */
  databaseUrl: string
  redisUrl: string
  members: readonly Member[]
  etcds: readonly Daemon[]
  redises: readonly Daemon[]
  nodes: readonly ClusterNode[]
  primary: () => Promise<Member>
  /** Waits until every member, standby and node is as at the start. */
  healed: () => Promise<void>
}>

type StartOptions = Readonly<{
  programs: Programs
  ports: Ports
  /** More of the sandbox's environment, which fixes some of its secrets. */
  sandbox?: Readonly<Record<string, string>>
}>

const healedMs = 120_000
const root = path.join(import.meta.dirname, '..', '..')

/** Starts all servers in order, and waits until they are ready. They end with the stage. */
export async function startCluster(stage: Stage, options: StartOptions): Promise<Cluster> {
  const setting: Setting = { stage, ...options, secrets: makeSecrets() }
  const { ports, secrets } = setting
  chmodSync(stage.folder, 0o755)
  const urlOf = (purpose: string) => `http://${host}:${ports(purpose)}`
  startSandbox(setting, options.sandbox ?? {})
  const { etcds, members } = await startDatabases(setting)
  const redises = startRedis(setting)
  startBalancer(setting)
  const nodes = await Promise.all(nodeNames.map((name) => startNode(setting, name)))
  startPrometheus(setting)
  const isHealed = () => isWhole(members, nodes)
  const healed = async () => {
    await stage.until('the cluster to be whole', isHealed, healedMs)
  }
  await healed().catch((error: unknown) => {
    for (const name of ['patroni one', 'haproxy', 'node first']) stage.print(logTail(stage, name))
    throw error
  })
  const prometheusUrl = urlOf('prometheus')
  await stage.until('Prometheus to be ready', () => answers(`${prometheusUrl}/-/ready`))
  for (const { postgresUrl } of members) await checkpoint(postgresUrl)
  return {
    stage,
    serviceUrl: urlOf('service'),
    sandboxUrl: urlOf('sandbox'),
    prometheusUrl,
    monitoringUrl: urlOf('monitoring'),
    databaseUrl: databaseUrl(secrets, ports('primary')),
    redisUrl: `redis://:${secrets.REDIS_PASSWORD}@${host}:${ports('redis')}`,
    members,
    etcds,
    redises,
    nodes,
    primary: () => primaryOf(members),
    healed,
  }
}

const databaseUrl = ({ TUKAR_PASSWORD }: Secrets, port: number): string =>
  `postgresql://tukar:${TUKAR_PASSWORD}@${host}:${port}/tukar`

/**
 * Writes out the pages of a new database, all of which are dirty. The checkpoint of a failover
 * would do so while commits wait for the same disk.
 */
async function checkpoint(url: string): Promise<void> {
  await withClient(url, (client) => client.query('checkpoint'))
}

async function primaryOf(members: readonly Member[]): Promise<Member> {
  for (const member of members) if (await isPrimary(member)) return member
  throw new Error('there is no primary')
}

/** True if one primary has two streaming standbys, one of them synchronous, and the nodes serve. */
async function isWhole(
  members: readonly Member[],
  nodes: readonly ClusterNode[],
): Promise<boolean> {
  try {
    const states = await statesFrom(await primaryOf(members))
    const running = states.filter(({ state }) => state === 'running' || state === 'streaming')
    const isSynchronous = states.some(({ role }) => role === 'sync_standby')
    const ready = await Promise.all(nodes.map(({ url }) => answers(`${url}/health/ready`)))
    return running.length === members.length && isSynchronous && ready.every(Boolean)
  } catch {
    return false
  }
}

/** True if a page answers with success. */
export const answers = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  )

function startSandbox({ stage, ports }: Setting, settings: Readonly<Record<string, string>>) {
  return startDaemon(stage, {
    name: 'sandbox',
    program: process.execPath,
    args: [path.join(root, 'sandbox/main.ts')],
    env: {
      ...childEnvironment,
      DATA_DIR: path.join(stage.folder, 'sandbox'),
      SANDBOX_PORT: String(ports('sandbox')),
      SANDBOX_SMTP_PORT: String(ports('sandbox mail')),
      BASE_URL: `http://${host}:${ports('service')}`,
      ...settings,
    },
    cwd: stage.folder,
  })
}

function startBalancer({ stage, programs, ports, secrets }: Setting): void {
  const { haproxy, user } = programs
  const folder = makeFolder(path.join(stage.folder, 'haproxy'), user)
  const at = (purpose: string) => `${host}:${ports(purpose)}`
  const server = (name: MemberName) => ({
    [`POSTGRES_${name.toUpperCase()}`]: at(`link postgres ${name}`),
    [`REST_PORT_${name.toUpperCase()}`]: ports(`link rest ${name}`),
  })
  const values = {
    ...secrets,
    ...Object.assign({}, ...memberNames.map(server)),
    CONFIG: folder,
    PRIMARY_LISTEN: at('primary'),
    REPLICAS_LISTEN: at('replicas'),
    SERVICE_LISTEN: at('service'),
    MONITORING_LISTEN: at('monitoring'),
    REDIS_LISTEN: at('redis'),
    NODE_FIRST: at('node first'),
    NODE_SECOND: at('node second'),
    REDIS_ONE: at('redis one'),
    REDIS_TWO: at('redis two'),
  }
  place('unavailable.http', folder, values, user)
  const file = place('haproxy.cfg', folder, values, user)
  const args = ['-db', '-f', file]
  startDaemon(stage, { name: 'haproxy', program: haproxy, args, user, cwd: folder })
}

async function startNode(setting: Setting, name: NodeName): Promise<ClusterNode> {
  const { stage, ports, secrets } = setting
  const pooler = startPooler(setting, name)
  const target = { host, port: ports(`pgbouncer ${name}`) }
  const link = await startLink(stage, target, ports(`link database ${name}`))
  const settings = filled('node.env', {
    ...secrets,
    HOST: host,
    PORT: ports(`node ${name}`),
    INTERNAL_PORT: ports(`internal ${name}`),
    SERVICE_URL: `http://${host}:${ports('service')}`,
    DATA: path.join(stage.folder, 'data'),
    DATABASE_URL: databaseUrl(secrets, link.port),
    REDIS_URL: `redis://:${secrets.REDIS_PASSWORD}@${host}:${ports('redis')}`,
    BALANCER_HOST: host,
    SANDBOX_URL: `http://${host}:${ports('sandbox')}`,
  })
  const daemon = startDaemon(stage, {
    name: `node ${name}`,
    program: process.execPath,
    args: [path.join(root, 'start.js')],
    env: { ...childEnvironment, ...environmentIn(settings) },
    cwd: root,
  })
  const url = `http://${host}:${ports(`node ${name}`)}`
  const internalUrl = `http://${host}:${ports(`internal ${name}`)}`
  return { name, daemon, pooler, url, internalUrl, link }
}

/** The lines `NAME=value` of a file for a service manager. */
const environmentIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  )

function startPooler({ stage, programs, ports, secrets }: Setting, name: NodeName): Daemon {
  const { pgbouncer, user } = programs
  const folder = makeFolder(path.join(stage.folder, `pgbouncer-${name}`), user)
  const values = {
    ...secrets,
    CONFIG: folder,
    LISTEN_HOST: host,
    LISTEN_PORT: ports(`pgbouncer ${name}`),
    PRIMARY_HOST: host,
    PRIMARY_PORT: ports('primary'),
  }
  place('userlist.txt', folder, values, user)
  const file = place('pgbouncer.ini', folder, values, user)
  const options = { program: pgbouncer, args: [file], user, cwd: folder }
  return startDaemon(stage, { name: `pgbouncer ${name}`, ...options })
}

function startPrometheus({ stage, programs, ports }: Setting): void {
  const { prometheus, user } = programs
  const folder = makeFolder(path.join(stage.folder, 'prometheus'), user)
  const list = (...found: readonly string[]) =>
    found.map((purpose) => `'${host}:${ports(purpose)}'`).join(', ')
  const values = {
    NODE_TARGETS: list(...nodeNames.map((name) => `internal ${name}`)),
    PATRONI_TARGETS: list(...memberNames.map((name) => `rest ${name}`)),
    ETCD_TARGETS: list(...memberNames.map((name) => `etcd ${name}`)),
    HAPROXY_TARGETS: list('monitoring'),
  }
  place(alertRules, folder, {}, user)
  const args = [
    `--config.file=${place('prometheus.yml', folder, values, user)}`,
    `--storage.tsdb.path=${path.join(folder, 'data')}`,
    `--web.listen-address=${host}:${ports('prometheus')}`,
  ]
  startDaemon(stage, { name: 'prometheus', program: prometheus, args, user, cwd: folder })
}
