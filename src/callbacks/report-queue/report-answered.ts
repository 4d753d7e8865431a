import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import { parseJson } from '../../base/values/json.ts'
import type { Context } from '../../context.ts'
import { batchedInTransaction } from '../../core/database/driver/batched.ts'
import { readToday } from '../../core/histories/today.sql.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import type { OperatorNotice } from '../../core/outbox/notices.ts'
import { type ReportAnswer, recordReportAnswers } from '../../core/outbox/outbox.sql.ts'
import { kindOfSecret } from '../../platform/access/callbacks/report-queue-token.ts'
import { sentWord } from '../../platform/http/contracts/callback-contracts.ts'
import { jsonText, rawText } from '../../platform/http/contracts/contracts.ts'

export const ReportAnswered = z.object({
  request_id: sentWord({ max: 100 }),
  client_secret: rawText({ max: 500 }),
  api_response: z.union([jsonText({ maxBytes: 65_536 }), rawText({ max: 65_536 })]),
})

/**
 * The report queue reports the outcome of a report. It moves no money and may be repeated, so it is
 * recorded at once and not kept in the inbox, which would store its secret.
 */
export async function reportAnswered(
  ctx: Pick<Context, 'config' | 'db'>,
  { request_id: requestId, client_secret, api_response }: z.output<typeof ReportAnswered>,
): Promise<void> {
  const kind = kindOfSecret(ctx, client_secret)
  const answer = readAnswer(api_response)
  if (!(await record(ctx, { requestId, kind, ...answer }))) return refuse('api.report_not_found')
}

const record = batchedInTransaction(async (tx, answers: readonly ReportAnswer[]) => {
  const isKnown = await recordReportAnswers(tx, answers)
  const failed = answers.filter(({ status }, at) => status === 'FAILED' && isKnown[at] === true)
  if (failed.length > 0) {
    const today = await readToday(tx)
    enqueueAll(
      tx,
      failed.map((one) => failedAlert(one, today)),
    )
  }
  return isKnown
})

/** Alerts operators once a day for each kind; the list of reports has all that failed. */
const failedAlert = ({ requestId, kind }: ReportAnswer, day: string): OperatorNotice => ({
  to: 'operator',
  kind: 'report-failed',
  key: `report-failed:${kind}:${day}`,
  severity: 'warning',
  subject: `A report of kind ${kind} to the regulator failed`,
  data: { requestId },
})

const code = z.union([z.string(), z.number().transform(String)])

const ApiResponse = z.object({
  responseCode: code.nullish(),
  code: code.nullish(),
  status: code.nullish(),
  responseMessage: z.string().nullish(),
  message: z.string().nullish(),
})

const successes = new Set(['200', 'success'])
const maxMessageChars = 1_000

type Answer = Readonly<{ status: 'SUCCESS' | 'FAILED'; message: string | null }>

/** Reads an answer; an unreadable one counts as a failure, with its text as the message. */
function readAnswer(sent: string): Answer {
  const read = ApiResponse.safeParse(parsed(sent))
  if (!read.success) return { status: 'FAILED', message: sent.slice(0, maxMessageChars) }
  const { responseCode, code: plainCode, status, responseMessage, message } = read.data
  const outcome = responseCode ?? plainCode ?? status ?? responseMessage ?? message ?? ''
  return {
    status: successes.has(outcome.toLowerCase()) ? 'SUCCESS' : 'FAILED',
    message: (responseMessage ?? message ?? null)?.slice(0, maxMessageChars) ?? null,
  }
}

function parsed(sent: string): unknown {
  try {
    return parseJson(Buffer.from(sent))
  } catch {
    return null
  }
}
