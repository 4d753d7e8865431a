import { z } from 'zod'
import { reportQueueToken } from '../../platform/access/callbacks/report-queue-token.ts'
import { endpointsOf } from '../../platform/http/endpoint/endpoint.ts'
import { constant, plainRefusal } from '../../platform/http/envelope.ts'
import { ReportAnswered, reportAnswered } from './report-answered.ts'

const { post } = endpointsOf('Callbacks')

const Answered = z.object({ response_message: z.string() }).meta({ id: 'ReportAnswer' })

/** Refusals of this callback have status 400; our own failures keep their status. */
const refused = plainRefusal(
  Answered,
  ({ message }) => ({ response_message: message }),
  ({ status }) => (status < 500 ? 400 : status),
)

/** Specification 4.13, the report queue's row. */
export const reportQueueCallbacks = [
  post('/api/webhook/micro-queuing/report', {
    summary: 'report queue: the outcome of a report',
    access: reportQueueToken,
    body: ReportAnswered,
    run: reportAnswered,
    reply: constant(200, Answered, { response_message: 'callback success' }),
    refusalShape: refused,
    refusals: ['api.report_not_found'],
  }),
]
