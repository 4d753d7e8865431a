import { z } from 'zod'
import { camelCase } from '../../base/values/words.ts'
import type { EventSource } from '../../core/facts/event-source.ts'
import { factTypeNames, factTypes, type ItemKind, isFactType } from '../../core/facts/fact-types.ts'
import type { Webhook } from '../../platform/http/endpoint/endpoint.ts'
import { ownItems } from './item-contracts.ts'
import { type OutgoingEvent, ownerOf } from './published-events.sql.ts'

/** The version of all types; a type whose item changes gets a version of its own. */
const eventVersion = 1

const envelope = {
  id: z.string().meta({ description: 'The same in every delivery: the header `webhook-id`.' }),
  type: z.string().meta({ enum: factTypeNames }),
  version: z.int(),
  timestamp: z.iso.datetime().meta({ description: 'The time of the fact.' }),
  position: z.int().meta({
    description: 'The place in the list of all events, without gaps. 0: a test event.',
  }),
  userId: z.int().nullable(),
  sequence: z.int().meta({
    description:
      "The number among the user's events, without gaps; among those without a user if `userId` " +
      'is null.',
  }),
}

/** An event as it is listed and sent. The form of `data` follows from the type. */
export const PublishedEvent = z
  .object({ ...envelope, data: z.record(z.string(), z.unknown()) })
  .meta({ id: 'PublishedEvent' })

export type EventMessage = z.input<typeof PublishedEvent>

const Data = z.record(z.string(), z.unknown())

export function messageOf(event: OutgoingEvent, personal = false): EventMessage {
  const { id, type, at, position, sequence, item, whole } = event
  return {
    id: `evt_${id}`,
    type,
    version: eventVersion,
    timestamp: at.toISOString(),
    position,
    userId: ownerOf(event),
    sequence,
    data: Data.parse(personal ? (whole ?? item) : item),
  }
}

/** Each type of event with its form, for the API documents. Types of one item share a form. */
export function eventWebhooks(sources: readonly EventSource[]): readonly Webhook[] {
  const items: readonly (readonly [ItemKind, z.ZodType])[] = [
    ...sources.map(({ kind, contract }) => [kind, contract] as const),
    ['account', ownItems.account],
    ['adjustment', ownItems.adjustment],
    ['decision', ownItems.decision],
    ['suspended-deposit', ownItems['suspended-deposit']],
  ]
  const forms = new Map(
    items.map(([kind, data]) => {
      const types = factTypeNames.filter(
        (type) => isFactType(type) && factTypes[type].item === kind,
      )
      const name = camelCase(['', ...kind.split('-'), 'event'])
      return [
        kind,
        z.object({ ...envelope, type: z.enum(types), data }).meta({ id: name }),
      ] as const
    }),
  )
  return factTypeNames.filter(isFactType).map((type) => {
    const { item, summary } = factTypes[type]
    const contract = forms.get(item)
    if (contract === undefined) throw new Error(`no room shows the item of ${type}`)
    return { type, summary, contract }
  })
}
