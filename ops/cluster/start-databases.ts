import path from 'node:path'
import { startLink } from '../../tests/storms/link.ts'
import { type Daemon, startDaemon } from './daemon.ts'
import { makeFolder, place } from './files.ts'
import { host, type MemberName, memberNames } from './layout.ts'
import { isPrimary, type Member, postgresIn, signalAll } from './member.ts'
import type { Setting } from './setting.ts'

const bootstrapMs = 90_000

/** Starts etcd, then PostgreSQL under Patroni: its first member makes the database. */
export async function startDatabases(
  setting: Setting,
): Promise<Readonly<{ etcds: readonly Daemon[]; members: readonly Member[] }>> {
  const etcds = memberNames.map((name) => startEtcd(setting, name))
  const first = await startMember(setting, memberNames[0])
  await setting.stage.until('the first primary', () => isPrimary(first), bootstrapMs)
  const others = await Promise.all(memberNames.slice(1).map((name) => startMember(setting, name)))
  return { etcds, members: [first, ...others] }
}

function startEtcd({ stage, programs, ports }: Setting, name: MemberName): Daemon {
  const { etcd, user } = programs
  const folder = makeFolder(path.join(stage.folder, `etcd-${name}`), user)
  const peerUrl = (one: MemberName) => `http://${host}:${ports(`etcd peer ${one}`)}`
  const file = place(
    'etcd.yml',
    folder,
    {
      NAME: name,
      DATA: path.join(folder, 'data'),
      CLIENT_URL: `http://${host}:${ports(`etcd ${name}`)}`,
      PEER_URL: peerUrl(name),
      ETCD_CLUSTER: memberNames.map((one) => `${one}=${peerUrl(one)}`).join(','),
    },
    user,
  )
  const args = ['--config-file', file]
  return startDaemon(stage, { name: `etcd ${name}`, program: etcd, args, user, cwd: folder })
}

async function startMember(setting: Setting, name: MemberName): Promise<Member> {
  const { stage, programs, ports, secrets } = setting
  const { patroni, user, postgresBin } = programs
  const folder = makeFolder(path.join(stage.folder, `postgres-${name}`), user)
  const dataDir = path.join(folder, 'data')
  const to = (purpose: string) => ({ host, port: ports(purpose) })
  const etcdLinks = await Promise.all(
    memberNames.map((one) =>
      startLink(stage, to(`etcd ${one}`), ports(`link etcd ${name} ${one}`)),
    ),
  )
  const postgresLink = await startLink(
    stage,
    to(`postgres ${name}`),
    ports(`link postgres ${name}`),
  )
  const restLink = await startLink(stage, to(`rest ${name}`), ports(`link rest ${name}`))
  const values = {
    ...secrets,
    NAME: name,
    CONFIG: folder,
    DATA: dataDir,
    POSTGRES_BIN: postgresBin,
    ETCD_HOSTS: etcdLinks.map(({ port }) => `${host}:${port}`).join(','),
    REST_LISTEN: `${host}:${ports(`rest ${name}`)}`,
    REST_ADDRESS: `${host}:${restLink.port}`,
    POSTGRES_LISTEN: `${host}:${ports(`postgres ${name}`)}`,
    POSTGRES_ADDRESS: `${host}:${postgresLink.port}`,
  }
  place('create-database.sh', folder, values, user)
  const file = place('patroni.yml', folder, values, user)
  // Patroni starts PostgreSQL in a session of its own, which outlives it.
  stage.lastResort(() => signalAll(postgresIn(dataDir), 'SIGKILL'))
  const daemon = startDaemon(stage, {
    name: `patroni ${name}`,
    program: patroni.program,
    args: [...patroni.args, file],
    env: { ...patroni.env, TUKAR_PASSWORD: secrets.TUKAR_PASSWORD },
    user,
    cwd: folder,
  })
  const superuser = `postgres:${secrets.SUPERUSER_PASSWORD}`
  const credentials = Buffer.from(`patroni:${secrets.REST_PASSWORD}`).toString('base64')
  return {
    name,
    patroni: daemon,
    restUrl: `http://${host}:${ports(`rest ${name}`)}`,
    restAuthorization: `Basic ${credentials}`,
    postgresUrl: `postgresql://${superuser}@${values.POSTGRES_LISTEN}/postgres`,
    links: [postgresLink, restLink, ...etcdLinks],
    postgres: () => postgresIn(dataDir),
  }
}
