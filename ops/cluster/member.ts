import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { Link } from '../../tests/storms/link.ts'
import type { Stage } from '../../tests/storms/stage.ts'
import type { Daemon } from './daemon.ts'
import type { MemberName } from './layout.ts'

/** A PostgreSQL server with the Patroni that keeps it. */
export type Member = Readonly<{
  name: MemberName
  patroni: Daemon
  /** Patroni's REST API, directly. */
  restUrl: string
  /** The header with which its REST API makes changes. */
  restAuthorization: string
  /** The server as superuser, directly. */
  postgresUrl: string
  /** Its network: the links of others to it, and its own to etcd. */
  links: readonly Link[]
  /** The process ids of PostgreSQL, its postmaster first; empty if it is down. */
  postgres: () => readonly number[]
}>

const State = z.object({
  members: z.array(z.object({ name: z.string(), role: z.string(), state: z.string() })),
})
export type MemberState = z.output<typeof State>['members'][number]

/** What Patroni knows of all members. */
export async function statesFrom({ restUrl }: Member): Promise<readonly MemberState[]> {
  const answer = await fetch(`${restUrl}/cluster`, { signal: AbortSignal.timeout(2_000) })
  return State.parse(await answer.json()).members
}

/** True if Patroni says that this member is the primary, so that a balancer would use it. */
export async function isPrimary({ restUrl }: Member): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(1_000)
    const { status } = await fetch(`${restUrl}/primary`, { method: 'HEAD', signal })
    return status === 200
  } catch {
    return false
  }
}

/** Has a member's Patroni make a change; throws if it refuses, or makes it without the password. */
export async function orderPatroni(
  { restUrl, restAuthorization: authorization }: Member,
  method: 'POST' | 'PATCH',
  path: string,
  body: unknown,
): Promise<void> {
  const call = (headers: Readonly<Record<string, string>>) =>
    fetch(restUrl + path, { method, headers, body: JSON.stringify(body) })
  const { status } = await call({})
  if (status !== 401) throw new Error(`${method} ${path} without a password got ${status}`)
  const answer = await call({ authorization })
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${await answer.text()}`)
}

/** The processes of the PostgreSQL in a data folder. */
export function postgresIn(dataDir: string): readonly number[] {
  let postmaster: number
  try {
    const [first = ''] = readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8').split('\n')
    postmaster = Number.parseInt(first, 10)
    const command = readFileSync(`/proc/${postmaster}/cmdline`, 'utf8')
    if (!command.includes(dataDir)) return []
  } catch {
    return []
  }
  const children = readdirSync('/proc').filter(
    (pid) => /^\d+$/.test(pid) && parentOf(pid) === postmaster,
  )
  return [postmaster, ...children.map(Number)]
}

function parentOf(pid: string): number | null {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(status.slice(status.lastIndexOf(')')).split(' ')[2])
  } catch {
    return null
  }
}

/** Sends a signal to processes that may have ended. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended.
    }
  }
}

/** Stops all processes of a member's PostgreSQL; the returned function continues them. */
export function freeze(stage: Stage, member: Member): () => void {
  const frozen = new Set<number>()
  // The postmaster first, so that none is born while the others are counted.
  for (
    let found = member.postgres();
    found.some((pid) => !frozen.has(pid));
    found = member.postgres()
  ) {
    signalAll(found, 'SIGSTOP')
    for (const pid of found) frozen.add(pid)
  }
  const thaw = () => {
    signalAll([...frozen], 'SIGCONT')
    frozen.clear()
  }
  stage.lastResort(thaw)
  return thaw
}
