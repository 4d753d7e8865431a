import type { UserId } from '../../base/values/ids.ts'
import type { FactType } from './fact-types.ts'

/** Something that a transaction decided, for subscribers of events. */
export type Fact = Readonly<{
  type: FactType
  /** null if it concerns no single user. */
  user: UserId | null
  /** By which the item is found: a request id, an order number, the key of a notice. */
  subject: string
  /** A fact of the same type and key is published once. null: each one is a fact of its own. */
  key: string | null
  /** The item, if it is not stored elsewhere. */
  item?: object
}>
