import { formatMoney, type Money } from '../../base/money.ts'
import type { OperatorNotice } from '../../outbox/notices.ts'

export type BreakProvider = 'custody' | 'payx' | 'payd' | 'venue' | 'house'

export const breakKinds = [
  'balance',
  'unlisted-asset',
  'transfer',
  'sent-twice',
  'payment',
  'withdrawal-overdue',
  'withdrawal-in-doubt',
  'hold-overdue',
] as const
export type BreakKind = (typeof breakKinds)[number]

/** One thing that a provider's books and ours say differently. */
export type Difference = Readonly<{
  provider: BreakProvider
  kind: BreakKind
  /** An asset, or our own id of a movement. */
  subject: string
  asset: string | null
  theirs: string
  ours: string
}>

/** What the ledger says a provider keeps of an asset, before and after the provider was asked. */
export type OwnBalance = Readonly<{
  before: Money
  after: Money
  /** On its way out, or not settled yet: the provider may not have it. */
  leaving: Money
  /** On its way in: the provider may have it already. */
  arriving?: Money
  /** The house's own, which the ledger does not know. */
  opening: Money
}>

/**
 * Whether what a provider says it holds can be true by our books: at any time between two readings,
 * with any part of what is leaving gone, and of what is arriving there already.
 */
export function fits(
  theirs: bigint,
  { before, after, leaving, arriving, opening }: OwnBalance,
): boolean {
  const [least, most] =
    before.units < after.units ? [before.units, after.units] : [after.units, before.units]
  const come = arriving?.units ?? 0n
  return theirs >= least + opening.units - leaving.units && theirs <= most + opening.units + come
}

export const balanceBreak = (
  provider: BreakProvider,
  theirs: Money,
  { after, opening }: OwnBalance,
): Difference => ({
  provider,
  kind: 'balance',
  subject: theirs.asset.symbol,
  asset: theirs.asset.symbol,
  theirs: formatMoney(theirs),
  ours: formatMoney({ ...after, units: after.units + opening.units }),
})

/** How a withdrawal stands at its provider. */
export type AtProvider = Readonly<{
  /** `open`: under way, which says nothing yet. */
  stage: 'paid' | 'unpaid' | 'given-back' | 'open' | 'absent'
  words: string
  /** Transfers that were paid and not given back. */
  paid: number
}>

export type Compared = Readonly<{
  requestId: string
  provider: 'custody' | 'payx'
  status: string
  isReversed: boolean
  symbol: string
}>

/** What is wrong with a withdrawal that has ended; null when both say the same. */
export function transferBreak(ours: Compared, theirs: AtProvider): Difference | null {
  const { requestId: subject, provider, status, isReversed, symbol: asset } = ours
  const said = { provider, subject, asset, theirs: theirs.words }
  const here = isReversed ? `${status}, given back` : status
  if (theirs.paid > 1) return { ...said, kind: 'sent-twice', ours: here }
  const wanted = status !== 'SUCCESS' ? 'unpaid' : isReversed ? 'given-back' : 'paid'
  const agrees =
    theirs.stage === wanted ||
    // What failed here may never have been heard of there, or have been given back there.
    (wanted === 'unpaid' && (theirs.stage === 'absent' || theirs.stage === 'given-back'))
  return agrees ? null : { ...said, kind: 'transfer', ours: here }
}

/** `alertedAt`: when operators are told, once more each day that it stays. */
export type AgedBreak = Difference & Readonly<{ id: number; since: Date; alertedAt: Date }>

export const breakAlert = ({
  id,
  provider,
  kind,
  subject,
  theirs,
  ours,
  since,
  alertedAt,
}: AgedBreak): OperatorNotice => ({
  to: 'operator',
  kind: 'break',
  key: `break:${id}:${alertedAt.toISOString()}`,
  severity: 'critical',
  subject: `The books differ: ${kind} of ${subject} at ${provider}`,
  data: { theirs, ours, since: since.toISOString() },
})
