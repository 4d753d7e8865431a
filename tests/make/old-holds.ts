import { sql } from 'kysely'
import type { Database } from '../../src/core/database/database.ts'
import { makeUser } from './ledger.ts'

/** Makes a year-old history of holds: those that closed, then open ones without an order. */
export async function makeOldHolds(
  db: Database,
  { closed, open }: Readonly<{ closed: number; open: number }>,
): Promise<void> {
  const user = await makeUser(db)
  const year = sql`now() - interval '1 year'`
  await sql`insert into balances (user_id, asset_id) values (${user}, 3)`.execute(db.read)
  await sql`
    insert into holds (user_id, asset_id, initial, consumed, owner_kind, owner_id, opened_at,
      closed_at)
    select ${user}, 3, 10, 10, 'order', 'closed-' || n, ${year}, ${year}
    from generate_series(1, ${closed}::integer) as n`.execute(db.read)
  await sql`
    insert into holds (user_id, asset_id, initial, owner_kind, owner_id, opened_at)
    select ${user}, 3, 10, 'order', 'open-' || n, ${year}
    from generate_series(1, ${open}::integer) as n`.execute(db.read)
  await sql`analyze holds`.execute(db.read)
}
