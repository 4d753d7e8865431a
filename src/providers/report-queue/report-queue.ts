import { z } from 'zod'
import { type Answer, outbound, type Tools } from '../outbound.ts'
import type { ReportQueueSettings } from './report-queue-settings.ts'

/** A = virtual-account deposit, B = QRIS deposit, C = withdrawal. */
export type ReportKind = 'A' | 'B' | 'C'

export type Report = Readonly<{
  /**
   * Our own; the queue names it in its callback, and treats a repeat of the same report as the
   * first.
   */
  requestId: string
  kind: ReportKind
  payload: Readonly<Record<string, string>>
}>

/** The queue of reports to the regulator; it responds to each report by a callback. */
export type ReportQueue = Readonly<{ submit: (report: Report) => Promise<Answer<null>> }>

const Taken = z.object({ request_id: z.string() })
const refusal = z.object({ code: z.string(), message: z.string() })

export function connectReportQueue(config: ReportQueueSettings, tools: Tools): ReportQueue {
  const ask = outbound('report-queue', config.baseUrl, tools)
  return {
    submit: async ({ requestId, kind, payload }) => {
      const answer = await ask({
        method: 'POST',
        path: ['reports'],
        headers: { authorization: `Bearer ${config.tokens[0]}` },
        json: { request_id: requestId, kind, data: payload },
        answer: Taken,
        refusal,
      })
      if (answer.kind !== 'accepted') return answer
      const isOurs = answer.value.request_id === requestId
      return isOurs ? { kind: 'accepted', value: null } : { kind: 'unknown', why: 'unreadable' }
    },
  }
}
