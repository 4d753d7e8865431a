import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { signalOnCommit } from '../../core/database/database.ts'
import { subscriptionsChanged } from '../../core/facts/facts.sql.ts'
import type { ById } from '../../platform/access/operators/change-contracts.ts'
import {
  type Audited,
  audited,
  type OperatorOperation,
} from '../../platform/access/operators/operator-endpoint.ts'
import { instant, integer } from '../../platform/http/contracts/contracts.ts'
import { requeueEvent } from './deliveries.sql.ts'
import { wantsEvent } from './kind-filter.rules.ts'
import { changed, lockOpen, subjectOf } from './manage-subscriptions.ts'
import { positionBefore, readEventsAt } from './published-events.sql.ts'
import type { SubscriptionView } from './subscription-contracts.ts'
import { writePosition } from './subscriptions.sql.ts'

type Target = z.output<typeof ById>

export const ReplaySubscription = z.object({
  from: instant.meta({ description: 'Events that were published at or after this time.' }),
})

export const ResendEvent = z.object({ position: integer({ min: 1, max: 999_999_999_999_999 }) })

/** Sends all events from a time on again, in their order. */
export const replaySubscription = (
  ctx: Pick<Context, 'config' | 'db'>,
  { id, from }: Target & z.output<typeof ReplaySubscription>,
  by: OperatorOperation,
): Promise<Audited<z.input<typeof SubscriptionView>>> =>
  ctx.db.inTransaction(async (tx) => {
    const { position } = await lockOpen(tx, id)
    const start = await positionBefore(tx, from)
    if (start >= position) return refuse('api.nothing_to_change')
    await writePosition(tx, id, start)
    return changed(ctx, tx, by, id, { replayFrom: from.toISOString(), position: start })
  })

/**
 * Sends one event again, also if it was delivered or given up. Only one that the subscription
 * wants: two operators agreed to the types and the user of one with personal data.
 */
export const resendEvent = (
  ctx: Pick<Context, 'db'>,
  { id, position }: Target & z.output<typeof ResendEvent>,
  by: OperatorOperation,
): Promise<Audited<void>> =>
  ctx.db.inTransaction(async (tx) => {
    const subscription = await lockOpen(tx, id)
    const [event] = await readEventsAt(tx, [position])
    if (event === undefined || !wantsEvent(subscription, event)) {
      return refuse('api.event_not_found')
    }
    await requeueEvent(tx, id, event)
    signalOnCommit(tx, subscriptionsChanged)
    return audited(tx, by, { subject: subjectOf(id), after: { resent: position } }, undefined)
  })
