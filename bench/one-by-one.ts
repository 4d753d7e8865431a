import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { serverTime } from './stage/processor-time.ts'
import type { Stage } from './stage/stage.ts'

const clients = 32
const seconds = 8

type OneByOne = Readonly<{ perSecond: number; server: number | null }>

/**
 * Writes the same rows by pgbench with a transaction for each credit, with PostgreSQL's processor
 * time per credit; null without pgbench.
 */
export async function creditOneByOne(stage: Stage): Promise<OneByOne | null> {
  const { databaseUrl, sql } = stage
  const printCpu = await serverTime(stage)
  await sql.query('create sequence if not exists pgbench_payment')
  const url = new URL(databaseUrl.replace('@/', '@localhost/'))
  const run = spawnSync(
    'pgbench',
    [
      ...[
        '-h',
        url.searchParams.get('host') ?? url.hostname,
        '-U',
        decodeURIComponent(url.username),
      ],
      ...['-n', '-M', 'prepared', '-c', String(clients), '-j', '1', '-T', String(seconds)],
      ...['-f', path.join(import.meta.dirname, 'one-by-one.sql'), url.pathname.slice(1)],
    ],
    { encoding: 'utf8', env: { ...process.env, PGPASSWORD: decodeURIComponent(url.password) } },
  )
  if (run.error !== undefined) return null
  const perSecond = /tps = ([0-9.]+)/.exec(run.stdout)?.[1]
  const credits = /transactions actually processed: ([0-9]+)/.exec(run.stdout)?.[1]
  if (run.status !== 0 || perSecond === undefined || credits === undefined) {
    throw new Error(`pgbench failed: ${run.stderr}`)
  }
  return { perSecond: Number(perSecond), server: printCpu('credit by pgbench', Number(credits)) }
}
