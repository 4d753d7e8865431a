import { z } from 'zod'
import { paydLimits } from '../../app/deposits/payd/payd-limits.ts'
import { anyCallback } from '../../core/inbox/callback.ts'
import { paydInquiry, paydPayment } from '../../platform/access/callbacks/payd-signature.ts'
import { keepUnreadable, receives } from '../../platform/access/callbacks/receive.ts'
import { endpointsOf } from '../../platform/http/endpoint/endpoint.ts'
import { constant, plainRefusal, unwrapped } from '../../platform/http/envelope.ts'
import { NumberAsked, NumberInquiry, numberAsked, unassigned } from './number-asked.ts'
import { numberPaid, orderPaid } from './payment-paid.ts'

const { post } = endpointsOf('Callbacks')

const Answered = z
  .object({ statusCode: z.enum(['00', '99']), statusMessage: z.string() })
  .meta({ id: 'PaydAnswer' })

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
    ...unassigned,
    vaNo: '',
    statusCode: '99',
    statusMessage: wordsOf(refusal),
  }),
  () => 200,
)

export const paydEvents = [anyCallback(orderPaid), anyCallback(numberPaid)]

/** Specification 4.13, the payd rows. */
export const paydCallbacks = [
  post('/api/webhook/payd-deposit', {
    summary: 'payd: the result of a payment order',
    access: paydPayment,
    body: orderPaid.body,
    operationId: 'paydOrderPaid',
    run: receives(orderPaid),
    unreadable: keepUnreadable(orderPaid),
    reply: received,
    refusalShape: refused,
  }),
  post('/api/webhook/payd/inquiry', {
    summary: 'payd: query the owner of a fixed number',
    access: paydInquiry,
    body: NumberAsked,
    throttle: [
      {
        name: 'payd-inquiries',
        points: paydLimits.inquiriesAMinute,
        windowSeconds: 60,
        key: ({ ip }) => ip,
      },
      {
        name: 'payd-inquiries-number',
        points: paydLimits.inquiriesOfNumberAMinute,
        windowSeconds: 60,
        key: ({ input }) => input.vaNo,
      },
    ],
    run: numberAsked,
    reply: unwrapped(200, NumberInquiry, (answer: NumberInquiry) => answer),
    refusalShape: notAnswered,
    refusals: ['api.payd_session_used'],
  }),
  post('/api/webhook/payd/notify', {
    summary: 'payd: a fixed number was paid',
    access: paydPayment,
    body: numberPaid.body,
    operationId: 'paydNumberPaid',
    run: receives(numberPaid),
    unreadable: keepUnreadable(numberPaid),
    reply: received,
    refusalShape: refused,
  }),
]
