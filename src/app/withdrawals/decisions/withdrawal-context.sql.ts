import { type RawBuilder, sql } from 'kysely'
import type { RequestId } from '../../../base/values/ids.ts'
import type { Database } from '../../../core/database/database.ts'
import { columnsOf, type RowOf, readRows } from '../../../core/database/driver/read-rows.ts'
import type { DecidedWithdrawal } from './withdrawal-decisions.sql.ts'

/** The number of newest withdrawals that are read of a destination. */
const countedWithdrawals = 1_000

const destinationColumns = columnsOf({
  count: 'integer',
  users: 'integer',
  firstAt: 'timestamptz?',
  lastAt: 'timestamptz?',
  succeeded: 'integer',
  ownSucceeded: 'integer',
  worth: 'units',
})

/** The other withdrawals, of all users, to the destination of a withdrawal. */
export type DestinationHistory = RowOf<typeof destinationColumns>

function sameDestination(found: DecidedWithdrawal): RawBuilder<boolean> {
  return found.kind === 'COIN'
    ? sql<boolean>`kind = 'COIN' and address = ${found.address} and network = ${found.network}
        and coalesce(tag, '') = ${found.tag ?? ''}`
    : sql<boolean>`kind = 'CASH' and account_number = ${found.accountNumber}
        and channel_code = ${found.channelCode}`
}

export async function readDestination(
  db: Database['read'],
  found: DecidedWithdrawal,
): Promise<DestinationHistory> {
  const { requestId, user } = found
  const rows = await readRows(db, destinationColumns)`
    select count(*)::int as count, count(distinct w.user_id)::int as users,
      min(w.created_at) as "firstAt", max(w.created_at) as "lastAt",
      count(*) filter (where w.sent)::int as succeeded,
      count(*) filter (where w.sent and w.user_id = ${user})::int as "ownSucceeded",
      coalesce(sum(w.worth) filter (where w.sent), 0) as worth
    from (
      select user_id, created_at, worth_idr::numeric as worth,
        status = 'SUCCESS' and reversed_at is null as sent
      from withdrawals where ${sameDestination(found)} and request_id <> ${requestId}
      order by created_at desc limit ${countedWithdrawals}
    ) w`
  const [row] = rows
  if (row === undefined) throw new Error('a count did not return one row')
  return row
}

/** Reads the neighbours of an open withdrawal in time: the user's others that also wait. */
export const readWaiting = (
  db: Database['read'],
  { requestId, user }: Readonly<{ requestId: RequestId; user: DecidedWithdrawal['user'] }>,
) =>
  readRows(db, { id: 'requestId', at: 'timestamptz', worth: 'units' })`
    select request_id as id, created_at as at, worth_idr as worth from withdrawals
    where status = 'PENDING_APPROVAL' and user_id = ${user} and request_id <> ${requestId}
    order by id limit 20`
