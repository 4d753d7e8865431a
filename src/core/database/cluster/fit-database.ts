import { z } from 'zod'
import { StartRefused } from '../../../base/settings/start-refused.ts'
import { isReadOnly, isTransient, UnfitServer } from '../driver/errors.ts'
import { serverStateOf, serversOf } from '../driver/servers.ts'

/** The connection to the database is none that the service can work with; the message says why. */
export class UnfitDatabase extends StartRefused {
  override readonly name = 'UnfitDatabase'
}

/** Throws `UnfitDatabase` unless the service can work with the database of `DATABASE_URL`. */
export async function checkDatabase(databaseUrl: string): Promise<void> {
  try {
    await refuseSharedSessions(databaseUrl)
  } catch (error) {
    if (!isTransient(error)) throw error
    const why = isReadOnly(error) ? 'is read-only or in recovery' : 'cannot be reached'
    const detail = error instanceof Error ? error.message : String(error)
    throw new UnfitDatabase(`The database of DATABASE_URL ${why}: ${detail}`, { cause: error })
  }
}

/**
 * Throws `UnfitDatabase` if two statements of one connection may reach different sessions, as in
 * PgBouncer's pool mode `transaction`: locks of sessions, notifications and session settings then
 * belong to none, or to another node. Such a pooler hands one idle session to several connections,
 * so their process ids repeat or change.
 */
async function refuseSharedSessions(databaseUrl: string): Promise<void> {
  const { Client, connectMs } = serversOf(databaseUrl)
  const clients = Array.from({ length: probes }, () => {
    const settings = { application_name: 'tukar probe', query_timeout: connectMs }
    return new Client(settings)
  })
  try {
    const first: number[] = []
    for (const client of clients) {
      await client.connect()
      const { inRecovery, readOnly } = await serverStateOf(client)
      if (inRecovery || readOnly) throw new UnfitServer('the service writes to it')
      first.push(await sessionOf(client))
    }
    const again: number[] = []
    for (const client of clients) again.push(await sessionOf(client))
    const isOwn = first.every((pid, index) => pid === again[index] && first.indexOf(pid) === index)
    if (!isOwn) throw new UnfitDatabase(message)
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)))
  }
}

const probes = 3

const Rows = z.tuple([z.object({ pid: z.int() })])

async function sessionOf(
  client: Readonly<{ query: (text: string) => Promise<{ rows: unknown }> }>,
): Promise<number> {
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const [{ pid }] = Rows.parse(rows)
  return pid
}

const message =
  'DATABASE_URL leads to a pooler that shares sessions between connections (pool_mode ' +
  'transaction or statement). The service holds locks and listens in its sessions: set pool_mode ' +
  '= session for it, or connect to PostgreSQL directly.'
