import type { TaxRate } from '../../../core/reference/fees.sql.ts'
import { endOf, type Order } from '../order-model/order.rules.ts'
import { type Fill, type FillStep, stepBy, tradeKey } from './fill.rules.ts'
import type { StoredFill } from './fills.sql.ts'
import { isBeyondLimit, type OrderReport, readReport } from './order-report.rules.ts'

/** The effect of a report on its order. */
export type OrderReportStep = Readonly<{
  order: Order
  fills: readonly Readonly<{ fill: Fill; step: FillStep }>[]
  /** Trades reported after the order ended: its hold is already released. */
  late: readonly Fill[]
  outcome: 'settled' | 'repeated' | 'to-ask' | 'doubtful'
  /** The reason why an operator must decide; null if there is none. */
  doubt: string | null
}>

/** What else is known: recorded trades, and the tax rates of a side and a day. */
export type OrderKnowledge = Readonly<{
  stored: ReadonlyMap<string, StoredFill>
  ratesOf: (side: 'BUY' | 'SELL', at: Date) => readonly TaxRate[]
}>

/**
 * Computes the effect of a report on an order. Each new trade counts once, in whatever order
 * reports arrive; the order ends only when every trade that the venue executed was reported. If an
 * event does not fit, the venue is queried; if the venue's answer does not fit, an operator
 * decides.
 */
export function judge(order: Order, report: OrderReport, known: OrderKnowledge): OrderReportStep {
  const read = readReport(order, report)
  if (!read.ok) return unfit(order, report, read.why)
  const fresh: Fill[] = []
  for (const fill of read.fills) {
    const stored = known.stored.get(tradeKey(order.pair.id, fill.tradeId))
    if (stored === undefined) {
      if (!mayBeBooked(order, report, fill)) {
        return unfit(
          order,
          report,
          `of trade ${fill.tradeId}: ${fill.price} is worse than the limit`,
        )
      }
      fresh.push(fill)
    } else if (stored.orderId !== order.id || stored.volume !== fill.volume) {
      return unfit(order, report, `trade ${fill.tradeId} was recorded with other figures`)
    }
  }
  if (order.status !== 'CREATE') return afterEnd(order, fresh)
  return taken(order, report, { ...read, fills: fresh }, known)
}

/**
 * A market order's trade that the venue confirms is booked at any price: the house pays the excess.
 */
const mayBeBooked = (order: Order, { isAsked }: OrderReport, fill: Fill): boolean =>
  !isBeyondLimit(order, fill) || (isAsked && order.type === 'MARKET')

const nothing = { fills: [], late: [], doubt: null } as const

function unfit(order: Order, { isAsked }: OrderReport, why: string): OrderReportStep {
  if (!isAsked && order.status === 'CREATE') return { ...nothing, order, outcome: 'to-ask' }
  return { ...nothing, order: { ...order, incident: why }, outcome: 'doubtful', doubt: why }
}

function afterEnd(order: Order, late: readonly Fill[]): OrderReportStep {
  if (late.length === 0) return { ...nothing, order, outcome: 'repeated' }
  const doubt = 'the venue executed it after it had ended'
  const incident = order.incident ?? doubt
  return { ...nothing, order: { ...order, incident }, late, outcome: 'doubtful', doubt }
}

type Readable = Readonly<{ fills: readonly Fill[]; executed: bigint; ended: boolean }>

function taken(
  before: Order,
  report: OrderReport,
  read: Readable,
  known: OrderKnowledge,
): OrderReportStep {
  const venueOrderId = before.venueOrderId ?? report.venueOrderId
  let order: Order = { ...before, venueOrderId }
  const fills: { fill: Fill; step: FillStep }[] = []
  for (const fill of read.fills) {
    if (order.executed.volume + fill.volume > order.volume.units) {
      return unfit(before, report, 'more was executed than was ordered')
    }
    const step = stepBy(order, fill, known.ratesOf(order.side, fill.at))
    fills.push({ fill, step })
    order = { ...order, executed: step.executed, freed: order.freed + step.freed }
  }
  const { volume } = order.executed
  if (read.ended && read.executed < volume) {
    return unfit(before, report, `it ended with less executed than its trades`)
  }
  const finalVolume = read.ended ? read.executed : order.finalVolume
  const isOver = volume === (finalVolume ?? order.volume.units)
  const reason = read.ended ? (report.reason ?? order.reason) : order.reason
  const next: Order = { ...order, finalVolume, reason, status: isOver ? endOf(order) : 'CREATE' }
  const misses = !isOver && volume < (finalVolume ?? read.executed)
  const isNews =
    fills.length > 0 || isOver || before.venueOrderId === null || finalVolume !== before.finalVolume
  return {
    order: isNews ? next : before,
    fills,
    late: [],
    outcome: misses ? 'to-ask' : isNews ? 'settled' : 'repeated',
    doubt: null,
  }
}
