/**
 * Services that tests of this process reuse: cleaning one takes 30 ms, starting one takes 0.6 s of
 * processor time. At most three run at once.
 */
import { setImmediate as turnOfLoop } from 'node:timers/promises'
import { sharedAnswers } from '../src/base/concurrency/shared-answers.ts'
import type { Context } from '../src/context.ts'
import { noReplicas } from '../src/core/database/cluster/replicas.ts'
import type { Database } from '../src/core/database/database.ts'
import { refreshRecording } from '../src/core/facts/recording.ts'
import type { Config } from '../src/platform/config/config.ts'
import { connectClients } from '../src/service.ts'
import type { Cleaner } from './clean-database.ts'
import { beforeServerStops, hasRoom, type Owner } from './database.ts'
import type { Tukar } from './tukar.ts'

export type Leased = Readonly<{ tukar: Tukar; cleaner: Cleaner; end: () => Promise<void> }>

type Lease = { readonly kind: string; readonly leased: Leased; state: 'free' | 'lent' | 'spoiled' }

const mostAlive = 3
/** All services, the least recently used first. */
const leases: Lease[] = []

/** Lends a service of this kind until the test ends: the last one returned, or a new one. */
export async function lease(t: Owner, kind: string, start: () => Promise<Leased>): Promise<Tukar> {
  // Work that blocked the loop left connections open that are overdue to close.
  await turnOfLoop()
  await endSpoiled()
  const found = (await cleaned(kind)) ?? (await started(kind, start))
  const { tukar } = found.leased
  const spoiling = (end: () => Promise<void>) => () => {
    found.state = 'spoiled'
    return end()
  }
  t.after(() => {
    if (found.state === 'lent') found.state = 'free'
  })
  const nodes = tukar.nodes.map((node) => ({
    ...node,
    stop: spoiling(node.stop),
    drain: spoiling(node.drain),
  }))
  const [service = tukar.service] = nodes
  return { ...tukar, nodes, service }
}

/** Cleans a free service of this kind; ends one that cannot be cleaned. */
async function cleaned(kind: string): Promise<Lease | null> {
  for (;;) {
    const at = leases.findLastIndex((one) => one.kind === kind && one.state === 'free')
    const [found] = at < 0 ? [] : leases.splice(at, 1)
    if (found === undefined) return null
    if (await clean(found.leased)) {
      found.state = 'lent'
      leases.push(found)
      return found
    }
    await found.leased.end()
  }
}

async function started(kind: string, start: () => Promise<Leased>): Promise<Lease> {
  await makeRoom()
  const made: Lease = { kind, leased: await start(), state: 'lent' }
  leases.push(made)
  return made
}

/** Ends free services until another may start. */
export async function makeRoom(): Promise<void> {
  await endSpoiled()
  const most = (await hasRoom()) ? mostAlive : 1
  while (leases.length >= most) {
    const at = leases.findIndex(({ state }) => state === 'free')
    if (at < 0) return
    const [oldest] = leases.splice(at, 1)
    await oldest?.leased.end()
  }
}

async function endSpoiled(): Promise<void> {
  for (const spoiled of leases.filter(({ state }) => state === 'spoiled')) {
    leases.splice(leases.indexOf(spoiled), 1)
    await spoiled.leased.end()
  }
}

beforeServerStops(async () => {
  for (const { leased } of leases.splice(0)) await leased.end()
})

export const leads = ({ nodes }: Tukar): boolean => nodes[0]?.ctx.leadership.current() !== null

/** An address that refuses connections. */
const nowhere = 'http://127.0.0.1:1'

/** Resets the service to its initial state; false if that is impossible. */
async function clean({ tukar, cleaner }: Leased): Promise<boolean> {
  const { sandbox, nodes, service, config } = tukar
  // The emulators must send nothing while the database is cleaned, nor later what its last jobs
  // made them report.
  sandbox.setServiceUrl(nowhere)
  await tukar.control('POST', '/reset')
  if (!leads(tukar) || !(await cleaner.clean())) return false
  await tukar.control('POST', '/reset')
  await tukar.control('POST', '/clock', { timeScale: 1_000 })
  sandbox.setServiceUrl(service.callbackUrl)
  for (const { ctx } of nodes) {
    renew(ctx, config)
    await refreshRecording(ctx)
  }
  return true
}

/** Resets a node's state of its providers and its caches of the database. */
function renew(ctx: Context, config: Config): void {
  ctx.mail.close()
  ctx.objectStore.close()
  ctx.counters.forget()
  const db = unseen(ctx.db)
  Object.assign(ctx, {
    db,
    patientDb: unseen(ctx.patientDb),
    replicas: noReplicas(db),
    answers: sharedAnswers(ctx.clock, ctx.random),
    ...connectClients(config, ctx),
  })
}

/** The same database as a new object, so that caches per database start empty. */
const unseen = (db: Database): Database => ({ ...db, read: db.read.withoutPlugins() })
