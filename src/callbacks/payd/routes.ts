import { z } from 'zod'
import { paydInquiry, paydPayment } from '../../access/callbacks/payd-signature.ts'
import { limits } from '../../base/limits.ts'
import { endpoint } from '../../http/endpoint.ts'
import { constant, plain, plainRefusal } from '../../http/envelope.ts'
import { anyCallback } from '../../inbox/callback.ts'
import { keepUnreadable, receives } from '../../inbox/receive.ts'
import { NumberAsked, NumberInquiry, nobody, numberAsked } from './number-asked.ts'
import { numberPaid, orderPaid } from './payment-paid.ts'

const tag = 'Callbacks'

const Answered = z.object({ statusCode: z.enum(['00', '99']), statusMessage: z.string() })

type Answered = z.output<typeof Answered>

const received = constant(200, Answered, { statusCode: '00', statusMessage: 'success' })

const wordsOf = ({ key, message }: Readonly<{ key: string; message: string }>): string =>
  key === 'api.callback_unauthorized' ? 'invalid signature' : message

/** Refusals of this callback have status 400; our own failures keep their status. */
const refused = plainRefusal(
  Answered,
  (refusal): Answered => ({ statusCode: '99', statusMessage: wordsOf(refusal) }),
  ({ status }) => (status < 500 ? 400 : status),
)

/**
 * Always 200: banks show the payer the response, and treat any other status as a lost connection.
 */
const notAnswered = plainRefusal(
  NumberInquiry,
  (refusal): NumberInquiry => ({
    ...nobody,
    vaNo: '',
    statusCode: '99',
    statusMessage: wordsOf(refusal),
  }),
  () => 200,
)

export const paydEvents = [anyCallback(orderPaid), anyCallback(numberPaid)]

/** Specification 4.13, the payd rows. */
export const paydCallbacks = [
  endpoint({
    method: 'POST',
    path: '/api/webhook/payd-deposit',
    tag,
    summary: 'payd: an order was paid, or was not',
    access: paydPayment,
    body: orderPaid.body,
    run: receives(orderPaid),
    unreadable: keepUnreadable(orderPaid),
    reply: received,
    refusalShape: refused,
  }),
  endpoint({
    method: 'POST',
    path: '/api/webhook/payd/inquiry',
    tag,
    summary: 'payd: whose is this fixed number?',
    access: paydInquiry,
    body: NumberAsked,
    throttle: [
      {
        name: 'payd-inquiries',
        points: limits.payd.inquiriesAMinute,
        windowSeconds: 60,
        key: ({ ip }) => ip,
      },
      {
        name: 'payd-inquiries-number',
        points: limits.payd.inquiriesOfNumberAMinute,
        windowSeconds: 60,
        key: ({ input }) => input.vaNo,
      },
    ],
    run: numberAsked,
    reply: plain(200, NumberInquiry, (answer: NumberInquiry) => answer),
    refusalShape: notAnswered,
    refusals: ['api.payd_session_used'],
  }),
  endpoint({
    method: 'POST',
    path: '/api/webhook/payd/notify',
    tag,
    summary: 'payd: a fixed number was paid',
    access: paydPayment,
    body: numberPaid.body,
    run: receives(numberPaid),
    unreadable: keepUnreadable(numberPaid),
    reply: received,
    refusalShape: refused,
  }),
]
