import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { authorized } from '../authorized.ts'
import type { Emulator, Frame } from '../emulator.ts'
import type { Recent } from '../recent.ts'
import { Refused, read } from '../refused.ts'
import { hours, minutes } from '../schedule.ts'

const retryAfterMs = [minutes(1), minutes(5), minutes(15), hours(1), hours(6)]
const answerMs = minutes(1)
const callbackPath = '/api/webhook/micro-queuing/report'

const NewReport = z.looseObject({
  request_id: z.string().min(1).max(100),
  kind: z.enum(['A', 'B', 'C']),
})
type NewReport = z.infer<typeof NewReport>

const Answer = z.strictObject({
  outcome: z.enum(['SUCCESS', 'FAILED']),
  message: z.string().max(1_000).optional(),
  /** Whether api_response is a text that contains JSON, or the object itself. */
  form: z.enum(['text', 'object']).default('text'),
})
type Answer = z.infer<typeof Answer>

const RequestId = z.object({ requestId: z.string() })

type Report = Readonly<{
  asked: NewReport
  outcome: 'PENDING' | 'SUCCESS' | 'FAILED'
  message: string | null
}>

type Reports = Recent<Report>

/** Accepts reports to the regulator and responds to each later, by itself or by the control API. */
export function reportQueue(frame: Frame): Emulator {
  const reports: Reports = frame.saved.list('reports')
  for (const { asked, outcome } of reports.all()) {
    if (outcome === 'PENDING') answerLater(frame, reports, asked)
  }
  return {
    name: 'reports',
    root: '/report-queue',
    mount(api) {
      api.addHook('onRequest', async ({ headers }) => {
        if (authorized(headers.authorization, `Bearer ${frame.secrets.reportQueueToken}`)) return
        throw new Refused(401, 'UNAUTHORIZED', 'the token is not valid')
      })
      api.post('/reports', (request, reply) => {
        const asked = read(NewReport, request.body)
        accept(frame, reports, asked)
        return reply.code(202).send({ request_id: asked.request_id, status: 'QUEUED' })
      })
    },
    control(api) {
      api.post('/reports/:requestId', (request) => {
        const report = reports.get(read(RequestId, request.params).requestId)
        if (report === undefined) throw new Refused(404, 'NOT_FOUND', 'no such report')
        const callbackId = answer(frame, reports, report, read(Answer, request.body))
        return { request_id: report.asked.request_id, callbackId }
      })
    },
    failure: (_status, message, code = 'ERROR') => ({ body: { code, message } }),
    state: () => ({
      reports: reports.all().map(({ asked, outcome, message }) => ({ ...asked, outcome, message })),
    }),
    reset: reports.clear,
  }
}

function accept(frame: Frame, reports: Reports, asked: NewReport): void {
  const known = reports.get(asked.request_id)
  if (known !== undefined && !isDeepStrictEqual(known.asked, asked)) {
    throw new Refused(409, 'DUPLICATE', 'this request_id was used for another report')
  }
  if (known !== undefined) return
  reports.put(asked.request_id, { asked, outcome: 'PENDING', message: null })
  answerLater(frame, reports, asked)
}

function answerLater(frame: Frame, reports: Reports, asked: NewReport): void {
  frame.clock.after(answerMs, () => {
    const report = reports.get(asked.request_id)
    if (report?.outcome !== 'PENDING') return
    answer(frame, reports, report, { outcome: 'SUCCESS', form: 'text' })
  })
}

function answer(
  frame: Frame,
  reports: Reports,
  { asked }: Report,
  { outcome, message, form }: Answer,
): string {
  const success = outcome === 'SUCCESS'
  const responseMessage = message ?? (success ? 'success' : 'rejected by the regulator')
  reports.put(asked.request_id, { asked, outcome, message: responseMessage })
  const response = { responseCode: success ? '200' : '400', responseMessage }
  return frame.callbacks.send({
    provider: 'reports',
    path: callbackPath,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${frame.secrets.reportQueueToken}`,
    },
    body: JSON.stringify({
      request_id: asked.request_id,
      client_secret: frame.secrets.reportQueueSecrets[asked.kind],
      api_response: form === 'text' ? JSON.stringify(response) : response,
    }),
    retryAfterMs,
  })
}
