import { readFile } from 'node:fs/promises'
import { figure, rounded } from './figures.ts'
import { cpuOf, cpuOfFamily } from './processes.ts'
import type { Running, Stage } from './stage.ts'

/**
 * Begins to count the processor time of the service and of its database. What it answers prints
 * both for each of so many things done meanwhile: unlike a rate, it hardly depends on who else is
 * at work on the machine.
 */
export async function processorTime(
  stage: Stage,
  { pid }: Pick<Running, 'pid'>,
): Promise<(of: string, times: number) => Promise<void>> {
  const server = await postmaster(stage)
  const [serviceBefore, serverBefore] = [cpuOf(pid), cpuOfFamily(server)]
  return async (of, times) => {
    tell(`the service per ${of}`, times, serviceBefore, cpuOf(pid))
    tell(`PostgreSQL per ${of}`, times, serverBefore, cpuOfFamily(server))
  }
}

/** Nothing where the system does not tell. */
function tell(of: string, times: number, before: number | null, after: number | null): void {
  if (before === null || after === null) return
  figure(`processor time of ${of}`, `${rounded((after - before) / times)} µs`)
}

async function postmaster({ sql }: Stage): Promise<number> {
  const found = await sql.query(`select pg_backend_pid() as pid`)
  const stat = await readFile(`/proc/${found.rows[0].pid}/stat`, 'utf8').catch(() => ') 0 0')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}
