import { z } from 'zod'
import { OperatorName } from '../../platform/access/operators/change-contracts.ts'
import { isoTime } from '../../platform/http/contracts/contracts.ts'
import { subscriptionStates } from './subscriptions.sql.ts'

/** Why events may not arrive, for operators. */
export const findings = [
  'not-agreed',
  'paused',
  'ended',
  'no-matching-type',
  'nothing-happened',
  'not-published',
  'address-refused',
  'unreachable',
  'refused',
  'waiting',
  'given-up',
  'all-delivered',
] as const

export const SubscriptionView = z
  .object({
    id: z.int(),
    name: z.string(),
    url: z.string(),
    kinds: z.array(z.string()),
    userId: z.int().nullable().meta({ description: 'Null: events of all users.' }),
    personal: z.boolean().meta({ description: 'Whether the events have personal data.' }),
    state: z.enum(subscriptionStates).meta({
      description: '`proposed`: with personal data, until a second operator agrees.',
    }),
    publicKey: z.string().meta({ description: 'Verifies signatures `v1a` (Ed25519).' }),
    formerUntil: isoTime.nullable().meta({
      description: 'Until when the keys before the last rotation sign as well.',
    }),
    position: z.int().meta({ description: 'Events up to this position were taken.' }),
    failures: z.int().meta({ description: 'Failed rounds since the last success.' }),
    failingSince: isoTime.nullable(),
    createdBy: OperatorName,
    createdAt: isoTime,
    endedAt: isoTime.nullable(),
    change: z
      .object({
        name: z.string(),
        url: z.string(),
        kinds: z.array(z.string()),
        userId: z.int().nullable(),
      })
      .nullable()
      .meta({ description: 'A change that waits for a second operator.' }),
    version: z.string(),
  })
  .meta({ id: 'EventSubscription' })

export const SubscriptionDetails = SubscriptionView.extend({
  lastPosition: z.int().meta({ description: 'The position of the newest event.' }),
  waiting: z.int().meta({ description: 'Events whose delivery is attempted again.' }),
  givenUp: z.int(),
  findings: z.array(z.enum(findings)).meta({ description: 'Why events may not arrive.' }),
}).meta({ id: 'EventSubscriptionDetails' })

export const NewSecret = SubscriptionView.extend({
  secret: z.string().meta({ description: 'Verifies signatures `v1` (HMAC); shown only here.' }),
}).meta({ id: 'EventSubscriptionWithSecret' })
