import { spawnSync } from 'node:child_process'
import path from 'node:path'
import type { Stage } from './stage.ts'

const clients = 32
const seconds = 8

/** The same rows written by pgbench with a transaction for each credit; null without pgbench. */
export async function creditOneByOne({ databaseUrl, sql }: Stage): Promise<number | null> {
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
  if (run.status !== 0 || perSecond === undefined) throw new Error(`pgbench failed: ${run.stderr}`)
  return Number(perSecond)
}
