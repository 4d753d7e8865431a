import { sql } from 'kysely'
import type { UserId } from '../../base/values/ids.ts'
import type { Database } from '../../core/database/database.ts'

/** Stores the time of a look, if the user has an order that may be paid. */
export async function writeLook(db: Pick<Database, 'read'>, user: UserId): Promise<void> {
  await sql`
    insert into deposit_looks (user_id) select ${user}
    where exists (select from payd_orders where user_id = ${user} and status = 'OPEN')
    on conflict (user_id) do update set looked_at = now()`.execute(db.read)
}
