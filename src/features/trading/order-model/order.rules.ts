import type { UserId } from '../../../base/ids.ts'
import type { Asset, Money, Rate } from '../../../base/money.ts'

/** CREATE is open, at the venue or on its way there; the other two are ends. */
export const orderStatuses = ['CREATE', 'DONE', 'CANCEL'] as const
export type OrderStatus = (typeof orderStatuses)[number]

export const isOrderStatus = (text: string): text is OrderStatus =>
  orderStatuses.some((one) => one === text)

/** The pair of an order, as far as its figures need it. */
export type TradedPair = Readonly<{
  id: number
  txPair: string
  venueSymbol: string
  base: Asset
  quote: Asset
}>

/** What of an order was executed: exact sums over its fills, of which all bookings are made. */
export type Executed = Readonly<{
  /** Units of the base asset. */
  volume: bigint
  /** Of the quote asset, in the venue's least parts. */
  quote: bigint
  /** What the venue kept of the asset received, in its least parts. */
  commission: bigint
  /** In millionths of a unit of the asset received. */
  tax: bigint
}>

export type Order = Readonly<{
  id: number
  orderNo: string
  user: UserId
  pair: TradedPair
  side: 'BUY' | 'SELL'
  type: 'LIMIT' | 'MARKET'
  volume: Money
  /** Of the quote asset for one whole unit of the base asset; null for a market order. */
  price: Money | null
  /**
   * The worst price it may be executed at: its own, or the one that a market order was sent with.
   * null for market orders that were sent without one, as they once were.
   */
  limit: Money | null
  fee: Rate
  /** What was frozen for it, in units: of the quote asset to buy, of the base asset to sell. */
  held: bigint
  /** What of that a better price has set free already. */
  freed: bigint
  status: OrderStatus
  venueOrderId: string | null
  executed: Executed
  /** Units of the base asset that the venue says were executed when it ended. */
  finalVolume: bigint | null
  reason: string | null
  incident: string | null
  cancelRequested: boolean
  /** Whether its user asked for that, first or later. */
  ownCancel: boolean
  /** Whether the venue's not knowing it would mean that it never will. */
  absentCounts: boolean
  attempts: number
}>

/** The asset an order brings in: fees and taxes are taken from it. */
export const receivedAsset = ({ side, pair }: Pick<Order, 'side' | 'pair'>): Asset =>
  side === 'BUY' ? pair.base : pair.quote

/** The asset an order is paid with. */
export const paidAsset = ({ side, pair }: Pick<Order, 'side' | 'pair'>): Asset =>
  side === 'BUY' ? pair.quote : pair.base

/** How it ends when no more of it will be executed. */
export const endOf = ({ volume, executed }: Pick<Order, 'volume' | 'executed'>): OrderStatus =>
  executed.volume === volume.units ? 'DONE' : 'CANCEL'
