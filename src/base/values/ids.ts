/** Branded ids: the type names the kind, so that ids of different kinds cannot be mixed up. */

declare const kind: unique symbol
type Branded<Base, Kind extends string> = Base & { readonly [kind]: Kind }

export type UserId = Branded<number, 'user'>
export type OperatorId = Branded<number, 'operator'>
export type AssetId = Branded<number, 'asset'>
export type PairId = Branded<number, 'pair'>
export type OrderId = Branded<number, 'order'>
/** An order's number, which is also its client order id at the venue. */
export type OrderNo = Branded<string, 'order number'>
/** A withdrawal's name, which is also its reference at the provider. */
export type RequestId = Branded<string, 'request'>
export type HoldId = Branded<number, 'hold'>
export type PostingId = Branded<number, 'posting'>
export type EventId = Branded<number, 'event'>

export const userId = (id: number): UserId => id as UserId
export const operatorId = (id: number): OperatorId => id as OperatorId
export const assetId = (id: number): AssetId => id as AssetId
export const pairId = (id: number): PairId => id as PairId
export const orderId = (id: number): OrderId => id as OrderId
export const orderNo = (text: string): OrderNo => text as OrderNo
export const requestId = (text: string): RequestId => text as RequestId

/** Whether a text has the form of our request ids; custody also knows ids of others. */
export const isRequestId = (text: string): boolean => /^wd-[a-z0-9-]{8,60}$/.test(text)
export const eventId = (id: number): EventId => id as EventId
