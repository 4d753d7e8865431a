import { z } from 'zod'
import { refuse } from '../../../base/refusal.ts'
import { formatMoney } from '../../../base/values/money.ts'
import type { Page } from '../../../base/values/page.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../core/database/database.ts'
import type { EventSource } from '../../../core/facts/event-source.ts'
import { momentSpanOf } from '../../../core/histories/moment-span.rules.ts'
import type { Stretch } from '../../../core/histories/place.rules.ts'
import { readPage } from '../../../core/histories/read-page.ts'
import type { Caller } from '../../../platform/access/signed-in.ts'
import { decimal } from '../../../platform/http/contracts/contracts.ts'
import { inWords } from '../../../platform/http/contracts/validation.ts'
import { tradeSideOf } from '../executions/fill.rules.ts'
import {
  countFills,
  type FillFilter,
  findFillsByKey,
  type ListedFill,
  listFills,
} from '../executions/fills.sql.ts'
import { pairIdOf } from '../market/market.ts'
import { type AskHistory, orderSides } from '../trading-contracts.ts'
import { tradingLimits } from '../trading-limits.ts'

/** One trade of an order, as shown to its owner. */
export const Trade = z
  .object({
    tradeId: z.string(),
    order_no: z.string(),
    txPair: z.string(),
    side: z.enum(orderSides),
    price: decimal,
    volume: decimal,
    amount: decimal,
    fee: decimal,
    feeAsset: z.string(),
    tax: decimal,
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Fill' })

/** Lists the caller's trades, newest first by default. */
export async function listTrades(
  ctx: Pick<Context, 'db' | 'log'>,
  asked: z.output<typeof AskHistory>,
  { id }: Caller,
): Promise<Page<z.input<typeof Trade>>> {
  const { side, startTime, endTime, sort } = asked
  const pair = onlyOne(asked, 'txPair', 'symbol')
  const orderNo = onlyOne(asked, 'order_no', 'orderNo')
  const pairId = await pairIdOf(ctx, pair)
  const filter: FillFilter = {
    user: id,
    pairId,
    side,
    orderNo,
    ...momentSpanOf(startTime, endTime),
  }
  const reading = {
    list: ['trades', pair, side, orderNo, startTime, endTime, sort].join('|'),
    read: async (tx: Tx, stretch: Stretch) => {
      const page = { ...stretch, oldestFirst: sort === 'asc' }
      return (await listFills(tx, filter, page)).map((fill) => ({
        fill,
        place: { at: fill.at, kind: 0, id: fill.id },
      }))
    },
    count: (tx: Tx) => countFills(tx, filter, tradingLimits.countedItems),
  }
  return readPage(ctx, id, asked, reading, ({ fill }) => shownTrade(fill))
}

type Asked = z.output<typeof AskHistory>

/** Trades accept both names of a filter: candles are queried by `symbol`, orders by `txPair`. */
function onlyOne<Name extends keyof Asked>(asked: Asked, name: Name, other: Name): Asked[Name] {
  const value = asked[name] ?? asked[other]
  return asked[other] === undefined || asked[other] === value
    ? value
    : refuse('api.validation_failed', { text: `The ${inWords([name])} field must match ${other}.` })
}

export const shownTrade = (fill: ListedFill): z.input<typeof Trade> => ({
  tradeId: fill.tradeId,
  order_no: fill.orderNo,
  txPair: fill.txPair,
  side: fill.side,
  price: fill.price,
  volume: formatMoney(fill.volume),
  amount: formatMoney(fill.amount),
  fee: formatMoney(fill.fee),
  feeAsset: fill.fee.asset.symbol,
  tax: formatMoney(fill.tax),
  createdAt: fill.tradedAt.toISOString(),
})

/** Shows trades in events, in the same form. */
export const fillItems: EventSource = {
  kind: 'fill',
  contract: Trade,
  read: async (_ctx, tx, subjects) => {
    const found = await findFillsByKey(tx, subjects.map(tradeSideOf))
    return new Map([...found].map(([key, fill]) => [key, { item: shownTrade(fill) }]))
  },
}
