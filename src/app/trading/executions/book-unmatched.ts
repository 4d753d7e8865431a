import { type Asset, money } from '../../../base/values/money.ts'
import type { Tx } from '../../../core/database/database.ts'
import { house } from '../../../core/ledger/accounts.ts'
import type { Move, Posting } from '../../../core/ledger/post.rules.ts'
import { postAll } from '../../../core/ledger/post.ts'
import { enqueueAll } from '../../../core/outbox/enqueue.ts'
import { listPairs, type Pair } from '../../../core/reference/pairs.sql.ts'
import { receivedAsset } from '../order-model/order.rules.ts'
import { dustOf, foreignCommission, ownCommission, tradeKey, unitsOfParts } from './fill.rules.ts'
import { insertUnmatchedTrades, type UnmatchedTrade } from './fills.sql.ts'
import { bookForeignCommissions } from './foreign-commissions.ts'
import { unknownOrder, unmatchedTrade } from './order-notice.rules.ts'
import { type OrderReport, type ReportedTrade, readTrade } from './order-report.rules.ts'
import { noteDust } from './venue-dust.sql.ts'

/** Trades on our account that match no open order of ours. */
export type Unmatched = Readonly<{ report: OrderReport; trades: readonly ReportedTrade[] }>

type Read = UnmatchedTrade & Readonly<{ pair: Pair; report: OrderReport }>

/**
 * Books trades on our account that match no order of ours: the venue holds less of one asset and
 * more of another, and an operator must find the owner. No user's balance moves.
 */
export async function bookUnmatched(tx: Tx, unmatched: readonly Unmatched[]): Promise<void> {
  if (unmatched.length === 0) return
  const pairs = new Map((await listPairs(tx)).map((pair) => [pair.venueSymbol, pair]))
  const read = unmatched.flatMap(({ report, trades }) => trades.flatMap(readIn(pairs, report)))
  const fresh = new Set(await insertUnmatchedTrades(tx, read))
  const booked = read.filter((one) => fresh.delete(tradeKey(one)))
  await postAll(tx, booked.map(postingOf))
  noteDust(
    tx,
    booked.flatMap(({ pair, side, fill, commission }) =>
      dustOf({ side, pair, executed: { ...fill, commission } }),
    ),
  )
  await bookForeignCommissions(
    tx,
    booked.flatMap((one) => foreignCommission(one, one.fill)),
  )
  enqueueAll(tx, [
    ...booked.map(({ pair, report, fill }) => unmatchedTrade(pair, report, fill)),
    ...unmatched
      .filter(({ trades, report }) => trades.length === 0 || !pairs.has(report.symbol))
      .map(({ report }) => unknownOrder(report)),
  ])
}

const readIn =
  (pairs: ReadonlyMap<string, Pair>, report: OrderReport) =>
  (trade: ReportedTrade): readonly Read[] => {
    const pair = pairs.get(report.symbol)
    if (pair === undefined) return []
    const fill = readTrade({ pair }, trade)
    if (typeof fill === 'string') return []
    const { orderNo: clientOrderId, venueOrderId, side } = report
    const commission = ownCommission({ pair, side }, fill)
    const facts = { pairId: pair.id, tradeId: trade.id, venueOrderId, clientOrderId, side }
    return [{ ...facts, fill, commission, pair, report }]
  }

const suspense = house('suspense')
const venue = house('venue')

function postingOf(trade: Read): Posting {
  const { pair, side, fill, commission } = trade
  const paid = moved(pair.quote, unitsOfParts(pair.quote, fill.quote, 'down'))
  const traded = moved(pair.base, fill.volume)
  const moves =
    side === 'BUY'
      ? [paid(suspense, venue), traded(venue, suspense)]
      : [traded(suspense, venue), paid(venue, suspense)]
  const received = receivedAsset({ pair, side })
  const kept = moved(received, unitsOfParts(received, commission, 'down'))
  const key = `unmatched:${tradeKey(trade)}`
  return { key, action: 'ADJUSTMENT', moves: [...moves, kept(suspense, venue)] }
}

const moved =
  (asset: Asset, units: bigint) =>
  (from: Move['from'], to: Move['to']): Move => ({ from, to, amount: money(asset, units) })
