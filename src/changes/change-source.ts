import type { UserId } from '../base/ids.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../database/database.ts'
import type { Follower } from './written.sql.ts'

type ChangeEvent = 'order' | 'deposit' | 'withdrawal' | 'balance' | 'message'

/** Something of a user's as it is now, in the shape in which their lists show it. */
export type Change = Readonly<{
  user: UserId
  event: ChangeEvent
  /** Tells the things of one event apart, and `version` the states of one of them. */
  key: string
  version: number
  data: object
}>

/**
 * What a room tells of: the things of its own that were written after the followers' positions, as
 * many of each follower as `limits.stream.changesEach` at most. The transaction sees one moment.
 */
export type ChangeSource = (
  ctx: Pick<Context, 'db'>,
  tx: Tx,
  followers: readonly Follower[],
) => Promise<readonly Change[]>
