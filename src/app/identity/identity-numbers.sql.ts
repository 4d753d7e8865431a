import { sql } from 'kysely'
import type { UserId } from '../../base/values/ids.ts'
import type { Tx } from '../../core/database/database.ts'
import { readRows } from '../../core/database/driver/read-rows.ts'

type Claim = Readonly<{ digest: Buffer; user: UserId; historyId: number }>

/**
 * Claims the number of a card for an account; returns the account that owns it. Of two concurrent
 * claims the second waits and finds the first.
 */
export async function claimNumber(tx: Tx, { digest, user, historyId }: Claim): Promise<UserId> {
  await sql`
    insert into identity_numbers (digest, user_id, history_id)
    values (${digest}, ${user}, ${historyId})
    on conflict (digest) do update set history_id = excluded.history_id
      where identity_numbers.user_id = excluded.user_id`.execute(tx)
  const rows = await readRows(tx, { user: 'userId' })`
    select user_id as "user" from identity_numbers where digest = ${digest}`
  return rows[0]?.user ?? user
}

/** Frees the number of a failed registration. */
export async function releaseNumber(tx: Tx, historyId: number): Promise<void> {
  await sql`delete from identity_numbers where history_id = ${historyId}`.execute(tx)
}
