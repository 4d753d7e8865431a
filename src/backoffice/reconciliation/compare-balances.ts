import type { AssetId } from '../../base/values/ids.ts'
import { type Asset, idr, type Money, money, parsePadded } from '../../base/values/money.ts'
import type { Context } from '../../context.ts'
import { listCustodyAssets } from '../../core/reference/custody-assets.sql.ts'
import {
  type Custodian,
  readAssets,
  readKept,
  readLeaving,
  readOpenings,
  readUnsettled,
  unitsIn,
  writeOpenings,
} from './books.sql.ts'
import {
  balanceBreaks,
  type ComparedBalance,
  comparedBalance,
  type Difference,
  type OwnBalance,
} from './break.rules.ts'
import type { Scope } from './breaks.sql.ts'

type BalanceContext = Pick<Context, 'custody' | 'db' | 'payx'>

/** The balances that one comparison read, the differences it found, and its scope. */
export type BalanceComparison = Readonly<{
  scope: Scope
  /** The house's own funds that it counted with. */
  openings: Books
  compared: readonly ComparedBalance[]
  differences: readonly Difference[]
}>

type Books = ReadonlyMap<AssetId, bigint>
type Theirs = Readonly<{
  balances: readonly Money[]
  /** By how much the provider may have rounded its balance of an asset. */
  rounding: Books
  unlisted: readonly Difference[]
}>

const nothing: Books = new Map()

/**
 * Compares a provider's balances with the ledger; null if the provider does not report them.
 *
 * @transactions the books are read before and after the provider is called.
 */
export async function compareBalances(
  ctx: BalanceContext,
  custodian: Custodian,
): Promise<BalanceComparison | null> {
  const opened = await readOpenings(ctx.db.read, custodian)
  const before = await readKept(ctx.db, custodian)
  const leavingBefore = await readLeaving(ctx.db, custodian)
  const theirs = custodian === 'custody' ? await queryCustody(ctx) : await queryPayx(ctx)
  if (theirs === null) return null
  const leavingAfter = await readLeaving(ctx.db, custodian)
  const after = await readKept(ctx.db, custodian)
  const unsettled = custodian === 'payx' ? (await readUnsettled(ctx.db)).units : 0n
  const openings = opened ?? (await noteOpenings(ctx, custodian, theirs.balances, after))
  const compared = theirs.balances.map((balance) => {
    const { asset } = balance
    const [one, two] = [unitsIn(asset, leavingBefore), unitsIn(asset, leavingAfter)]
    const leaving = (one.units > two.units ? one : two).units + unsettled
    const rounding = unitsIn(asset, theirs.rounding)
    const kept: OwnBalance = {
      before: unitsIn(asset, before),
      after: unitsIn(asset, after),
      leaving: money(asset, leaving + rounding.units),
      arriving: rounding,
      opening: unitsIn(asset, openings),
    }
    return comparedBalance(balance, kept)
  })
  return {
    scope: { provider: custodian, kinds: ['balance', 'unlisted-asset'], subjects: null },
    openings,
    compared,
    differences: [...balanceBreaks(custodian, compared), ...theirs.unlisted],
  }
}

/** On the first comparison, a balance of an asset that was never booked is the house's own. */
export async function noteOpenings(
  { db }: Pick<Context, 'db'>,
  provider: Custodian | 'venue',
  theirs: readonly Money[],
  booked: Books,
): Promise<Books> {
  const openings = theirs.map(({ asset, units }) => money(asset, booked.has(asset.id) ? 0n : units))
  if (openings.length === 0) return nothing
  await db.inTransaction((tx) => writeOpenings(tx, provider, openings))
  return (await readOpenings(db.read, provider)) ?? nothing
}

async function queryPayx({ payx }: Pick<Context, 'payx'>): Promise<Theirs | null> {
  const answer = await payx.balance()
  if (answer.kind !== 'accepted') return null
  return { balances: [money(idr, answer.value.units)], rounding: nothing, unlisted: [] }
}

/** A custody id stands for an asset on one network, so the holdings of an asset are summed. */
async function queryCustody({ custody, db }: BalanceContext): Promise<Theirs | null> {
  const answer = await custody.holdings()
  if (answer.kind !== 'accepted') return null
  const listed = new Map(
    (await listCustodyAssets(db.read)).map(({ custodyId, asset }) => [custodyId, asset]),
  )
  const sums = new Map(
    (await readAssets(db, ['COIN'])).map((asset) => [asset.id, money(asset, 0n)]),
  )
  const rounding = new Map<AssetId, bigint>()
  const unlisted: Difference[] = []
  for (const [name, digits] of answer.value) {
    const asset = listed.get(name)
    const units = asset === undefined ? null : unitsOf(asset, digits)
    const sum = asset === undefined ? undefined : sums.get(asset.id)
    if (units !== null && sum !== undefined) {
      sums.set(sum.asset.id, money(sum.asset, sum.units + units))
      rounding.set(sum.asset.id, (rounding.get(sum.asset.id) ?? 0n) + roundingOf(units))
    } else if (!isNothing(digits)) {
      unlisted.push({
        provider: 'custody',
        kind: 'unlisted-asset',
        subject: name,
        asset: asset?.symbol ?? null,
        theirs: digits,
        ours: asset === undefined ? 'no asset of ours' : `no amount of ${asset.symbol}`,
      })
    }
  }
  return { balances: [...sums.values()], rounding, unlisted }
}

/** Custody writes balances as binary numbers, of which this many decimal digits are certain. */
const certainDigits = 15

/** Returns what the digits beyond the certain ones can be worth. */
function roundingOf(units: bigint): bigint {
  const uncertain = units.toString().replace('-', '').length - certainDigits
  return uncertain > 0 ? 10n ** BigInt(uncertain) : 0n
}

const isNothing = (digits: string): boolean => /^-?0+(?:\.0+)?$/.test(digits)

/** Parses a balance, which a provider may report as negative. */
function unitsOf(asset: Asset, digits: string): bigint | null {
  const isBelow = digits.startsWith('-')
  const parsed = parsePadded(asset, isBelow ? digits.slice(1) : digits)
  if (!parsed.ok) return null
  return isBelow ? -parsed.money.units : parsed.money.units
}
