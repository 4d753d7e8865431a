import { anyCallback } from '../../core/inbox/callback.ts'
import { custodyJws, custodySignature } from '../../platform/access/callbacks/custody-signature.ts'
import { keepUnreadable, receives } from '../../platform/access/callbacks/receive.ts'
import { endpointsOf } from '../../platform/http/endpoint/endpoint.ts'
import { success } from '../../platform/http/envelope.ts'
import { custodyV1, custodyV2 } from './custody-event.ts'

const { post } = endpointsOf('Callbacks')

export const custodyEvents = [anyCallback(custodyV1), anyCallback(custodyV2)]

/** Specification 4.13, the custody rows. */
export const custodyCallbacks = [
  post('/api/webhook/custody', {
    summary: 'custody: a transaction was created or changed (older form)',
    access: custodySignature,
    body: custodyV1.body,
    operationId: 'custodyV1',
    run: receives(custodyV1),
    unreadable: keepUnreadable(custodyV1),
    reply: success('OK'),
  }),
  post('/api/webhook/custody-v2', {
    summary: 'custody: a transaction was created or changed',
    access: custodyJws,
    body: custodyV2.body,
    operationId: 'custodyV2',
    run: receives(custodyV2),
    unreadable: keepUnreadable(custodyV2),
    reply: success('OK'),
  }),
]
