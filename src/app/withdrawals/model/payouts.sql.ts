import { sql } from 'kysely'
import type { RequestId } from '../../../base/values/ids.ts'
import type { Database } from '../../../core/database/database.ts'
import { readRows } from '../../../core/database/driver/read-rows.ts'
import { nextPoll } from '../../transfers/polling.sql.ts'
import { pollingLimits } from '../../transfers/polling-limits.ts'
import type { Sent } from './withdrawal.rules.ts'

const isPollDue = sql`
  status = 'SUCCESS' and reversed_at is null and poll_at <= statement_timestamp()`

export const hasDuePayouts = sql<boolean>`exists (select from withdrawals where ${isPollDue})`

/** Claims completed payouts that the bank may return and whose next poll is due. */
export async function claimPaidOut(
  db: Pick<Database, 'read'>,
  most: number,
): Promise<readonly Sent[]> {
  const rows = await readRows(db.read, { requestId: 'requestId', providerId: 'text?' })`
    with due as (
      select id from withdrawals where ${isPollDue}
      order by poll_at limit ${most} for update skip locked
    )
    update withdrawals w set polls = polls + 1, poll_at = ${nextPoll(pollingLimits.payouts)}
    from due where w.id = due.id
    returning w.request_id as "requestId", w.provider_id as "providerId"`
  return rows
}

/** Finds the ids by which to ask payx about a rupiah withdrawal; null if it was never sent. */
export async function findSentCash(
  db: Pick<Database, 'read'>,
  requestId: RequestId,
): Promise<Sent | null> {
  const row = await db.read
    .selectFrom('withdrawals')
    .where('request_id', '=', requestId)
    .where('kind', '=', 'CASH')
    .where('attempts', '>', 0)
    .select(['request_id as requestId', 'provider_id as providerId'])
    .executeTakeFirst()
  return row ?? null
}
