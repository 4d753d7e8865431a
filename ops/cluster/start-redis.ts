import path from 'node:path'
import { type Daemon, startDaemon } from './daemon.ts'
import { makeFolder, place } from './files.ts'
import { host, memberNames } from './layout.ts'
import type { Setting } from './setting.ts'

/** Starts a Redis, its replica, and three Sentinels that choose between them. */
export function startRedis({ stage, programs, ports, secrets }: Setting): readonly Daemon[] {
  const { redis, user } = programs
  const start = (
    name: string,
    file: string,
    values: Readonly<Record<string, string | number>>,
    ...args: readonly string[]
  ) => {
    const folder = makeFolder(path.join(stage.folder, name.replaceAll(' ', '-')), user)
    const all = { ...secrets, HOST: host, PORT: ports(name), DATA: folder, ...values }
    const placed = place(file, folder, all, user)
    return startDaemon(stage, { name, program: redis, args: [placed, ...args], user, cwd: folder })
  }
  const master = { MASTER_HOST: host, MASTER_PORT: ports('redis one') }
  const servers = [
    start('redis one', 'redis.conf', { REPLICAOF: '' }),
    start('redis two', 'redis.conf', { REPLICAOF: `replicaof ${host} ${master.MASTER_PORT}` }),
  ]
  for (const name of memberNames) start(`sentinel ${name}`, 'sentinel.conf', master, '--sentinel')
  return servers
}
