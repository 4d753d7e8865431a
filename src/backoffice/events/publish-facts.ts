import type { Context } from '../../context.ts'
import { asLeader } from '../../core/database/cluster/leader.ts'
import type { Tx } from '../../core/database/database.ts'
import type { EventItem, EventSource } from '../../core/facts/event-source.ts'
import { factTypes, isFactType } from '../../core/facts/fact-types.ts'
import { takeFacts, type WaitingFact } from '../../core/facts/facts.sql.ts'
import { eventLimits } from './event-limits.ts'
import { ownItem } from './item-contracts.ts'
import { findPublished, insertEvents, type NewEvent } from './published-events.sql.ts'
import { wantsPersonal } from './subscriptions.sql.ts'

/**
 * Publishes the oldest facts as events: gives them positions and the numbers of their users, in the
 * order in which they were recorded, and reads their items. Transactions of facts commit in any
 * order, so only committed facts get positions, by one transaction after another. Returns how many
 * facts were taken.
 */
export const publishFacts = (
  ctx: Pick<Context, 'db' | 'log'>,
  epoch: number,
  sources: readonly EventSource[],
): Promise<number> =>
  asLeader(ctx.db, epoch, async (tx) => {
    const facts = await takeFacts(tx, eventLimits.publishedAtOnce)
    if (facts.length === 0) return 0
    const fresh = await withoutRepeats(tx, facts)
    const [items, personal] = await Promise.all([
      readItems(ctx, tx, sources, fresh),
      wantsPersonal(tx),
    ])
    await insertEvents(
      tx,
      fresh.flatMap((fact) => eventOf(ctx, fact, items, personal)),
    )
    return facts.length
  })

const nameOf = ({ type, key }: Pick<WaitingFact, 'type' | 'key'>): string => `${type} ${key}`

async function withoutRepeats(
  tx: Tx,
  facts: readonly WaitingFact[],
): Promise<readonly WaitingFact[]> {
  const keyed = facts.flatMap(({ type, key }) => (key === null ? [] : [{ type, key }]))
  const seen = new Set(await findPublished(tx, keyed))
  return facts.filter((fact) => {
    if (fact.key === null) return true
    const isNew = !seen.has(nameOf(fact))
    seen.add(nameOf(fact))
    return isNew
  })
}

/** The items of facts that do not carry them, by kind and subject. */
type Items = ReadonlyMap<string, ReadonlyMap<string, EventItem>>

async function readItems(
  ctx: Pick<Context, 'db'>,
  tx: Tx,
  sources: readonly EventSource[],
  facts: readonly WaitingFact[],
): Promise<Items> {
  const read = new Map<string, ReadonlyMap<string, EventItem>>()
  for (const { kind, read: readOf } of sources) {
    const subjects = facts.filter(
      ({ type, item }) => item === null && isFactType(type) && factTypes[type].item === kind,
    )
    if (subjects.length > 0) {
      read.set(kind, await readOf(ctx, tx, [...new Set(subjects.map(({ subject }) => subject))]))
    }
  }
  return read
}

/** A fact that cannot be shown is logged, and delays no other. */
function eventOf(
  { log }: Pick<Context, 'log'>,
  { at, user, type, subject, key, item }: WaitingFact,
  items: Items,
  personal: boolean,
): readonly NewEvent[] {
  const kind = isFactType(type) ? factTypes[type].item : null
  const found =
    kind !== null && typeof item === 'object' && item !== null
      ? ownItem(kind, item)
      : items.get(kind ?? '')?.get(subject)
  if (found === undefined) {
    log.error({ type, subject }, 'the item of an event is missing; the event is not published')
    return []
  }
  const whole = personal && 'whole' in found ? (found.whole ?? null) : null
  return [{ user, type, key, at, item: found.item, whole }]
}
