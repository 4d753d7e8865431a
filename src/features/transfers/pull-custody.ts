import { limits } from '../../base/limits.ts'
import type { Context } from '../../context.ts'
import { fence } from '../../database/leader.ts'
import { enqueueAll } from '../../outbox/enqueue.ts'
import type { Notice } from '../../outbox/notices.ts'
import type { CustodyTransaction, Listed } from '../../providers/custody/custody.ts'
import { applyListed, type ListContext } from './apply-listed.ts'
import { isDeposit, isSettled } from './custody-report.rules.ts'
import { readPulled, writePulled } from './pulled.sql.ts'

type PullContext = ListContext & Pick<Context, 'clock' | 'custody' | 'leadership'>

/** How far reading came, and whether there was more. */
type Came = Readonly<{ read: number; untilMs: number; isMore: boolean }>

/**
 * Reads custody's own list, so that no webhook that was lost costs anybody a coin. What isn't
 * settled there yet is read again the next time, for some days. Where so much has come since that
 * one turn can't read it all, what lies beyond has a mark of its own, which waits for nothing.
 * Answers how many transactions it read.
 *
 * @transactions each page commits before custody is asked for the next one.
 */
export async function pullCustody(ctx: PullContext): Promise<number> {
  const leader = ctx.leadership.current()
  if (leader === null) return 0
  const { epoch } = leader
  const near = await readOn(ctx, epoch, 'custody', await readPulled(ctx.db, 'custody'))
  if (!near.isMore) return near.read
  const aheadMs = await readPulled(ctx.db, 'custody-ahead', near.untilMs)
  const far = await readOn(ctx, epoch, 'custody-ahead', Math.max(aheadMs, near.untilMs))
  return near.read + far.read
}

/**
 * Reads on from a moment, page by page, and moves the mark behind what was read.
 *
 * @transactions a page is applied before the mark moves behind it.
 */
async function readOn(
  ctx: PullContext,
  epoch: number,
  mark: 'custody' | 'custody-ahead',
  fromMs: number,
): Promise<Came> {
  const { listItems, pullPages, overlapMs } = limits.custody
  const letGoMs = ctx.clock.now().getTime() - limits.custody.unsettledMs
  let untilMs = fromMs
  let openMs: number | null = null
  let read = 0
  for (let page = 0; page < pullPages; page += 1) {
    const createdAfterMs = Math.max(untilMs - 1, 0)
    const answer = await ctx.custody.listTransactions({ createdAfterMs, limit: listItems })
    if (answer.kind !== 'accepted') return { read, untilMs, isMore: false }
    const { value: listed } = answer
    if (listed.length === 0) return { read, untilMs, isMore: false }
    await applyListed(ctx, epoch, listed)
    const unsettled = unsettledOf(listed)
    if (mark === 'custody') {
      openMs ??= unsettled.find(({ createdAtMs }) => createdAtMs > letGoMs)?.createdAtMs ?? null
    }
    const newestMs = Math.max(0, ...listed.map(({ createdAtMs }) => createdAtMs ?? 0))
    const upto = Math.max(untilMs, newestMs - overlapMs)
    const letGo = unsettled.filter(({ createdAtMs }) => createdAtMs <= letGoMs)
    await ctx.db.inTransaction(async (tx) => {
      await fence(tx, epoch)
      await writePulled(tx, mark, Math.min(openMs ?? upto, upto))
      enqueueAll(tx, letGo.filter(isDeposit).map(unsettledAlert))
    })
    read += listed.length
    // A page of one moment only would come again and again.
    const isLast = listed.length < listItems || newestMs <= untilMs
    if (isLast) return { read, untilMs, isMore: false }
    untilMs = newestMs
  }
  return { read, untilMs, isMore: true }
}

const unsettledOf = (listed: readonly Listed[]): readonly CustodyTransaction[] =>
  listed.flatMap(({ transaction }) =>
    transaction === null || isSettled(transaction) ? [] : [transaction],
  )

const unsettledAlert = ({ id, status, assetId, amount, address, txHash }: CustodyTransaction) =>
  ({
    to: 'operator',
    kind: 'payment-not-confirmed',
    key: `custody-unsettled:${id}`.slice(0, 600),
    severity: 'warning',
    subject: `Custody has not settled a deposit for days; its list is not asked about it any more`,
    data: { id, status, assetId, amount, address, txHash },
  }) satisfies Notice
