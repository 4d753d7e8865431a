import { z } from 'zod'
import { payxDepositToken, payxWithdrawalToken } from '../../access/callbacks/payx-token.ts'
import { endpoint } from '../../http/endpoint.ts'
import { constant, plainRefusal } from '../../http/envelope.ts'
import { anyCallback } from '../../inbox/callback.ts'
import { keepUnreadable, receives } from '../../inbox/receive.ts'
import { createdVa } from './created-va.ts'
import { depositPaid } from './deposit-paid.ts'
import { depositPaidQris } from './deposit-paid-qris.ts'
import { payoutMoved } from './payout-moved.ts'

const tag = 'Callbacks'

const Answered = z.object({
  response_code: z.int(),
  response_message: z.string(),
  response_data: z.null(),
})

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
  endpoint({
    method: 'POST',
    path: '/api/webhook/payx/handle-created-va',
    tag,
    summary: 'payx: a virtual account was created or changed',
    access: payxDepositToken,
    body: createdVa.body,
    run: receives(createdVa),
    unreadable: keepUnreadable(createdVa),
    reply: received,
    refusalShape: refused,
  }),
  endpoint({
    method: 'POST',
    path: '/api/webhook/payx/handle-deposit-paid',
    tag,
    summary: 'payx: a virtual account was paid',
    access: payxDepositToken,
    body: depositPaid.body,
    run: receives(depositPaid),
    unreadable: keepUnreadable(depositPaid),
    reply: received,
    refusalShape: refused,
  }),
  endpoint({
    method: 'POST',
    path: '/api/webhook/payx/handle-deposit-paid-qris',
    tag,
    summary: 'payx: a QR code was paid',
    access: payxDepositToken,
    body: depositPaidQris.body,
    run: receives(depositPaidQris),
    unreadable: keepUnreadable(depositPaidQris),
    reply: received,
    refusalShape: refused,
  }),
  endpoint({
    method: 'POST',
    path: '/api/webhook/payx/handle-withdrawal',
    tag,
    summary: 'payx: a payout moved on',
    access: payxWithdrawalToken,
    body: payoutMoved.body,
    run: receives(payoutMoved),
    unreadable: keepUnreadable(payoutMoved),
    reply: received,
    refusalShape: refused,
  }),
]
