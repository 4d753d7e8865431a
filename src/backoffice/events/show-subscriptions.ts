import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { countWaitingFacts } from '../../core/facts/facts.sql.ts'
import type { ById } from '../../platform/access/operators/change-contracts.ts'
import { itemVersion } from '../../platform/access/operators/versions.ts'
import { countDeliveries, listAttempts } from './deliveries.sql.ts'
import { diagnose } from './diagnosis.rules.ts'
import { readLastPosition } from './published-events.sql.ts'
import { openKeys, publicKeyText, type SigningKeys } from './signing.ts'
import type { SubscriptionDetails, SubscriptionView } from './subscription-contracts.ts'
import { findSubscription, listSubscriptions, type Subscription } from './subscriptions.sql.ts'

/** What the version of a subscription covers: its present values, and the change that waits. */
export const versionFacts = ({ name, url, kinds, user, change }: Subscription) => ({
  name,
  url,
  kinds,
  user,
  change: change && JSON.stringify(change),
})

type ShowContext = Pick<Context, 'clock' | 'config' | 'db'>

/** Shows a subscription without its secrets. */
export function shownSubscription(
  one: Subscription,
  keys: SigningKeys,
): z.input<typeof SubscriptionView> {
  return {
    id: one.id,
    name: one.name,
    url: one.url,
    kinds: [...one.kinds],
    userId: one.user,
    personal: one.personal,
    state: one.state,
    publicKey: publicKeyText(keys),
    formerUntil: one.formerUntil,
    position: one.position,
    failures: one.failures,
    failingSince: one.failingSince,
    createdBy: { id: one.createdBy, email: one.createdByEmail },
    createdAt: one.createdAt,
    endedAt: one.endedAt,
    change: one.change && {
      name: one.change.name,
      url: one.change.url,
      kinds: one.change.kinds,
      userId: one.change.user,
    },
    version: itemVersion(versionFacts(one)),
  }
}

/** Lists subscriptions, newest first. */
export async function showSubscriptions(ctx: ShowContext) {
  const found = await listSubscriptions(ctx.db.read)
  return found.map((one) => shownSubscription(one, openKeys(ctx.config, one.sealedKeys)))
}

/** Returns a subscription, and why its events may not arrive. */
export async function showSubscription(
  ctx: ShowContext,
  { id }: z.output<typeof ById>,
): Promise<z.input<typeof SubscriptionDetails>> {
  const found = await findSubscription(ctx.db.read, id)
  const newest = { limit: 1, cursor: null, sort: 'desc' } as const
  const [lastPosition, { waiting, dead: givenUp }, [last], facts] = await Promise.all([
    readLastPosition(ctx.db.read),
    countDeliveries(ctx.db.read, id),
    listAttempts(ctx.db, { subscription: id, outcome: null }, newest),
    countWaitingFacts(ctx.db.read),
  ])
  const waitsMs = facts.since === null ? 0 : ctx.clock.now().getTime() - facts.since.getTime()
  return {
    ...shownSubscription(found, openKeys(ctx.config, found.sealedKeys)),
    lastPosition,
    waiting,
    givenUp,
    findings: [
      ...diagnose({ ...found, lastPosition, waiting, givenUp, unpublishedMs: waitsMs, last }),
    ],
  }
}
