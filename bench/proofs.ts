/** The proofs that outsiders check: their time at full size, and what they cost payments. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { newCallbacks } from './callbacks.ts'
import { growTo, seedPostings } from './growth.ts'
import { figure, line, measured, ratio, rounded, type Target } from './stage/figures.ts'
import { processorTime, untilIdle } from './stage/processor-time.ts'
import { type Running, type Stage, startService } from './stage/stage.ts'

const lookMs = 200
const mostSeconds = { verify: 120, liabilities: 60 } as const
const connections = 64
const aloneSeconds = 10

const unpublished = `select count(*) as left from liability_proofs where published_at is null`

const seconds = (name: string, value: number, most: number): Target => ({
  name,
  value: value.toFixed(1),
  wanted: `at most ${most}`,
})

/** Waits until a query finds nothing more to do. Returns the seconds it took. */
async function untilNone({ sql }: Stage, query: string): Promise<number> {
  const startedMs = performance.now()
  while (Number((await sql.query(query)).rows[0].left) > 0) await setTimeout(lookMs)
  return (performance.now() - startedMs) / 1_000
}

/** Links a ledger of this many moves, then checks it as an auditor would. */
export async function verification(stage: Stage, moves: number): Promise<readonly Target[]> {
  line(`The chain over ${rounded(moves)} moves`)
  await growTo(stage, moves)
  const service = await startService(stage)
  const print = await processorTime(stage, service)
  const linked = await untilNone(
    stage,
    `select (select max(id) from postings) - coalesce(max(upto), 0) as left from ledger_links`,
  )
  print('linked posting', moves / 2)
  figure('seconds until all are linked', linked.toFixed(1))
  await service.stop()
  const program = path.join(import.meta.dirname, '../tools/verify/main.ts')
  const startedMs = performance.now()
  const child = spawn(process.execPath, [program, stage.databaseUrl], { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`the ledger did not verify: ${code}`)
  const took = (performance.now() - startedMs) / 1_000
  return [seconds('seconds to verify it', took, mostSeconds.verify)]
}

/** Proves the balances of this many users, beside payments. */
export async function liabilities(stage: Stage, users: number): Promise<readonly Target[]> {
  line(`A proof of liabilities over ${rounded(users)} users`)
  const { rows } = await stage.sql.query(
    `with made as (
       insert into users (email, password_hash, email_verified_at)
       select 'owed-' || n || '@bench.test', 'none', now() from generate_series(1, $1::int) n
       returning id)
     select min(id)::int as first from made`,
    [users],
  )
  await seedPostings(stage, users, [Number(rows[0].first), users])
  await stage.sql.query('vacuum analyze')
  const service = await startService(stage)
  // The service proves the night, and links and sums up what was seeded.
  await untilIdle(stage)
  await untilNone(stage, unpublished)
  const alone = await prove(stage, service, users)
  const requests = newCallbacks(1_000_000)
  const pay = (name: string) =>
    measured(name, { port: service.port, requests, connections, seconds: aloneSeconds })
  await pay('warming up')
  const before = await pay('credits')
  const proved = prove(stage, service, users)
  const beside = await pay('credits beside the proof')
  await proved
  const after = await pay('credits')
  await service.stop()
  return [
    seconds('seconds for the proof', alone, mostSeconds.liabilities),
    ratio(
      'credits beside it, to those without',
      (2 * beside.perSecond) / (before.perSecond + after.perSecond),
      '0.95',
    ),
  ]
}

/** Requests a proof and waits until it is public. Returns the seconds it took. */
async function prove(stage: Stage, service: Running, users: number): Promise<number> {
  const print = await processorTime(stage, service)
  await stage.sql.query(
    `insert into liability_proofs (secret) values (decode(repeat('07', 32), 'hex'))`,
  )
  const took = await untilNone(stage, unpublished)
  print('user proven', users)
  return took
}
