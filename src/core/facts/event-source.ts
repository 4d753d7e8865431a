import type { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Tx } from '../database/database.ts'
import type { ItemKind } from './fact-types.ts'

export type EventItem = Readonly<{
  /** Without personal data other than ids. */
  item: object
  /** The whole item, if it has personal data. */
  whole?: object
}>

/** A room whose items are in events, in the form that its lists show. */
export type EventSource = Readonly<{
  kind: ItemKind
  contract: z.ZodType
  /** Reads the items of these subjects; the state is that of the time of publishing. */
  read: (
    ctx: Pick<Context, 'db'>,
    tx: Tx,
    subjects: readonly string[],
  ) => Promise<ReadonlyMap<string, EventItem>>
}>
