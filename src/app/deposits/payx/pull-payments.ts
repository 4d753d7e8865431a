import { cache } from '../../../base/concurrency/cache.ts'
import type { Context } from '../../../context.ts'
import { asLeader } from '../../../core/database/cluster/leader.ts'
import type { Tx } from '../../../core/database/database.ts'
import { perDatabase } from '../../../core/database/per-database.ts'
import { readPulled, writePulled } from '../../transfers/pulled.sql.ts'
import { confirmedMark } from '../../transfers/unconfirmed.sql.ts'
import { findRecorded } from '../cash-deposits.sql.ts'
import { paymentListLimits } from '../deposit-limits.ts'
import { recordReports } from '../payment-reports.sql.ts'
import {
  type ApplyingList,
  type ApplyListContext,
  applyListedPayments,
  releaseDecided,
  type SeenListings,
} from './apply-listed-payments.ts'
import { heldUnconfirmed, loadedUnconfirmed } from './unconfirmed.sql.ts'
import type { Unconfirmed } from './unconfirmed.ts'

type PullContext = ApplyListContext & Pick<Context, 'config' | 'leadership' | 'payx'>

const mark = 'payx'

/** A read of a span of payx's list, newest first, which several runs may continue. */
type Walk = {
  readonly fromMs: number
  readonly toMs: number
  readonly isDeep: boolean
  /** Up to where an earlier walk read the whole list. */
  readonly readMs: number
  afterId: string | null
}

type Progress = {
  epoch: number
  /** Up to where the list was read, as this leader read or wrote it; null before that. */
  pulledMs: number | null
  /** From the newest payment back to those that are known. */
  near: Walk | null
  /** Further back, for payments that appear late. */
  deep: Walk | null
  walkedAtMs: number
  deepAtMs: number
  readonly seen: SeenListings
}

const progressBy = perDatabase(
  (_: PullContext): Progress => ({
    epoch: 0,
    pulledMs: null,
    near: null,
    deep: null,
    walkedAtMs: 0,
    deepAtMs: 0,
    seen: cache(paymentListLimits.booked),
  }),
)

/**
 * Reads payx's list of payments: it confirms those that were credited on a callback alone, credits
 * those that wait for their confirmation, and finds those whose callback was lost. payx is asked
 * one by one about payments that its list should have by now. Returns how many it read; throws if
 * payx refuses to list them.
 *
 * @transactions each page commits before payx is asked for the next one.
 */
export async function pullPayments(ctx: PullContext): Promise<number> {
  const leader = ctx.leadership.current()
  if (leader === null) return 0
  const { epoch } = leader
  const progress = progressBy(ctx)
  if (progress.epoch !== epoch) {
    Object.assign(progress, { epoch, pulledMs: null, near: null, deep: null })
  }
  const unconfirmed = await unconfirmedIn(ctx, epoch)
  const nowMs = ctx.clock.now().getTime()
  const isIdle = progress.near === null && !unconfirmed.isWaiting(nowMs)
  if (isIdle && nowMs < progress.walkedAtMs + paymentListLimits.idleMs) return 0
  progress.near ??= await startWalk(ctx, progress, unconfirmed, { toMs: nowMs, isDeep: false })
  const { near } = progress
  const came = await walkOn(ctx, near, { epoch, unconfirmed, seen: progress.seen })
  const presentMs = await asLeader(ctx.db, epoch, async (tx) => {
    const { graceMs, unlistedMs } = paymentListLimits
    const beforeMs = came.isComplete ? near.toMs - graceMs : nowMs - unlistedMs
    await askAboutMissing(tx, unconfirmed, { beforeMs, goneMs: nowMs - unlistedMs })
    await releaseDecided(tx, unconfirmed)
    const confirmedMs = unconfirmed.oldestMs() ?? near.toMs
    return writePulled(tx, [
      ...(came.isComplete ? [{ provider: mark, sinceMs: near.toMs }] : []),
      { provider: confirmedMark, sinceMs: confirmedMs - paymentListLimits.clockMarginMs },
    ])
  })
  if (came.refusal !== null) throw new Error(`payx does not list payments: ${came.refusal}`)
  if (!came.isComplete) return came.read
  const pulledMs = Math.min(near.toMs, presentMs)
  Object.assign(progress, { near: null, walkedAtMs: nowMs, pulledMs })
  return came.read + (await walkDeep(ctx, progress, unconfirmed, came.pagesLeft))
}

/** Goes on with the deep read, or begins one if it is due, within the pages that are left. */
async function walkDeep(
  ctx: PullContext,
  progress: Progress,
  unconfirmed: Unconfirmed,
  pagesLeft: number,
): Promise<number> {
  const nowMs = ctx.clock.now().getTime()
  const isDue = nowMs >= progress.deepAtMs + paymentListLimits.deepEveryMs
  if (progress.deep === null && !isDue) return 0
  progress.deep ??= await startWalk(ctx, progress, unconfirmed, { toMs: nowMs, isDeep: true })
  const { deep, epoch, seen } = progress
  const { read, isComplete } = await walkOn(ctx, deep, { epoch, unconfirmed, seen }, pagesLeft)
  if (isComplete) Object.assign(progress, { deep: null, deepAtMs: nowMs })
  return read
}

const unconfirmedIn = async (ctx: PullContext, epoch: number): Promise<Unconfirmed> =>
  loadedUnconfirmed(ctx) ??
  asLeader(ctx.db, epoch, async (tx) => {
    return heldUnconfirmed(ctx, tx)
  })

async function startWalk(
  { db }: PullContext,
  progress: Progress,
  unconfirmed: Unconfirmed,
  { toMs, isDeep }: Pick<Walk, 'toMs' | 'isDeep'>,
): Promise<Walk> {
  const { overlapMs, deepOverlapMs } = paymentListLimits
  if (progress.pulledMs === null) {
    // Both marks exist from the first run on, so that a later leader starts from them.
    const [pulledMs] = await Promise.all([readPulled(db, mark), readPulled(db, confirmedMark)])
    progress.pulledMs = pulledMs
  }
  const oldestMs = unconfirmed.oldestMs() ?? toMs
  const fromMs = Math.min(progress.pulledMs, oldestMs) - (isDeep ? deepOverlapMs : overlapMs)
  return { fromMs: Math.max(fromMs, 0), toMs, isDeep, readMs: progress.pulledMs, afterId: null }
}

type Walked = Readonly<{
  read: number
  /** Whether all payments of the span were read, or the rest was seen before. */
  isComplete: boolean
  pagesLeft: number
  /** The code with which payx refused to list them. */
  refusal: string | null
}>

/** Reads some pages of a walk. */
async function walkOn(
  ctx: PullContext,
  walk: Walk,
  applying: Omit<ApplyingList, 'isDeep'>,
  pages: number = ctx.config.production ? paymentListLimits.pages : paymentListLimits.sandboxPages,
): Promise<Walked> {
  let read = 0
  const ended = (pagesLeft: number, isComplete: boolean, refusal: string | null = null) => ({
    read,
    isComplete,
    pagesLeft,
    refusal,
  })
  for (let left = pages - 1; left >= 0; left -= 1) {
    const answer = await ctx.payx.listPayments(walk)
    if (answer.kind === 'unknown') return ended(left, false)
    if (answer.kind === 'rejected') {
      // The payment after which the page should begin may be gone.
      walk.afterId = null
      return ended(left, false, answer.code)
    }
    const { payments, hasMore } = answer.value
    const isKnown = await applyListedPayments(ctx, payments, { ...applying, isDeep: walk.isDeep })
    read += payments.length
    const last = payments.at(-1)
    if (!hasMore || last === undefined) return ended(left, true)
    // A page that is known may be of a walk that did not end, so what follows it may be unread.
    if (isKnown && !walk.isDeep && last.createdAtMs < walk.readMs) return ended(left, true)
    walk.afterId = last.id
  }
  return ended(0, false)
}

/**
 * Reports payments since before `beforeMs`, which payx's list should have by now, so that a job
 * asks payx about each. A denial concerns credited money only if the credit is committed, so one
 * that is not yet waits for it, unless it is since before `goneMs`: then it was rolled back.
 */
async function askAboutMissing(
  tx: Tx,
  unconfirmed: Unconfirmed,
  { beforeMs, goneMs }: Readonly<{ beforeMs: number; goneMs: number }>,
): Promise<void> {
  const unlisted = unconfirmed
    .fresh()
    .filter(({ sinceMs }) => sinceMs < beforeMs)
    .take(paymentListLimits.asked)
    .toArray()
  const credited = await findRecorded(
    tx,
    unlisted.map(({ payment: { ref } }) => ({ provider: 'payx', ref })),
  )
  const missing = unlisted.filter(
    ({ payment: { ref }, sinceMs }) => credited.has(`payx:${ref}`) || sinceMs < goneMs,
  )
  await recordReports(
    tx,
    missing.map(({ payment }) => payment),
  )
  for (const one of missing) one.isAsked = true
}
