import type { TaxRate } from '../../../reference/fees.sql.ts'
import { endOf, type Order } from '../order-model/order.rules.ts'
import { type Fill, type FillStep, stepBy, tradeKey } from './fill.rules.ts'
import type { StoredFill } from './fills.sql.ts'
import { isBeyondLimit, type OrderReport, readReport } from './order-report.rules.ts'

/** What becomes of an order by what is told of it. */
export type OrderReportStep = Readonly<{
  order: Order
  fills: readonly Readonly<{ fill: Fill; step: FillStep }>[]
  /** Trades that came after the end: no money is held for them any more. */
  late: readonly Fill[]
  outcome: 'settled' | 'repeated' | 'to-ask' | 'doubtful'
  /** Why nobody but an operator can say what is right. */
  doubt: string | null
}>

/** What is known besides: which trades were recorded, and the taxes of a side and a day. */
export type OrderKnowledge = Readonly<{
  stored: ReadonlyMap<string, StoredFill>
  ratesOf: (side: 'BUY' | 'SELL', at: Date) => readonly TaxRate[]
}>

/**
 * Takes an order on by what the venue says of it. New trades count once each, whatever comes first;
 * it ends only when all that the venue executed of it was heard. An event that does not fit has the
 * venue asked; an answer that does not fit leaves the order to an operator.
 */
export function judge(order: Order, told: OrderReport, known: OrderKnowledge): OrderReportStep {
  const read = readReport(order, told)
  if (!read.ok) return unfit(order, told, read.why)
  const fresh: Fill[] = []
  for (const fill of read.fills) {
    const stored = known.stored.get(tradeKey(order.pair.id, fill.tradeId))
    if (stored === undefined) {
      if (!mayBeBooked(order, told, fill)) {
        return unfit(order, told, `of trade ${fill.tradeId}: ${fill.price} is worse than the limit`)
      }
      fresh.push(fill)
    } else if (stored.orderId !== order.id || stored.volume !== fill.volume) {
      return unfit(order, told, `trade ${fill.tradeId} was recorded with other figures`)
    }
  }
  if (order.status !== 'CREATE') return afterEnd(order, fresh)
  return taken(order, told, { ...read, fills: fresh }, known)
}

/** What the venue confirms of a market order is booked: the house pays what was not frozen. */
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
  told: OrderReport,
  read: Readable,
  known: OrderKnowledge,
): OrderReportStep {
  const venueOrderId = before.venueOrderId ?? told.venueOrderId
  let order: Order = { ...before, venueOrderId }
  const fills: { fill: Fill; step: FillStep }[] = []
  for (const fill of read.fills) {
    if (order.executed.volume + fill.volume > order.volume.units) {
      return unfit(before, told, 'more was executed than it asked for')
    }
    const step = stepBy(order, fill, known.ratesOf(order.side, fill.at))
    fills.push({ fill, step })
    order = { ...order, executed: step.executed, freed: order.freed + step.freed }
  }
  const { volume } = order.executed
  if (read.ended && read.executed < volume) {
    return unfit(before, told, `it ended with less executed than was traded`)
  }
  const finalVolume = read.ended ? read.executed : order.finalVolume
  const isOver = volume === (finalVolume ?? order.volume.units)
  const reason = read.ended ? (told.reason ?? order.reason) : order.reason
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
