import { sql } from 'kysely'
import type { UserId } from '../../base/ids.ts'
import type { Database } from '../../database/database.ts'

type Turn = Readonly<{ user: UserId; turn: string }>

/**
 * Takes the user's lease for a report; false if another report of the user holds it, on any node.
 */
export async function takeTurn(
  db: Pick<Database, 'read'>,
  { user, turn }: Turn,
  seconds: number,
): Promise<boolean> {
  const taken = await sql`
    insert into tax_report_turns (user_id, turn, until)
    values (${user}, ${turn}, now() + make_interval(secs => ${seconds}))
    on conflict (user_id) do update set turn = excluded.turn, until = excluded.until
      where tax_report_turns.until < now()
    returning user_id`.execute(db.read)
  return taken.rows.length > 0
}

/** Ends a lease, unless another report has taken it since. */
export async function endTurn(db: Pick<Database, 'read'>, { user, turn }: Turn): Promise<void> {
  await db.read
    .deleteFrom('tax_report_turns')
    .where('user_id', '=', user)
    .where('turn', '=', turn)
    .execute()
}
