import { z } from 'zod'
import { userId } from '../../base/values/ids.ts'
import type { Context } from '../../context.ts'
import { factTypeNames } from '../../core/facts/fact-types.ts'
import {
  integer,
  oneOf,
  optional,
  wireId,
  withDefault,
} from '../../platform/http/contracts/contracts.ts'
import { cursorFields } from '../../platform/http/contracts/lists.ts'
import { messageOf, PublishedEvent } from './event-form.ts'
import { readEventsAfter } from './published-events.sql.ts'

export const ListPublishedEvents = z.object({
  after: withDefault(integer({ min: 0, max: 999_999_999_999_999 }), 0),
  limit: cursorFields.limit,
  type: optional(oneOf(factTypeNames)),
  userId: optional(wireId.transform(userId)),
})

export const EventList = z
  .object({
    data: z.array(PublishedEvent),
    after: z.int().meta({
      description: 'The position from which to read on; the same as sent if there is no event.',
    }),
  })
  .meta({ id: 'EventList' })

/**
 * Lists events in the order of their positions. An event never appears before the position of one
 * that was read: positions are given after the commit of the fact.
 */
export async function listPublishedEvents(
  { db }: Pick<Context, 'db'>,
  input: z.output<typeof ListPublishedEvents>,
): Promise<z.input<typeof EventList>> {
  const { after, limit, type = null, userId: user = null } = input
  const events = await readEventsAfter(db.read, after, limit, { user, type })
  return { data: events.map((event) => messageOf(event)), after: events.at(-1)?.position ?? after }
}
