import type { AssetId } from '../../base/values/ids.ts'
import { type Asset, add, type Money, money } from '../../base/values/money.ts'
import type { Context } from '../../context.ts'
import type { VenueBalance } from '../../providers/venue/venue-objects.ts'
import { partsIn } from '../../providers/venue/venue-parts.rules.ts'
import { readAssets, readOpenings } from './books.sql.ts'
import {
  balanceBreaks,
  type ComparedBalance,
  comparedBalance,
  type OwnBalance,
} from './break.rules.ts'
import { type BalanceComparison, noteOpenings } from './compare-balances.ts'
import { venueComparisonLimits } from './reconciliation-limits.ts'
import { readTraded, readVenueBooks, type VenueBooks } from './venue-books.sql.ts'
import { finest, ofParts, ofUnits, venueFlowsOf } from './venue-parts.rules.ts'

type VenueContext = Pick<Context, 'clock' | 'db' | 'venue'>
type Theirs = readonly Readonly<{ asset: Asset; balance: Money }>[]

/**
 * Compares the venue's balances with the ledger plus dust, exactly; null if the venue does not
 * report them. Balances that differ are checked again after the fills of that moment have arrived.
 * Venue assets that users cannot own here are ignored.
 */
export async function compareVenue(ctx: VenueContext): Promise<BalanceComparison | null> {
  const startedMs = ctx.clock.monotonicMs()
  const assets = await readAssets(ctx.db, ['FIAT', 'COIN'])
  const opened = await readOpenings(ctx.db.read, 'venue')
  const before = await readVenueBooks(ctx.db)
  const answer = await ctx.venue.balances()
  if (answer.kind !== 'accepted') return null
  const theirs = theirsOf(assets, answer.value)
  const openings = opened ?? (await noteOpenings(ctx, 'venue', balancesOf(theirs), before.kept))
  const first = theirs.map(({ asset, balance }) => {
    const now = oursOf(asset, before)
    const none = money(finest(asset), 0n)
    const opening = openingOf(asset, openings)
    return comparedBalance(balance, { before: now, after: now, leaving: none, opening })
  })
  const still = theirs.filter((_, at) => first[at]?.agrees === false)
  const again =
    still.length === 0 ? [] : await lookAgain(ctx, { still, before, openings, startedMs })
  const compared = [...first.filter(({ agrees }) => agrees), ...again]
  const scope = { provider: 'venue', kinds: ['balance'], subjects: null } as const
  return { scope, openings, compared, differences: balanceBreaks('venue', compared) }
}

const oursOf = (asset: Asset, { kept, dust }: VenueBooks): Money =>
  add(ofUnits(asset, kept.get(asset.id) ?? 0n), ofParts(asset, dust.get(asset.id) ?? 0n))

type Openings = ReadonlyMap<AssetId, bigint>

const openingOf = (asset: Asset, openings: Openings): Money =>
  money(finest(asset), openings.get(asset.id) ?? 0n)

const balancesOf = (theirs: Theirs) => theirs.map(({ balance }) => balance)

function theirsOf(assets: readonly Asset[], balances: readonly VenueBalance[]): Theirs {
  const listed = new Map(balances.map((balance) => [balance.asset, balance]))
  return assets.map((asset) => {
    const { free, locked } = listed.get(asset.symbol) ?? { free: '0', locked: '0' }
    const parts = (partsIn(free) ?? 0n) + (partsIn(locked) ?? 0n)
    return { asset, balance: ofParts(asset, parts) }
  })
}

type Again = Readonly<{
  still: Theirs
  before: VenueBooks
  openings: Openings
  startedMs: number
}>

/**
 * Checks again, since recent fills may be in the venue's books and not yet in ours, or vice versa.
 */
async function lookAgain(
  { clock, db }: VenueContext,
  { still, before, openings, startedMs }: Again,
): Promise<readonly ComparedBalance[]> {
  await clock.sleep(venueComparisonLimits.settleMs)
  const after = await readVenueBooks(db)
  const withinMs = clock.monotonicMs() - startedMs + venueComparisonLimits.recentMs
  const traded = await readTraded(db, { withinMs, most: venueComparisonLimits.recentFills })
  return still.map(({ asset, balance }) => {
    const kept: OwnBalance = {
      before: oursOf(asset, before),
      after: oursOf(asset, after),
      ...venueFlowsOf(asset, traded),
      opening: openingOf(asset, openings),
    }
    return comparedBalance(balance, kept)
  })
}
