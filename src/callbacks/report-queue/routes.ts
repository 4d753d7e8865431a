import { z } from 'zod'
import { reportQueueToken } from '../../access/callbacks/report-queue-token.ts'
import { endpoint } from '../../http/endpoint.ts'
import { constant, plainRefusal } from '../../http/envelope.ts'
import { ReportAnswered, reportAnswered } from './report-answered.ts'

const Answered = z.object({ response_message: z.string() })

/** Refusals of this callback have status 400; our own failures keep their status. */
const refused = plainRefusal(
  Answered,
  ({ message }) => ({ response_message: message }),
  ({ status }) => (status < 500 ? 400 : status),
)

/** Specification 4.13, the report queue's row. */
export const reportQueueCallbacks = [
  endpoint({
    method: 'POST',
    path: '/api/webhook/micro-queuing/report',
    tag: 'Callbacks',
    summary: 'report queue: a report was answered',
    access: reportQueueToken,
    body: ReportAnswered,
    run: reportAnswered,
    reply: constant(200, Answered, { response_message: 'callback success' }),
    refusalShape: refused,
    refusals: ['api.report_not_found'],
  }),
]
