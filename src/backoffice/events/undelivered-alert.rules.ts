import type { OperatorNotice } from '../../core/outbox/notices.ts'
import type { Subscription } from './subscriptions.sql.ts'

/**
 * The alert that a subscription does not get an event, after all attempts: each time that it is
 * given up, since operators may send it again.
 */
export const undeliveredAlert = (
  { id, name }: Subscription,
  position: number,
  at: Date,
): OperatorNotice => ({
  to: 'operator',
  kind: 'event-undelivered',
  key: `event-undelivered:${id}:${position}:${at.toISOString()}`,
  severity: 'warning',
  subject: `An event could not be delivered to ${name}`,
  data: { subscriptionId: String(id), position: String(position) },
})

/** The alert that a subscription is paused, since every attempt failed for long. */
export const pausedAlert = ({ id, name, url }: Subscription, since: Date): OperatorNotice => ({
  to: 'operator',
  kind: 'subscription-paused',
  key: `subscription-paused:${id}:${since.toISOString()}`,
  severity: 'critical',
  subject: `Events to ${name} are paused: every attempt failed`,
  data: { subscriptionId: String(id), host: new URL(url).host || url, since: since.toISOString() },
})
