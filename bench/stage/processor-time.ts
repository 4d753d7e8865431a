import { readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { figure, rounded } from './figures.ts'
import { type Cpu, cpuOf, cpuOfFamily } from './processes.ts'
import type { Running, Stage } from './stage.ts'

/** A server that uses less than this share of a core for this long counts as idle. */
const idle = { share: 0.1, lookMs: 5_000, looks: 120 } as const

/** Processor time that a service and its database used. */
export type Spent = Readonly<{ service: Cpu; server: Cpu }>

/** Microseconds per unit of work; null if the system reports no processor time. */
export type Cost = Readonly<{ service: number | null; server: number | null }>

/**
 * Starts to count the processor time of a service and of its database. The returned function
 * returns it: null if the system reports none. Unlike a rate, it hardly depends on other load of
 * the machine.
 */
export async function countProcessorTime(
  stage: Stage,
  { pid }: Pick<Running, 'pid'>,
): Promise<() => Spent | null> {
  const countServer = await countServerTime(stage)
  const before = cpuOf(pid)
  return () => {
    const service = since(before, cpuOf(pid))
    const server = countServer()
    return service === null || server === null ? null : { service, server }
  }
}

/** The processor time of a server and of its processes, as above. */
async function countServerTime(stage: Pick<Stage, 'sql'>): Promise<() => Cpu | null> {
  const server = await postmaster(stage)
  const before = cpuOfFamily(server)
  return () => since(before, cpuOfFamily(server))
}

const since = (before: Cpu | null, after: Cpu | null): Cpu | null =>
  before === null || after === null
    ? null
    : {
        userMicros: after.userMicros - before.userMicros,
        kernelMicros: after.kernelMicros - before.kernelMicros,
      }

export const microsOf = ({ userMicros, kernelMicros }: Cpu): number => userMicros + kernelMicros

/** Starts to count, as above; the returned function prints and returns both per unit of work. */
export async function processorTime(
  stage: Stage,
  service: Pick<Running, 'pid'>,
): Promise<(of: string, times: number) => Cost> {
  const spent = await countProcessorTime(stage, service)
  return (of, times) => {
    const micros = spent()
    return {
      service: print(`the service per ${of}`, micros?.service ?? null, times),
      server: print(`PostgreSQL per ${of}`, micros?.server ?? null, times),
    }
  }
}

/** The same for the database alone. */
export async function serverTime(
  stage: Stage,
): Promise<(of: string, times: number) => number | null> {
  const spent = await countServerTime(stage)
  return (of, times) => print(`PostgreSQL per ${of}`, spent(), times)
}

/** Waits for audits and roll-ups of seeded moves, which would count as the cost of other work. */
export async function untilIdle(stage: Stage): Promise<void> {
  for (let looks = 0; looks < idle.looks; looks += 1) {
    const count = await countServerTime(stage)
    await setTimeout(idle.lookMs)
    const spent = count()
    if (spent === null || microsOf(spent) < idle.share * idle.lookMs * 1_000) return
  }
  throw new Error('the database is still busy with work of its own after ten minutes')
}

function print(of: string, spent: Cpu | null, times: number): number | null {
  if (spent === null) return null
  const micros = microsOf(spent) / times
  figure(`processor time of ${of}`, `${rounded(micros)} µs`)
  return micros
}

async function postmaster({ sql }: Pick<Stage, 'sql'>): Promise<number> {
  const found = await sql.query(`select pg_backend_pid() as pid`)
  const stat = await readFile(`/proc/${found.rows[0].pid}/stat`, 'utf8').catch(() => ') 0 0')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}
