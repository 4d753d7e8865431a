/** Ids with their kind in the type, so that one can't stand where another belongs. */

declare const kind: unique symbol
type Branded<Base, Kind extends string> = Base & { readonly [kind]: Kind }

export type UserId = Branded<number, 'user'>
export type InboxId = Branded<number, 'inbox'>
export type PostingId = Branded<number, 'posting'>
export type HoldId = Branded<number, 'hold'>
export type DepositId = Branded<number, 'deposit'>

export const userId = (id: number): UserId => id as UserId
export const inboxId = (id: number): InboxId => id as InboxId
export const postingId = (id: number): PostingId => id as PostingId
export const holdId = (id: number): HoldId => id as HoldId
export const depositId = (id: number): DepositId => id as DepositId
