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

/** One difference between a provider's books and ours. */
export type Difference = Readonly<{
  provider: BreakProvider
  kind: BreakKind
  /** The symbol of an asset, or our own id of a movement. */
  subject: string
  asset: string | null
  theirs: string
  ours: string
}>

/** The ledger's balance of an asset at a provider, before and after the provider was called. */
export type OwnBalance = Readonly<{
  before: Money
  after: Money
  /** On its way out, or not settled yet: the provider may not hold it. */
  leaving: Money
  /** On its way in: the provider may hold it already. */
  arriving?: Money
  /** The house's own funds at the provider, which the ledger does not record. */
  opening: Money
}>

/**
 * Checks that a provider's balance is possible by our books: between the two readings, less any
 * part of what is leaving, plus any part of what is arriving.
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

/** The state of a withdrawal at its provider. */
export type AtProvider = Readonly<{
  /** `open`: still in progress, so there is nothing to compare. */
  stage: 'paid' | 'unpaid' | 'given-back' | 'open' | 'absent'
  words: string
  /** Number of transfers that were paid and not returned. */
  paid: number
}>

export type Compared = Readonly<{
  requestId: string
  provider: 'custody' | 'payx'
  status: string
  isReversed: boolean
  symbol: string
}>

/** Compares an ended withdrawal with its provider; null if both agree. */
export function transferBreak(ours: Compared, theirs: AtProvider): Difference | null {
  const { requestId: subject, provider, status, isReversed, symbol: asset } = ours
  const said = { provider, subject, asset, theirs: theirs.words }
  const here = isReversed ? `${status}, given back` : status
  if (theirs.paid > 1) return { ...said, kind: 'sent-twice', ours: here }
  const wanted = status !== 'SUCCESS' ? 'unpaid' : isReversed ? 'given-back' : 'paid'
  const agrees =
    theirs.stage === wanted ||
    // The provider may not know a failed withdrawal, or may have returned its money.
    (wanted === 'unpaid' && (theirs.stage === 'absent' || theirs.stage === 'given-back'))
  return agrees ? null : { ...said, kind: 'transfer', ours: here }
}

/**
 * `alertedAt`: when operators were last alerted; the alert repeats daily while the break is open.
 */
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
