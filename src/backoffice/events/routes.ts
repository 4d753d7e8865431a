import { z } from 'zod'
import { twoPersonRefusals } from '../../app/transfers/deciding.ts'
import type { EventSource } from '../../core/facts/event-source.ts'
import { ById } from '../../platform/access/operators/change-contracts.ts'
import { operatorRead, operatorWrite } from '../../platform/access/operators/operator-endpoint.ts'
import { operatorList } from '../../platform/access/operators/operator-list.ts'
import { operatorAs } from '../../platform/access/operators/operator-signed-in.ts'
import { conflictRefusals } from '../../platform/access/operators/versions.ts'
import type { Endpoint } from '../../platform/http/endpoint/endpoint.ts'
import { success } from '../../platform/http/envelope.ts'
import {
  AgreeToSubscription,
  agreeToSubscription,
  ChangeSubscription,
  changeSubscription,
} from './change-subscription.ts'
import { eventWebhooks } from './event-form.ts'
import { EventList, ListPublishedEvents, listPublishedEvents } from './list-events.ts'
import {
  CreateSubscription,
  createSubscription,
  endSubscription,
  pauseSubscription,
  RotateSecret,
  resumeSubscription,
  rotateSecret,
} from './manage-subscriptions.ts'
import {
  ReplaySubscription,
  ResendEvent,
  replaySubscription,
  resendEvent,
} from './resend-events.ts'
import { AttemptView, ListAttempts, showAttempts, TestAttempt } from './show-attempts.ts'
import { showSubscription, showSubscriptions } from './show-subscriptions.ts'
import { NewSecret, SubscriptionDetails, SubscriptionView } from './subscription-contracts.ts'
import { testSubscription } from './test-subscription.ts'

const subscriptions = '/operator/api/subscriptions'
const changedReply = success('api.subscription_updated', SubscriptionView)
const notFound = 'api.subscription_not_found'

const move = (action: string, path: string, summary: string, run: typeof pauseSubscription) =>
  operatorWrite('POST', `${subscriptions}/{id}/${path}`, {
    action,
    summary,
    access: operatorAs('admin'),
    params: ById,
    run,
    reply: changedReply,
    refusals: [notFound, 'api.nothing_to_change'],
  })

/** Subscriptions, and the agreement to those with personal data. */
const managing: readonly Endpoint[] = [
  operatorRead(subscriptions, {
    summary: 'Subscriptions to events, newest first',
    access: operatorAs('viewer'),
    run: showSubscriptions,
    reply: success('api.subscriptions_retrieved', z.array(SubscriptionView)),
  }),
  operatorWrite('POST', subscriptions, {
    action: 'subscription.create',
    summary: 'Send events to an address; those with personal data after a second operator agrees',
    access: operatorAs('admin'),
    body: CreateSubscription,
    run: createSubscription,
    reply: success('api.subscription_created', NewSecret),
    refusals: ['api.user_not_found', 'api.too_many_subscriptions', ...twoPersonRefusals],
  }),
  operatorRead(`${subscriptions}/{id}`, {
    summary: 'One subscription, and why its events may not arrive',
    access: operatorAs('viewer'),
    params: ById,
    run: showSubscription,
    reply: success('api.subscription_retrieved', SubscriptionDetails),
    refusals: [notFound],
  }),
  operatorWrite('PUT', `${subscriptions}/{id}`, {
    action: 'subscription.change',
    summary: 'Change name, address, types and user; with personal data two operators must agree',
    access: operatorAs('admin'),
    params: ById,
    body: ChangeSubscription,
    run: changeSubscription,
    reply: changedReply,
    refusals: [
      notFound,
      'api.user_not_found',
      'api.nothing_to_change',
      ...conflictRefusals,
      ...twoPersonRefusals,
    ],
  }),
  operatorWrite('POST', `${subscriptions}/{id}/agree`, {
    action: 'subscription.agree',
    summary: "Agree to another operator's subscription with personal data, or to its change",
    access: operatorAs('admin'),
    params: ById,
    body: AgreeToSubscription,
    run: agreeToSubscription,
    reply: changedReply,
    refusals: [notFound, 'api.already_decided', ...conflictRefusals, ...twoPersonRefusals],
  }),
  operatorWrite('POST', `${subscriptions}/{id}/rotate`, {
    action: 'subscription.rotate',
    summary: 'Make new keys; the former ones sign as well for a day',
    access: operatorAs('admin'),
    params: ById,
    body: RotateSecret,
    run: rotateSecret,
    reply: success('api.subscription_rotated', NewSecret),
    refusals: [notFound, 'api.nothing_to_change', 'auth.otp_failed'],
  }),
]

const pausing: readonly Endpoint[] = [
  move('subscription.pause', 'pause', 'Stop sending events for a while', pauseSubscription),
  move(
    'subscription.resume',
    'resume',
    'Send events on, with those that waited',
    resumeSubscription,
  ),
  move('subscription.end', 'end', 'End a subscription for ever', endSubscription),
]

/** What is sent to a subscriber, by hand or not. */
const sending: readonly Endpoint[] = [
  operatorWrite('POST', `${subscriptions}/{id}/test`, {
    action: 'subscription.test',
    summary: 'Send a test event now; returns the response',
    access: operatorAs('admin'),
    params: ById,
    run: testSubscription,
    reply: success('api.subscription_tested', TestAttempt),
    refusals: [notFound, 'api.nothing_to_change'],
  }),
  operatorWrite('POST', `${subscriptions}/{id}/replay`, {
    action: 'subscription.replay',
    summary: 'Send all events from a time on again',
    access: operatorAs('admin'),
    params: ById,
    body: ReplaySubscription,
    run: replaySubscription,
    reply: changedReply,
    refusals: [notFound, 'api.nothing_to_change'],
  }),
  operatorWrite('POST', `${subscriptions}/{id}/resend`, {
    action: 'event.resend',
    summary: 'Send one event again',
    access: operatorAs('admin'),
    params: ById,
    body: ResendEvent,
    run: resendEvent,
    reply: success('api.event_resent'),
    refusals: [notFound, 'api.event_not_found', 'api.nothing_to_change'],
  }),
  ...operatorList(`${subscriptions}/{id}/attempts`, {
    summary: 'Requests to a subscriber with payload, response and time, newest first',
    access: operatorAs('admin'),
    params: ById,
    query: ListAttempts,
    run: showAttempts,
    message: 'api.delivery_attempts_retrieved',
    item: AttemptView,
    refusals: [notFound],
    exportedBy: 'admin',
  }),
]

/** Events, and the subscriptions of other systems to them. */
export const eventEndpoints = (sources: readonly EventSource[]): readonly Endpoint[] => [
  {
    ...operatorRead('/operator/api/events', {
      summary: 'Events in the order of their positions, for consumers that read instead of listen',
      access: operatorAs('viewer'),
      query: ListPublishedEvents,
      run: listPublishedEvents,
      reply: success('api.events_retrieved', EventList),
    }),
    webhooks: eventWebhooks(sources),
  },
  ...managing,
  ...pausing,
  ...sending,
]
