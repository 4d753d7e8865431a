import { custodyJws, custodySignature } from '../../access/callbacks/custody-signature.ts'
import { endpoint } from '../../http/endpoint.ts'
import { success } from '../../http/envelope.ts'
import { anyCallback } from '../../inbox/callback.ts'
import { keepUnreadable, receives } from '../../inbox/receive.ts'
import { custodyV1, custodyV2 } from './custody-event.ts'

const tag = 'Callbacks'

export const custodyEvents = [anyCallback(custodyV1), anyCallback(custodyV2)]

/** Specification 4.13, the custody rows. */
export const custodyCallbacks = [
  endpoint({
    method: 'POST',
    path: '/api/webhook/custody',
    tag,
    summary: 'custody: a transaction was created or moved on (older form)',
    access: custodySignature,
    body: custodyV1.body,
    run: receives(custodyV1),
    unreadable: keepUnreadable(custodyV1),
    reply: success('OK'),
  }),
  endpoint({
    method: 'POST',
    path: '/api/webhook/custody-v2',
    tag,
    summary: 'custody: a transaction was created or moved on',
    access: custodyJws,
    body: custodyV2.body,
    run: receives(custodyV2),
    unreadable: keepUnreadable(custodyV2),
    reply: success('OK'),
  }),
]
