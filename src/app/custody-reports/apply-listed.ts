import type { Context } from '../../context.ts'
import { asLeader } from '../../core/database/cluster/leader.ts'
import type { Tx } from '../../core/database/database.ts'
import { digestOf, eventOf, type InboxEvent, insertPending } from '../../core/inbox/inbox.sql.ts'
import { inboxLimits } from '../../core/inbox/inbox-limits.ts'
import type { CustodyTransaction, Listed } from '../../providers/custody/custody.ts'
import { togetherOrApart } from '../transfers/together-or-apart.ts'
import { applyCustodyReports } from './apply-custody-reports.ts'
import { lacksAmount } from './custody-report.rules.ts'

export type ListContext = Pick<Context, 'config' | 'db' | 'log'>

/**
 * Applies a page of custody's transaction list in one transaction. If that fails, each transaction
 * is applied by itself, and the failing ones are stored in the inbox: none is dropped and none
 * blocks the rest of the list. Transient database errors are rethrown.
 *
 * @transactions if the page fails, its transactions are applied or set aside one by one.
 */
export async function applyListed(
  ctx: ListContext,
  epoch: number,
  listed: readonly Listed[],
): Promise<void> {
  await togetherOrApart(
    listed,
    (some) => applyTogether(ctx, epoch, some),
    (one, cause) => setAside(ctx, epoch, one, cause),
  )
}

const applyTogether = (ctx: ListContext, epoch: number, listed: readonly Listed[]) =>
  asLeader(ctx.db, epoch, async (tx) => {
    const read = listed.flatMap((one) => transactionIn(one) ?? [])
    await applyCustodyReports(tx, read, ctx)
    for (const one of listed) if (transactionIn(one) === null) await keepUnreadable(tx, one)
  })

const transactionIn = ({ transaction }: Listed): CustodyTransaction | null =>
  transaction === null || lacksAmount(transaction) ? null : transaction

/**
 * Stores an unreadable transaction one attempt below the limit, so that its next failure parks it:
 * retrying cannot succeed before the code is fixed.
 */
const keepUnreadable = (tx: Tx, listed: Listed): Promise<void> =>
  insertPending(tx, listedEvent(listed), {
    attempts: inboxLimits.applyTries - 1,
    error: 'a listed custody transaction could not be parsed',
  })

/** Stores a transaction that our code failed to apply; the inbox's sweep retries it. */
async function setAside(
  ctx: ListContext,
  epoch: number,
  listed: Listed,
  cause: unknown,
): Promise<void> {
  const id = listed.transaction?.id
  ctx.log.error(
    { err: cause, id },
    'a transaction in the list of custody failed on its own and was skipped',
  )
  const error = cause instanceof Error ? cause.message : String(cause)
  await asLeader(ctx.db, epoch, async (tx) => {
    await insertPending(tx, listedEvent(listed), { attempts: 1, error })
  })
}

/**
 * Builds the inbox event that the newer webhook would have sent, so that the inbox applies, parks
 * or replays it like any other. Its key is a digest of the content: repeated listings store it
 * once.
 */
function listedEvent({ written, transaction }: Listed): InboxEvent {
  const id = `list:${digestOf(JSON.stringify(written))}`
  const key = transaction === null ? id : `${transaction.id}:${id}`
  const event = { id, eventType: 'transaction.status.updated', data: written }
  return eventOf({ source: 'custody.v2', key, raw: Buffer.from(JSON.stringify(event)) })
}
