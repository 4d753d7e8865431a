import type { z } from 'zod'
import type { UserId } from '../../base/values/ids.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../database/database.ts'
import type { Follower } from './written.sql.ts'

type ChangeEvent = 'order' | 'deposit' | 'withdrawal' | 'balance' | 'message'

/** The current state of one item of a user, in the shape in which lists show it. */
export type Change = Readonly<{
  user: UserId
  event: ChangeEvent
  /** Identifies the item among those of one event; `version` identifies its state. */
  key: string
  version: number
  data: object
}>

/** A room whose items are streamed to their users. */
export type ChangeSource = Readonly<{
  /** Its events, with the contracts of their data. */
  events: Readonly<Partial<Record<ChangeEvent, z.ZodType>>>
  /**
   * Returns the items that were written after the followers' positions, at most
   * `streamLimits.changesEach` per follower. The transaction must read from a single snapshot.
   */
  read: (
    ctx: Pick<Context, 'db'>,
    tx: Tx,
    followers: readonly Follower[],
  ) => Promise<readonly Change[]>
}>
