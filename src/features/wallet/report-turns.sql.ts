import { sql } from 'kysely'
import type { UserId } from '../../base/ids.ts'
import type { Database } from '../../database/database.ts'

type Turn = Readonly<{ user: UserId; turn: string }>

/** Whether it is this report's turn: one at a time for a user, over all nodes. */
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

/** Ends a turn; one that was taken by another report since is left to it. */
export async function endTurn(db: Pick<Database, 'read'>, { user, turn }: Turn): Promise<void> {
  await db.read
    .deleteFrom('tax_report_turns')
    .where('user_id', '=', user)
    .where('turn', '=', turn)
    .execute()
}
