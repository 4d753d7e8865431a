import type { Database } from '../database.ts'
import { readRows } from '../driver/read-rows.ts'
import { UnfitDatabase } from './fit-database.ts'

/**
 * Returns whether standbys follow the primary while commits wait for none of them, so that a
 * failover may lose acknowledged commits. Copies that only archive are no standbys.
 */
export async function areStandbysAsynchronous({ read }: Pick<Database, 'read'>): Promise<boolean> {
  const [row] = await readRows(read, { asynchronous: 'boolean' })`
    select current_setting('synchronous_standby_names') = ''
      and exists (select from pg_stat_replication where coalesce(application_name, '')
        not in ('pg_basebackup', 'pg_receivewal')) as asynchronous`
  return row?.asynchronous === true
}

/** Throws `UnfitDatabase` if a failover of the server may lose acknowledged commits. */
export async function refuseAsynchronousStandbys(db: Pick<Database, 'read'>): Promise<void> {
  if (await areStandbysAsynchronous(db)) throw new UnfitDatabase(refusal)
}

const refusal =
  'Standbys follow the primary of DATABASE_URL, but commits wait for none of them, so a failover ' +
  'may lose acknowledged payments. Replicate synchronously (synchronous_mode in Patroni, else ' +
  'synchronous_standby_names), or set ALLOW_ASYNC_STANDBYS=yes to accept the loss.'
