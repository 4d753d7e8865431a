import type { UserId } from '../../../base/values/ids.ts'
import { type Asset, formatMoney, money } from '../../../base/values/money.ts'
import type { Context } from '../../../context.ts'
import { accountKinds } from '../../../core/ledger/accounts.ts'
import { readUserBalancesAt } from '../../../core/ledger/balances-at/user-balances-at.sql.ts'
import type { Balance } from '../../../core/ledger/post.rules.ts'
import { type Entry, readBalanceStatement } from '../../../core/ledger/statement.ts'
import { listAssets } from '../../../core/reference/assets.sql.ts'
import { findTradedOrders } from '../traded-orders.sql.ts'
import { reportFileLimits } from '../wallet-limits.ts'
import { factOf, type StatementFact, statementReferenceOf } from './statement-fact.rules.ts'

/** The period of a statement: from `from` on, before `until`. */
export type Period = Readonly<{ user: UserId; from: Date; until: Date }>

export type Amounts = Readonly<{ available: string; locked: string; balance: string }>

/** One move of a balance: what it changed, and the whole balance after it. */
export type StatementLine = Readonly<{
  at: Date
  fact: StatementFact
  reference: string | null
  amounts: Amounts
}>

/** The statement of one asset in pieces: the opening balance, lines, and the closing balance. */
export type AssetStatement = Readonly<{
  asset: Asset
  opening: Amounts
  closing: Amounts
  lines: AsyncIterable<readonly StatementLine[]>
}>

const nothing: Balance = { available: 0n, locked: 0n }
const isNothing = ({ available, locked }: Balance): boolean => available === 0n && locked === 0n

const mostAssets = 10_000

/**
 * Reads the balances of a user at the ends of a period. Returns null if the moves of that time are
 * detached.
 */
export async function readEnds({ db }: Pick<Context, 'db'>, { user, from, until }: Period) {
  const read = async (at: Date) => {
    const filter = { at, user, assetId: null }
    const page = { after: null, sort: 'asc', limit: mostAssets } as const
    const found = await readUserBalancesAt(db.read, filter, page)
    return found === null ? null : new Map(found.map(({ assetId, ...row }) => [assetId, row]))
  }
  const [opening, closing] = [await read(from), await read(until)]
  return opening === null || closing === null ? null : { opening, closing }
}

export type Ends = NonNullable<Awaited<ReturnType<typeof readEnds>>>

/**
 * Yields the statement of each asset that the user had or moved. Throws if the lines do not lead
 * from the opening balance to the closing one.
 */
export async function* assetStatements(
  ctx: Pick<Context, 'db'>,
  period: Period,
  { opening, closing }: Ends,
): AsyncGenerator<AssetStatement> {
  for (const asset of await listAssets(ctx.db)) {
    const begin = opening.get(asset.id) ?? nothing
    const end = closing.get(asset.id) ?? nothing
    const batches = entriesOf(ctx, period, asset)
    const first = await batches.next()
    if (first.done === true && isNothing(begin) && isNothing(end)) continue
    yield {
      asset,
      opening: amountsOf(asset, begin),
      closing: amountsOf(asset, end),
      lines: linesOf(ctx, asset, { begin, end }, first, batches),
    }
  }
}

const amountsOf = (asset: Asset, { available, locked }: Balance): Amounts => ({
  available: formatMoney(money(asset, available)),
  locked: formatMoney(money(asset, locked)),
  balance: formatMoney(money(asset, available + locked)),
})

type Batches = AsyncGenerator<readonly Entry[], void>

async function* linesOf(
  { db }: Pick<Context, 'db'>,
  asset: Asset,
  { begin, end }: Readonly<{ begin: Balance; end: Balance }>,
  first: IteratorResult<readonly Entry[], void>,
  batches: Batches,
): AsyncGenerator<readonly StatementLine[]> {
  let { available, locked } = begin
  for (let batch = first; batch.done !== true; batch = await batches.next()) {
    const keys = batch.value.filter(({ action }) => action === 'TRADE').map(({ key }) => key)
    const orders = await db.inTransaction((tx) => findTradedOrders(tx, [...new Set(keys)]))
    yield movesOf(batch.value).map((entries) => {
      const [entry] = entries
      const moved = sumOf(entries)
      available += moved.available
      locked += moved.locked
      const balance = formatMoney(money(asset, available + locked))
      return {
        at: entry.at,
        fact: factOf(entry),
        reference: orders.get(entry.key) ?? statementReferenceOf(entry.key),
        amounts: { ...amountsOf(asset, moved), balance },
      }
    })
  }
  if (available !== end.available || locked !== end.locked) {
    throw new Error(`the moves of ${asset.symbol} do not lead to the closing balance`)
  }
}

type Entries = readonly [Entry, ...Entry[]]

/** Joins the two sides of a move between the available and the frozen balance. */
function movesOf(entries: readonly Entry[]): readonly Entries[] {
  const moves: [Entry, ...Entry[]][] = []
  for (const entry of entries) {
    const last = moves.at(-1)
    if (last?.[0].postingId === entry.postingId && last[0].line === entry.line) last.push(entry)
    else moves.push([entry])
  }
  return moves
}

function sumOf(entries: Entries): Balance {
  const sum = (account: Entry['account']) =>
    entries.reduce((units, one) => (one.account === account ? units + one.units : units), 0n)
  return { available: sum('available'), locked: sum('locked') }
}

/** Postings near the ends of a period are read too: ids are not quite in the order of time. */
const disorderMs = 60_000

/** Reads the entries of one balance in batches, oldest first; no batch ends within a posting. */
async function* entriesOf(
  { db }: Pick<Context, 'db'>,
  { user, from, until }: Period,
  { id: assetId }: Asset,
): Batches {
  const filter = {
    user,
    assetId,
    from: new Date(from.getTime() - disorderMs),
    to: new Date(until.getTime() + disorderMs),
  }
  const limit = reportFileLimits.batchRows
  let cursor: readonly number[] | null = null
  let left: readonly Entry[] = []
  for (let rows = 0; rows < reportFileLimits.rows; rows += limit) {
    const page = { limit, cursor, sort: 'asc' } as const
    const found: readonly Entry[] = (await readBalanceStatement(db, filter, page)).rows
    const read: readonly Entry[] = [...left, ...found.slice(0, limit)]
    const isLast = found.length <= limit
    const end = read.at(-1)
    if (end === undefined) return
    const whole = isLast ? read : read.filter(({ postingId }) => postingId !== end.postingId)
    left = isLast ? [] : read.filter(({ postingId }) => postingId === end.postingId)
    const inPeriod = whole.filter(({ at }) => at >= from && at < until)
    if (inPeriod.length > 0) yield inPeriod
    if (isLast) return
    cursor = [end.postingId, end.line, accountKinds[end.account]]
  }
}
