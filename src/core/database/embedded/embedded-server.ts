import { execFile } from 'node:child_process'
import { readFile, readlink, realpath } from 'node:fs/promises'
import { platform } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { isCode } from '../../../base/error-code.ts'
import { databaseLimits } from '../database-limits.ts'

const run = promisify(execFile)

export type PidFile = Readonly<{ pid: number; socketDir: string; ready: boolean }>

/** Reads the server's pid file in its data directory; returns null if there is none. */
export async function readPidFile(clusterDir: string): Promise<PidFile | null> {
  const text = await readFile(path.join(clusterDir, 'postmaster.pid'), 'utf8').catch(
    (error: unknown) => {
      if (isCode(error, 'ENOENT')) return ''
      throw error
    },
  )
  // Lines: process id, data directory, start time, port, socket directory, address, memory, status.
  const lines = text.split('\n').map((line) => line.trim())
  const pid = Number.parseInt(lines[0] ?? '', 10)
  return Number.isNaN(pid) ? null : { pid, socketDir: lines[4] ?? '', ready: lines[7] === 'ready' }
}

/**
 * True if this process is the server of this data directory, not a later process with its number.
 */
export async function isProcessAlive(pid: number, clusterDir: string): Promise<boolean> {
  if (!Number.isSafeInteger(pid) || pid <= 1) return false
  try {
    process.kill(pid, 0)
  } catch {
    // No such process, or one of another user. That is never this server, which the service may
    // always signal: both run as the same user, or the service is root.
    return false
  }
  if (platform() === 'linux') {
    // The server's working directory is its data directory; a zombie process has none.
    const home = await readlink(`/proc/${pid}/cwd`).catch((error: unknown) =>
      isCode(error, 'EACCES') ? null : '',
    )
    return home === null || home === (await realpath(clusterDir).catch(() => clusterDir))
  }
  const command = await run('ps', ['-p', String(pid), '-o', 'command='], {}).catch(() => null)
  return command?.stdout.includes('postgres') ?? false
}

/**
 * Returns true if the server accepts connections; creates the service's database if it is missing.
 */
export async function answers(url: string): Promise<boolean> {
  try {
    return (await ask(url, 'select 1')) !== null
  } catch (error) {
    return isCode(error, '3D000') && (await createDatabase(url)) && answers(url)
  }
}

/** Returns false if the server did not respond in time. */
async function createDatabase(url: string): Promise<boolean> {
  try {
    await ask(url.replace('/tukar?', '/postgres?'), 'create database tukar')
    return true
  } catch (error) {
    // Another node created it at the same moment.
    if (isCode(error, '42P04') || isCode(error, '23505')) return true
    if (error instanceof pg.DatabaseError) throw error
    return false
  }
}

/** Returns the number of other connected clients; null if the server does not respond. */
export async function otherClients(url: string): Promise<number | null> {
  const text = await ask(
    url,
    `select count(*)::text from pg_stat_activity
     where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  ).catch(() => null)
  return text === null ? null : Number.parseInt(text, 10)
}

async function ask(url: string, question: string): Promise<string | null> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: databaseLimits.connectMs,
    query_timeout: 10_000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<(string | number)[]>({ text: question, rowMode: 'array' })
    return String(rows[0]?.[0] ?? '')
  } finally {
    await client.end().catch(() => undefined)
  }
}
