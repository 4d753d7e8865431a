/** Random orders with their reports, as a venue would send them: for calculations by hand. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { orderHold } from '../../src/app/trading/executions/fill.rules.ts'
import type { OrderReport } from '../../src/app/trading/executions/order-report.rules.ts'
import { orderNo, type UserId } from '../../src/base/values/ids.ts'
import { money } from '../../src/base/values/money.ts'
import type { Database } from '../../src/core/database/database.ts'
import { available, house } from '../../src/core/ledger/accounts.ts'
import { openHolds } from '../../src/core/ledger/hold.ts'
import { listPairs, type Pair } from '../../src/core/reference/pairs.sql.ts'
import { makeProvenUser, move, post, posting } from './ledger.ts'
import type { TradedByHand } from './taxes-by-hand.ts'

const dayMs = 86_400_000
const rich = 10n ** 30n

/** What one order is, drawn at random: its fills are in lots, at prices below or above the last. */
export const drawnOrder = fc.record({
  pair: fc.nat(5),
  side: fc.constantFrom('BUY' as const, 'SELL' as const),
  day: fc.nat(29),
  fills: fc.array(fc.record({ lots: fc.bigInt(1n, 9_999n), ticks: fc.bigInt(0n, 999n) }), {
    minLength: 1,
    maxLength: 4,
  }),
  isCancelled: fc.boolean(),
})
type DrawnOrder = typeof drawnOrder extends fc.Arbitrary<infer T> ? T : never

const inDigits = (units: bigint, scale: number): string => {
  const digits = units.toString().padStart(scale + 1, '0')
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** Makes a user with money of every asset for any number of orders. */
export async function makeRichUser(db: Database): Promise<UserId> {
  const pairs = await listPairs(db.read)
  const user = await makeProvenUser(db)
  const assets = new Map(pairs.flatMap(({ base, quote }) => [base, quote]).map((a) => [a.id, a]))
  const funds = [...assets.values()].map((one) => move(house('bank'), available(user), rich, one))
  await sql`update assets set supply_cap = ${(2n * rich).toString()}`.execute(db.read)
  await post(db, posting(`funds:${user}`, ...funds))
  return user
}

/** Places an order as if the venue had accepted it. */
export async function placed(db: Database, user: UserId, order: TradedByHand, pair: Pair) {
  const { side, volume, limit } = order
  const cost = (volume * limit) / 10n ** BigInt(pair.base.scale) + 1n
  const held = side === 'BUY' ? money(pair.quote, cost) : money(pair.base, volume)
  await sql`
    insert into orders (order_no, user_id, pair_id, side, type, volume, price, fee_ppm, held,
      venue_order_id, absent_after, created_at)
    values (${order.orderNo}, ${user}, ${pair.id}, ${side}, 'LIMIT', ${volume}, ${limit},
      ${order.feePpm}, ${held.units}, ${order.orderNo.replace('TK-', '')}, now(),
      ${order.fills[0]?.at})`.execute(db.read)
  const owner = orderHold(orderNo(order.orderNo))
  await db.inTransaction((tx) => openHolds(tx, [{ owner, user, amount: held }]))
}

/** The venue's report after the first `count` fills; of a cancelled order, one lot is missing. */
export function reportOf(order: TradedByHand, pair: Pair, count: number): OrderReport {
  const fills = order.fills.slice(0, count)
  const executed = fills.reduce((sum, { volume }) => sum + volume, 0n)
  return {
    orderNo: orderNo(order.orderNo),
    venueOrderId: order.orderNo.replace('TK-', ''),
    symbol: pair.venueSymbol,
    side: order.side,
    quantity: inDigits(order.volume, pair.base.scale),
    stage: count === order.fills.length ? 'ended' : 'open',
    executed: inDigits(executed, pair.base.scale),
    trades: fills.map(({ id, volume, price, quoteParts, at }) => ({
      id,
      price: inDigits(price, pair.quote.scale),
      quantity: inDigits(volume, pair.base.scale),
      quote: inDigits(quoteParts, 8),
      commission: '0',
      commissionAsset: null,
      atMs: at.getTime(),
    })),
    reason: null,
    source: 'query',
  }
}

const lastPrices: Readonly<Record<string, bigint>> = {
  BTC_IDR: 1_640_000_000_00n,
  ETH_IDR: 50_000_000_00n,
  USDT_IDR: 16_400_00n,
  XRP_IDR: 40_000_00n,
  SOL_IDR: 3_000_000_00n,
  BTC_USDT: 100_000_000_000n,
}

let traded = 0

/** Makes an order of what is drawn, on its day after `from`. */
export function orderOf(drawn: DrawnOrder, pair: Pair, from: Date): TradedByHand {
  const last = lastPrices[pair.txPair] ?? 0n
  traded += 1
  const createdMs = from.getTime() + drawn.day * dayMs
  const fills = drawn.fills.map(({ lots, ticks }, n) => {
    const volume = lots * pair.lotStep.units
    const price = last + ticks * pair.priceTick.units
    const exact = volume * price * 10n ** 8n
    const quoteParts = exact / 10n ** BigInt(pair.base.scale + pair.quote.scale)
    const at = new Date(createdMs + n * 3_600_000)
    return { id: `${traded * 10 + n}`, volume, price, quoteParts, at }
  })
  const executed = fills.reduce((sum, { volume }) => sum + volume, 0n)
  return {
    orderNo: `TK-${traded}`,
    side: drawn.side,
    pairClass: pair.quote.symbol === 'IDR' ? 'rupiah' : 'coin',
    baseScale: pair.base.scale,
    quoteScale: pair.quote.scale,
    feePpm: 1_500n,
    volume: executed + (drawn.isCancelled ? pair.lotStep.units : 0n),
    limit: drawn.side === 'BUY' ? last + 1_000n * pair.priceTick.units : last,
    fills,
  }
}

/** What the ledger owes of each tax, in sen. */
export async function owedOf(db: Database): Promise<Readonly<Record<string, string>>> {
  const { rows } = await sql<{ name: string; units: string }>`
    select k.name, sum(case when k.id = m.to_kind then m.units else -m.units end)::text as units
    from moves m join account_kinds k on k.id in (m.from_kind, m.to_kind)
    where k.name in ('house.tax', 'house.vat') group by k.name order by k.name`.execute(db.read)
  return Object.fromEntries(rows.map(({ name, units }) => [name, units]))
}
