import type { Taxed, TaxRate } from '../../../core/reference/tax-rates.rules.ts'
import type { Market } from '../order-model/hints.sql.ts'
import { endOf, type Order } from '../order-model/order.rules.ts'
import { type Fill, type FillStep, fillKey, stepBy, type Taxation } from './fill.rules.ts'
import type { StoredFill } from './fills.sql.ts'
import {
  doubtOfTrade,
  isBeyondLimit,
  isUnqueried,
  type OrderReport,
  readOrderReport,
} from './order-report.rules.ts'
import { rupiahPrices } from './rupiah-worth.rules.ts'

/** The effect of a report on its order. */
export type OrderReportStep = Readonly<{
  order: Order
  fills: readonly Readonly<{ fill: Fill; step: FillStep }>[]
  /** Trades reported after the order ended: its hold is already released. */
  late: readonly Fill[]
  /** `to-query`: the rest may be on its way. `not-believed`: the venue is queried at once. */
  outcome: 'settled' | 'repeated' | 'to-query' | 'not-believed' | 'doubtful'
  /** The reason why an operator must decide; null if there is none. */
  doubt: string | null
  /** True if the venue's own list contradicts a recorded trade. */
  isContradicted: boolean
}>

/**
 * What else is known: recorded trades, the venue's last prices by symbol, and the tax rates of a
 * day.
 */
export type OrderKnowledge = Readonly<{
  stored: ReadonlyMap<string, StoredFill>
  markets: ReadonlyMap<string, Market>
  ratesOf: (taxed: Taxed, at: Date) => readonly TaxRate[]
}>

/**
 * Computes the effect of a report on an order. Each new trade counts once, in whatever order
 * reports arrive; the order ends only when every trade that the venue executed was reported. If an
 * event does not fit, the venue is queried; if the venue's answer does not fit, an operator
 * decides.
 */
export function judge(order: Order, report: OrderReport, known: OrderKnowledge): OrderReportStep {
  const read = readOrderReport(order, report)
  if (!read.ok) return unfit(order, report, read.why)
  const fresh: Fill[] = []
  for (const fill of read.fills) {
    const stored = known.stored.get(fillKey(order, fill))
    if (stored === undefined) {
      const why = notBookable(order, report, fill, known)
      if (why !== null) return unfit(order, report, `of trade ${fill.tradeId}: ${why}`)
      fresh.push(fill)
    } else if (!isSame(order, fill, stored)) {
      const why = `trade ${fill.tradeId} was recorded with other figures`
      return { ...unfit(order, report, why), isContradicted: report.source === 'query' }
    }
  }
  if (order.status !== 'CREATE') return afterEnd(order, report, fresh)
  return taken(order, report, { ...read, fills: fresh }, known)
}

/** The worths may differ by the least part, since one of them may have been computed. */
function isSame(order: Order, fill: Fill, stored: StoredFill): boolean {
  const apart = fill.quote - stored.quote
  return (
    stored.orderId === order.id &&
    stored.volume === fill.volume &&
    stored.commission === fill.commission &&
    apart <= 1n &&
    apart >= -1n
  )
}

/** Returns why a new trade cannot be booked from this report; null if it can. */
function notBookable(
  order: Order,
  report: OrderReport,
  fill: Fill,
  { markets }: OrderKnowledge,
): string | null {
  if (!mayBeBooked(order, report, fill)) return `${fill.price} is worse than the limit`
  return doubtOfTrade(order, report, fill, markets.get(order.pair.venueSymbol))
}

/**
 * A market order's trade that the venue confirms is booked at any price: the house pays the excess.
 */
const mayBeBooked = (order: Order, { source }: OrderReport, fill: Fill): boolean =>
  !isBeyondLimit(order, fill) || (source === 'query' && order.type === 'MARKET')

const nothing = { fills: [], late: [], doubt: null, isContradicted: false } as const

function unfit(order: Order, report: OrderReport, why: string): OrderReportStep {
  // Of an ended order only the venue's list of trades decides.
  if (isUnqueried(report)) {
    const outcome = order.status === 'CREATE' ? 'not-believed' : 'repeated'
    return { ...nothing, order, outcome }
  }
  return { ...nothing, order: { ...order, incident: why }, outcome: 'doubtful', doubt: why }
}

function afterEnd(before: Order, report: OrderReport, late: readonly Fill[]): OrderReportStep {
  const venueOrderId = venueOrderIdBy(before, report)
  const order = venueOrderId === before.venueOrderId ? before : { ...before, venueOrderId }
  if (late.length === 0 || isUnqueried(report)) return { ...nothing, order, outcome: 'repeated' }
  const doubt = 'the venue executed it after it had ended'
  const incident = order.incident ?? doubt
  return { ...nothing, order: { ...order, incident }, late, outcome: 'doubtful', doubt }
}

/** The venue is queried by this id, so a forged one would bring another order's trades. */
const venueOrderIdBy = ({ venueOrderId }: Order, report: OrderReport): string | null =>
  venueOrderId ?? (report.source === 'event' ? null : report.venueOrderId)

/** Returns what the taxes of a trade depend on; null if it has no value in rupiah. */
function taxationOf(
  order: Order,
  fill: Fill,
  { markets, ratesOf }: OrderKnowledge,
): Taxation | null {
  const market = markets.get(order.pair.venueSymbol)
  const prices = market === undefined ? null : rupiahPrices(order, fill, market)
  if (market === undefined || prices === null) return null
  const { pairClass } = market
  const [feeRate = null] = ratesOf({ side: 'FEE', pairClass: 'any' }, fill.at)
  return { rates: ratesOf({ side: order.side, pairClass }, fill.at), prices, pairClass, feeRate }
}

type Readable = Readonly<{ fills: readonly Fill[]; executed: bigint; ended: boolean }>

function taken(
  before: Order,
  report: OrderReport,
  read: Readable,
  known: OrderKnowledge,
): OrderReportStep {
  const isHint = report.source === 'event'
  const venueOrderId = venueOrderIdBy(before, report)
  let order: Order = { ...before, venueOrderId }
  const fills: { fill: Fill; step: FillStep }[] = []
  for (const fill of read.fills) {
    if (order.executed.volume + fill.volume > order.volume.units) {
      return unfit(before, report, 'more was executed than was ordered')
    }
    const taxation = taxationOf(order, fill, known)
    if (taxation === null) return unfit(before, report, 'no price in rupiah is known of it')
    const step = stepBy(order, fill, taxation)
    fills.push({ fill, step })
    order = { ...order, executed: step.executed, freed: order.freed + step.freed }
  }
  const { volume } = order.executed
  if (read.ended && read.executed < volume) {
    return unfit(before, report, `it ended with less executed than its trades`)
  }
  const isWhole = volume === read.executed
  if (isUnqueried(report) && fills.length > 0 && !isWhole) {
    // A trade before it may be on its way; one that the total leaves out is not.
    const outcome = volume < read.executed ? 'to-query' : 'not-believed'
    return { ...nothing, order: { ...before, venueOrderId }, outcome }
  }
  // An end releases money, so an event is enough only for a cancel that we requested. Its total is
  // kept only if we queried it: another one must be that of the recorded trades.
  const ended =
    read.ended && (!isUnqueried(report) || (isWhole && (!isHint || before.cancelRequested)))
  const finalVolume = ended ? read.executed : order.finalVolume
  const isOver = volume === (finalVolume ?? order.volume.units)
  const reason = ended ? (report.reason ?? order.reason) : order.reason
  const next: Order = { ...order, finalVolume, reason, status: isOver ? endOf(order) : 'CREATE' }
  const misses = !isOver && volume < (finalVolume ?? read.executed)
  const isNews =
    fills.length > 0 ||
    isOver ||
    venueOrderId !== before.venueOrderId ||
    finalVolume !== before.finalVolume
  const isUnproven = read.ended && !ended && !isOver
  const otherwise = isNews ? 'settled' : 'repeated'
  return {
    ...nothing,
    order: isNews ? next : before,
    fills,
    outcome: isUnproven ? 'not-believed' : misses ? 'to-query' : otherwise,
  }
}
