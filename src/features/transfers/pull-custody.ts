import { limits } from '../../base/limits.ts'
import type { Context } from '../../context.ts'
import { fence } from '../../database/leader.ts'
import type { CustodyTransaction } from '../../providers/custody/custody.ts'
import { applyCustodyReports } from './apply-custody-reports.ts'
import { isSettled } from './custody-report.rules.ts'
import { readPulled, writePulled } from './pulled.sql.ts'

type PullContext = Pick<Context, 'config' | 'custody' | 'db' | 'leadership' | 'log'>

/**
 * Reads custody's own list, so that no webhook that was lost costs anybody a coin. What isn't
 * settled there yet is read again the next time. Answers how many transactions it read.
 */
export async function pullCustody(ctx: PullContext): Promise<number> {
  const leader = ctx.leadership.current()
  if (leader === null) return 0
  const { listItems, pullPages, overlapMs } = limits.custody
  let sinceMs = await readPulled(ctx.db, 'custody')
  let openMs: number | null = null
  let read = 0
  for (let page = 0; page < pullPages; page += 1) {
    const createdAfterMs = Math.max(sinceMs - 1, 0)
    const answer = await ctx.custody.listTransactions({ createdAfterMs, limit: listItems })
    if (answer.kind !== 'accepted') return read
    const { value: transactions } = answer
    const newest = transactions.at(-1)
    openMs ??= oldestUnsettled(transactions)
    const upto = Math.max(sinceMs, (newest?.createdAtMs ?? 0) - overlapMs)
    await ctx.db.inTransaction(async (tx) => {
      await fence(tx, leader.epoch)
      await applyCustodyReports(tx, transactions, ctx)
      await writePulled(tx, 'custody', Math.min(openMs ?? upto, upto))
    })
    read += transactions.length
    // A page of one moment only would come again and again.
    const next = newest?.createdAtMs ?? 0
    if (transactions.length < listItems || next <= sinceMs) return read
    sinceMs = next
  }
  return read
}

const oldestUnsettled = (transactions: readonly CustodyTransaction[]): number | null =>
  transactions.find((transaction) => !isSettled(transaction))?.createdAtMs ?? null
