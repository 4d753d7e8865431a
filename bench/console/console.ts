/** Measures each read of the console's pages in a large database. */
import { z } from 'zod'
import { figure, line, rounded, type Target } from '../stage/figures.ts'
import { type Running, type Stage, startService } from '../stage/stage.ts'
import { type ConsoleRead, consoleReads } from './console-requests.ts'
import { type ConsoleCounts, seedConsole } from './console-seed.ts'

const token = 'xot_bench-console'
const repeats = 5
const mostMs = 500
const mostStatementMs = 200

/** The minimum of some rounds, since other load on the machine only adds. */
type Timing = Readonly<{ read: string; ms: number; statementMs: number; statement: string }>

const List = z.object({ data: z.union([z.array(z.unknown()), z.looseObject({})]) })
const Row = z.looseObject({})

async function signAdminIn({ sql }: Stage): Promise<void> {
  await sql.query(
    `with admin as (
       insert into operators (email, role, password_initial, confirmed_at)
       values ('bench@tukar.test', 'admin', false, now()) returning id
     )
     insert into operator_sessions (digest, operator_id, expires_at)
     select sha256(convert_to($1, 'UTF8')), id, now() + interval '1 day' from admin`,
    [token],
  )
}

const get = ({ port }: Running, path: string) =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${token}` } })

/** The ids of the first row of a list, as its items' paths name them. */
async function firstRow(service: Running, list: string): Promise<z.output<typeof Row>> {
  const answer = await get(service, list)
  const found = z.object({ data: z.unknown() }).safeParse(await answer.json())
  const inner = List.safeParse(found.data?.data)
  const rows = z.array(Row).safeParse(inner.success ? inner.data.data : found.data?.data)
  return rows.data?.[0] ?? {}
}

/** Fills the parameters of a path; null if no row has them. */
async function concrete(service: Running, path: string): Promise<string | null> {
  const at = path.indexOf('/{')
  if (at < 0) return path
  const name = /\{([^}]+)\}/.exec(path)?.[1] ?? ''
  const list = path.slice(0, at)
  const row: z.output<typeof Row> = list.endsWith('/users')
    ? { id: 1 }
    : await firstRow(service, list)
  const value = row[name] ?? row['order_no'] ?? row['id'] ?? row['key']
  return value === undefined ? null : concrete(service, path.replace(`{${name}}`, `${value}`))
}

async function timed(stage: Stage, service: Running, read: string): Promise<Timing | null> {
  const first = await get(service, read)
  if (!first.ok) {
    const { message } = z.object({ message: z.string() }).parse(await first.json())
    figure(read, `not timed: ${first.status} ${message}`)
    return null
  }
  await first.arrayBuffer()
  await stage.sql.query('select pg_stat_statements_reset()')
  const times: number[] = []
  for (let turn = 0; turn < repeats; turn += 1) {
    const begun = performance.now()
    await (await get(service, read)).arrayBuffer()
    times.push(performance.now() - begun)
  }
  const { rows } = await stage.sql.query(
    `select query as text, min_exec_time + min_plan_time as ms from pg_stat_statements
     where calls between $1 and $1 * 20 order by ms desc limit 1`,
    [repeats],
  )
  const [slowest] = z.array(z.object({ text: z.string(), ms: z.number() })).parse(rows)
  const statement = (slowest?.text ?? '').replaceAll(/\s+/g, ' ')
  return { read, ms: Math.min(...times), statementMs: slowest?.ms ?? 0, statement }
}

async function timeAll(
  stage: Stage,
  service: Running,
  reads: readonly ConsoleRead[],
): Promise<readonly Timing[]> {
  const timings: Timing[] = []
  for (const { path, queries } of reads) {
    const at = await concrete(service, path)
    if (at === null) {
      figure(path, 'not timed: no row')
      continue
    }
    for (const query of queries) {
      const timing = await timed(stage, service, query === '' ? at : `${at}?${query}`)
      if (timing === null) continue
      timings.push(timing)
      const { ms, statementMs, statement } = timing
      figure(timing.read, `${ms.toFixed(1)} ms, slowest statement ${statementMs.toFixed(1)} ms`)
      if (ms > mostMs || statementMs > mostStatementMs) line(`    ${statement.slice(0, 400)}`)
    }
  }
  return timings
}

/** Requires a stage that counts its statements. */
export async function consolePages(
  stage: Stage,
  counts: ConsoleCounts,
): Promise<readonly Target[]> {
  const { users, moves, withdrawals } = counts
  line(
    `The console's reads with ${rounded(users)} users, ${rounded(moves)} moves and ` +
      `${rounded(withdrawals)} withdrawals`,
  )
  await stage.sql.query('create extension if not exists pg_stat_statements')
  await signAdminIn(stage)
  await seedConsole(stage, counts)
  // The seeded orders and withdrawals have no holds, which the ledger's audit would report.
  const service = await startService(stage, { LOG_LEVEL: 'silent' })
  const timings = await timeAll(stage, service, consoleReads())
  await service.stop()
  const slowest = timings.toSorted((one, other) => other.ms - one.ms)[0]
  const statement = timings.toSorted((one, other) => other.statementMs - one.statementMs)[0]
  return [
    {
      name: `slowest read of the console: ${slowest?.read}`,
      value: `${(slowest?.ms ?? 0).toFixed(1)} ms`,
      wanted: `at most ${mostMs} ms`,
    },
    {
      name: `slowest statement of the console: ${statement?.read}`,
      value: `${(statement?.statementMs ?? 0).toFixed(1)} ms`,
      wanted: `at most ${mostStatementMs} ms`,
    },
  ]
}
