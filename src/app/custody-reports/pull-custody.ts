import type { Context } from '../../context.ts'
import { asLeader } from '../../core/database/cluster/leader.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import type { Notice } from '../../core/outbox/notices.ts'
import type { CustodyTransaction, Listed } from '../../providers/custody/custody.ts'
import { custodyLimits } from '../../providers/custody/custody-limits.ts'
import { transactionPages } from '../../providers/custody/transaction-pages.ts'
import { readPulled, writePulled } from '../transfers/pulled.sql.ts'
import { applyListed, type ListContext } from './apply-listed.ts'
import { isDeposit } from './custody-report.rules.ts'

type PullContext = ListContext & Pick<Context, 'clock' | 'custody' | 'leadership'>

/** The progress of one read, and whether the list goes on. */
type Came = Readonly<{ read: number; untilMs: number; isMore: boolean }>

/**
 * Reads custody's transaction list, so that a lost webhook loses no deposit. Unsettled transactions
 * are read again by later runs, for a few days. If one run cannot read everything, the rest is read
 * from a second mark on, which does not wait for unsettled transactions. Returns how many
 * transactions it read.
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
 * Reads the list page by page from a moment on, and moves the mark after each page.
 *
 * @transactions a page is applied before the mark moves behind it.
 */
async function readOn(
  ctx: PullContext,
  epoch: number,
  mark: 'custody' | 'custody-ahead',
  fromMs: number,
): Promise<Came> {
  const letGoMs = ctx.clock.now().getTime() - custodyLimits.unsettledMs
  let untilMs = fromMs
  let openMs: number | null = null
  let read = 0
  for await (const page of transactionPages(ctx.custody, fromMs)) {
    if (page === null || page.listed.length === 0) return { read, untilMs, isMore: false }
    const { listed, newestMs } = page
    await applyListed(ctx, epoch, listed)
    const unsettled = unsettledOf(listed)
    if (mark === 'custody') {
      openMs ??= unsettled.find(({ createdAtMs }) => createdAtMs > letGoMs)?.createdAtMs ?? null
    }
    const upto = Math.max(untilMs, newestMs - custodyLimits.overlapMs)
    const letGo = unsettled.filter(({ createdAtMs }) => createdAtMs <= letGoMs)
    await asLeader(ctx.db, epoch, async (tx) => {
      await writePulled(tx, [{ provider: mark, sinceMs: Math.min(openMs ?? upto, upto) }])
      enqueueAll(tx, letGo.filter(isDeposit).map(unsettledAlert))
      if (page.then === 'stuck') enqueueAll(tx, [unreadAlert(newestMs)])
    })
    read += listed.length
    if (page.then === 'end') return { read, untilMs, isMore: false }
    untilMs = newestMs
  }
  return { read, untilMs, isMore: true }
}

const unsettledOf = (listed: readonly Listed[]): readonly CustodyTransaction[] =>
  listed.flatMap(({ transaction }) =>
    transaction === null || transaction.isSettled ? [] : [transaction],
  )

const unsettledAlert = ({ id, status, assetId, amount, address, txHash }: CustodyTransaction) =>
  ({
    to: 'operator',
    kind: 'payment-not-confirmed',
    key: `custody-unsettled:${id}`.slice(0, 600),
    severity: 'warning',
    subject: `Custody has not settled a deposit for days; the service has stopped polling it`,
    data: { id, status, assetId, amount, address, txHash },
  }) satisfies Notice

const unreadAlert = (atMs: number) =>
  ({
    to: 'operator',
    kind: 'payment-not-confirmed',
    key: `custody-unread:${atMs}`,
    severity: 'critical',
    subject: 'Custody lists more transfers of one millisecond than can be read',
    data: { createdAt: new Date(atMs).toISOString() },
  }) satisfies Notice
