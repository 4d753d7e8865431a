import { sql } from 'kysely'
import type { UserId } from '../../../base/values/ids.ts'
import type { Database } from '../../../core/database/database.ts'

type ReportLease = Readonly<{ user: UserId; lease: string }>

/**
 * Takes the user's lease for a report; false if another report of the user holds it, on any node.
 */
export async function takeLease(
  db: Pick<Database, 'read'>,
  { user, lease }: ReportLease,
  seconds: number,
): Promise<boolean> {
  const taken = await sql`
    insert into tax_report_leases (user_id, lease, until)
    values (${user}, ${lease}, now() + make_interval(secs => ${seconds}))
    on conflict (user_id) do update set lease = excluded.lease, until = excluded.until
      where tax_report_leases.until < now()
    returning user_id`.execute(db.read)
  return taken.rows.length > 0
}

/** Ends a lease, unless another report has taken it since. */
export async function endLease(
  db: Pick<Database, 'read'>,
  { user, lease }: ReportLease,
): Promise<void> {
  await db.read
    .deleteFrom('tax_report_leases')
    .where('user_id', '=', user)
    .where('lease', '=', lease)
    .execute()
}
