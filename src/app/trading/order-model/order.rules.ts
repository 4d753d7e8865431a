import type { OrderId, OrderNo, PairId, UserId } from '../../../base/values/ids.ts'
import type { Asset, Money, Rate } from '../../../base/values/money.ts'

/** CREATE is open, at the venue or on its way there; the other two are final. */
export const orderStatuses = ['CREATE', 'DONE', 'CANCEL'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** The parts of an order's pair that its amounts depend on. */
export type TradedPair = Readonly<{
  id: PairId
  txPair: string
  venueSymbol: string
  base: Asset
  quote: Asset
}>

/** Exact sums over an order's fills, from which all bookings are computed. */
export type Executed = Readonly<{
  /** Units of the base asset. */
  volume: bigint
  /** Of the quote asset, in the venue's parts. */
  quote: bigint
  /** The venue's commission on the asset received, in the venue's parts. */
  commission: bigint
  /** In millionths of a unit of the asset received. */
  tax: bigint
}>

export type Order = Readonly<{
  id: OrderId
  orderNo: OrderNo
  user: UserId
  pair: TradedPair
  side: 'BUY' | 'SELL'
  type: 'LIMIT' | 'MARKET'
  volume: Money
  /** Of the quote asset for one whole unit of the base asset; null for a market order. */
  price: Money | null
  /**
   * The worst price it may be executed at: its own, or the one that a market order was sent with.
   * Null for old market orders, which were sent without one.
   */
  limit: Money | null
  fee: Rate
  /** The initial hold in units: of the quote asset for a buy, of the base asset for a sale. */
  held: bigint
  /** The part of the hold that better prices have freed already. */
  freed: bigint
  status: OrderStatus
  venueOrderId: string | null
  executed: Executed
  /** Units of the base asset that the venue reported as executed when the order ended. */
  finalVolume: bigint | null
  reason: string | null
  incident: string | null
  cancelRequested: boolean
  /** True if the user requested the cancellation, even if another request came first. */
  ownCancel: boolean
  /** True if an `absent` answer now means that the order was never placed. */
  absentCounts: boolean
  attempts: number
  createdAt: Date
}>

/** The asset that an order brings in, from which fees and taxes are taken. */
export const receivedAsset = ({ side, pair }: Pick<Order, 'side' | 'pair'>): Asset =>
  side === 'BUY' ? pair.base : pair.quote

export const paidAsset = ({ side, pair }: Pick<Order, 'side' | 'pair'>): Asset =>
  side === 'BUY' ? pair.quote : pair.base

/** Returns the final status if no more of the order will be executed. */
export const endOf = ({ volume, executed }: Pick<Order, 'volume' | 'executed'>): OrderStatus =>
  executed.volume === volume.units ? 'DONE' : 'CANCEL'
