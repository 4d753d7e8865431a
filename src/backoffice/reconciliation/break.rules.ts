import type { RequestId } from '../../base/values/ids.ts'
import { type Asset, formatMoney, type Money } from '../../base/values/money.ts'
import { shownAmount } from '../../base/values/shown-amount.ts'
import type { OperatorNotice } from '../../core/outbox/notices.ts'

export const breakProviders = ['custody', 'payx', 'payd', 'venue', 'house'] as const
export type BreakProvider = (typeof breakProviders)[number]

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

/** Breaks of movements that are not compared for ever; every comparison finds the others again. */
export const closableKinds: readonly BreakKind[] = ['transfer', 'sent-twice', 'payment']

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
  /** On its way out, or not settled yet: the provider may hold it or not. */
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

/** A provider's balance of an asset beside ours, its opening included, in decimal digits. */
export type ComparedBalance = Readonly<{
  asset: Asset
  theirs: string
  ours: string
  /** True if movements under way explain the difference. */
  agrees: boolean
}>

export const comparedBalance = (theirs: Money, own: OwnBalance): ComparedBalance => ({
  asset: theirs.asset,
  theirs: formatMoney(theirs),
  ours: formatMoney({ ...own.after, units: own.after.units + own.opening.units }),
  agrees: fits(theirs.units, own),
})

export const balanceBreaks = (
  provider: BreakProvider,
  compared: readonly ComparedBalance[],
): readonly Difference[] =>
  compared.flatMap(({ asset: { symbol }, theirs, ours, agrees }): readonly Difference[] =>
    agrees ? [] : [{ provider, kind: 'balance', subject: symbol, asset: symbol, theirs, ours }],
  )

/** The state of a withdrawal at its provider. */
export type AtProvider = Readonly<{
  /** `open`: still in progress, so there is nothing to compare. */
  stage: 'paid' | 'unpaid' | 'given-back' | 'open' | 'absent'
  words: string
  /** Number of transfers that were paid and not returned. */
  paid: number
}>

export type Compared = Readonly<{
  requestId: RequestId
  provider: 'custody' | 'payx'
  status: string
  isReversed: boolean
  symbol: string
  /** Custody's id of the transaction that replaced the one we sent. */
  replacedBy: string | null
}>

/** Compares an ended withdrawal with its provider; null if both agree. */
export function transferBreak(ours: Compared, theirs: AtProvider): Difference | null {
  const { requestId: subject, provider, status, isReversed, symbol: asset } = ours
  const common = { provider, subject, asset, theirs: theirs.words }
  const here = isReversed ? `${status}, given back` : status
  if (theirs.paid > 1) return { ...common, kind: 'sent-twice', ours: here }
  const wanted = status !== 'SUCCESS' ? 'unpaid' : isReversed ? 'given-back' : 'paid'
  const agrees =
    theirs.stage === wanted ||
    // The provider may not know a failed withdrawal, or may have returned its money.
    (wanted === 'unpaid' && (theirs.stage === 'absent' || theirs.stage === 'given-back'))
  return agrees ? null : { ...common, kind: 'transfer', ours: here }
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
  asset,
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
  data: {
    ...(kind === 'balance' && asset !== null ? inMoney({ theirs, ours }, asset) : { theirs, ours }),
    since: since.toISOString(),
  },
})

const inMoney = ({ theirs, ours }: Pick<Difference, 'theirs' | 'ours'>, symbol: string) => ({
  theirs: shownAmount(theirs, symbol, 'en'),
  ours: shownAmount(ours, symbol, 'en'),
})
