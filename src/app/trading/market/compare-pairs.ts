import { jakartaDay } from '../../../base/clock.ts'
import { sha256 } from '../../../base/secrets/crypto.ts'
import type { Context } from '../../../context.ts'
import { enqueueAll } from '../../../core/outbox/enqueue.ts'
import type { OperatorNotice } from '../../../core/outbox/notices.ts'
import type { Pair } from '../../../core/reference/pairs.sql.ts'
import { activePairs } from './market.ts'
import { differencesOf, type PairDifference } from './pair-difference.rules.ts'

/**
 * Compares the bounds of our pairs with the venue's, and alerts operators of differences once a
 * day: orders that we accept and the venue refuses fail for users. Returns the number of pairs that
 * differ.
 */
export async function comparePairs(ctx: Pick<Context, 'clock' | 'db' | 'venue'>): Promise<number> {
  const pairs = await activePairs(ctx)
  const answer = await ctx.venue.markets(
    pairs.map(({ venueSymbol }) => venueSymbol),
    'account',
  )
  if (answer.kind !== 'accepted') return 0
  const markets = new Map(answer.value.map((market) => [market.symbol, market]))
  const day = jakartaDay(ctx.clock.now())
  const notices = pairs.flatMap((pair) => {
    const differences = differencesOf(pair, markets.get(pair.venueSymbol))
    return differences.length === 0 ? [] : [noticeOf(pair, differences, day)]
  })
  if (notices.length > 0) await ctx.db.inTransaction((tx) => enqueueAll(tx, notices))
  return notices.length
}

function noticeOf(
  { txPair }: Pair,
  differences: readonly PairDifference[],
  day: string,
): OperatorNotice {
  const facts = Object.fromEntries(differences.map(({ bound, venue }) => [bound, venue]))
  const digest = sha256(JSON.stringify(facts)).toString('hex').slice(0, 16)
  return {
    to: 'operator',
    kind: 'pair-differs-from-venue',
    key: `pair-differs:${day}:${txPair}:${digest}`,
    severity: differences.some(({ looser }) => looser) ? 'warning' : 'info',
    subject: `The venue has different bounds for ${txPair}`,
    data: { pair: txPair, ...facts },
  }
}
