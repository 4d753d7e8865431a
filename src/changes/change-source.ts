import type { UserId } from '../base/ids.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../database/database.ts'
import type { Follower } from './written.sql.ts'

type ChangeEvent = 'order' | 'deposit' | 'withdrawal' | 'balance' | 'message'

/** The current state of one thing of a user's, in the shape in which lists show it. */
export type Change = Readonly<{
  user: UserId
  event: ChangeEvent
  /** Identifies the thing among those of one event; `version` identifies its state. */
  key: string
  version: number
  data: object
}>

/**
 * Returns a room's things that were written after the followers' positions, at most
 * `limits.stream.changesEach` per follower. The transaction must read from a single snapshot.
 */
export type ChangeSource = (
  ctx: Pick<Context, 'db'>,
  tx: Tx,
  followers: readonly Follower[],
) => Promise<readonly Change[]>
