import { z } from 'zod'
import { anyCallback } from '../../core/inbox/callback.ts'
import {
  payxDepositToken,
  payxWithdrawalToken,
} from '../../platform/access/callbacks/payx-token.ts'
import { keepUnreadable, receives } from '../../platform/access/callbacks/receive.ts'
import { endpointsOf } from '../../platform/http/endpoint/endpoint.ts'
import { constant, plainRefusal } from '../../platform/http/envelope.ts'
import { createdVa } from './created-va.ts'
import { depositPaid } from './deposit-paid.ts'
import { depositPaidQris } from './deposit-paid-qris.ts'
import { payoutMoved } from './payout-moved.ts'

const { post } = endpointsOf('Callbacks')

const Answered = z
  .object({
    response_code: z.int(),
    response_message: z.string(),
    response_data: z.null(),
  })
  .meta({ id: 'PayxAnswer' })

const received = constant(200, Answered, {
  response_code: 200,
  response_message: 'success receive data',
  response_data: null,
})

const refused = plainRefusal(Answered, ({ key, status, message }) => ({
  response_code: status,
  response_message: key === 'api.callback_unauthorized' ? 'invalid callback token' : message,
  response_data: null,
}))

export const payxEvents = [
  anyCallback(createdVa),
  anyCallback(depositPaid),
  anyCallback(depositPaidQris),
  anyCallback(payoutMoved),
]

/** Specification 4.13, the payx rows. */
export const payxCallbacks = [
  post('/api/webhook/payx/handle-created-va', {
    summary: 'payx: a virtual account was created or changed',
    access: payxDepositToken,
    body: createdVa.body,
    operationId: 'payxCreatedVa',
    run: receives(createdVa),
    unreadable: keepUnreadable(createdVa),
    reply: received,
    refusalShape: refused,
  }),
  post('/api/webhook/payx/handle-deposit-paid', {
    summary: 'payx: a virtual account was paid',
    access: payxDepositToken,
    body: depositPaid.body,
    operationId: 'payxDepositPaid',
    run: receives(depositPaid),
    unreadable: keepUnreadable(depositPaid),
    reply: received,
    refusalShape: refused,
  }),
  post('/api/webhook/payx/handle-deposit-paid-qris', {
    summary: 'payx: a QR code was paid',
    access: payxDepositToken,
    body: depositPaidQris.body,
    operationId: 'payxDepositPaidQris',
    run: receives(depositPaidQris),
    unreadable: keepUnreadable(depositPaidQris),
    reply: received,
    refusalShape: refused,
  }),
  post('/api/webhook/payx/handle-withdrawal', {
    summary: 'payx: the status of a payout changed',
    access: payxWithdrawalToken,
    body: payoutMoved.body,
    operationId: 'payxPayoutMoved',
    run: receives(payoutMoved),
    unreadable: keepUnreadable(payoutMoved),
    reply: received,
    refusalShape: refused,
  }),
]
