/** Branded ids: the type names the kind, so that ids of different kinds cannot be mixed up. */

declare const kind: unique symbol
type Branded<Base, Kind extends string> = Base & { readonly [kind]: Kind }

export type UserId = Branded<number, 'user'>
export type OperatorId = Branded<number, 'operator'>
export type InboxId = Branded<number, 'inbox'>

export const userId = (id: number): UserId => id as UserId
export const operatorId = (id: number): OperatorId => id as OperatorId
export const inboxId = (id: number): InboxId => id as InboxId
