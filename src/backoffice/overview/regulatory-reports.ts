import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import { type CursorPage, cursorPageOf } from '../../base/values/cursor.ts'
import type { Context } from '../../context.ts'
import type { Operator } from '../../core/operators/operators.sql.ts'
import { findReport, listReports, reportStates } from '../../core/outbox/reports.sql.ts'
import { resendReport } from '../../core/outbox/resend-report.ts'
import type { ById } from '../../platform/access/operators/change-contracts.ts'
import {
  type Audited,
  audited,
  noteLook,
  type OperatorOperation,
} from '../../platform/access/operators/operator-endpoint.ts'
import { isoTime, oneOf, optional, text } from '../../platform/http/contracts/contracts.ts'
import { cursorFields } from '../../platform/http/contracts/lists.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'

export const ListReports = z.object({
  state: optional(oneOf(reportStates)),
  requestId: optional(text({ max: 200 })),
  ...cursorFields,
})

export const RegulatoryReport = z
  .object({
    id: z.int(),
    requestId: z.string(),
    kind: z.string().meta({ enum: ['A', 'B', 'C'] }),
    state: z.string().meta({
      enum: reportStates,
      description: '`SENT`: the queue took it and has not answered yet.',
    }),
    message: z.string().nullable().meta({ description: "The queue's answer." }),
    createdAt: isoTime,
    updatedAt: isoTime,
  })
  .meta({ id: 'RegulatoryReport' })

export const RegulatoryReportDetails = RegulatoryReport.extend({
  payload: z.unknown().meta({ description: 'What is reported, by name.' }),
}).meta({ id: 'RegulatoryReportDetails' })

/** Lists the reports to the regulator. */
export async function showReports(
  ctx: Pick<Context, 'db'>,
  input: z.output<typeof ListReports>,
): Promise<CursorPage<z.input<typeof RegulatoryReport>>> {
  const found = await listReports(ctx.db, input)
  return cursorPageOf(found, input, ({ id }) => [id])
}

/** Returns a report with its content. It is about a user, so the access is audited. */
export async function showReport(
  ctx: Pick<Context, 'db'>,
  { id }: z.output<typeof ById>,
  operator: Operator,
  request: HttpRequest,
): Promise<z.input<typeof RegulatoryReportDetails>> {
  const report = (await findReport(ctx.db, id)) ?? refuse('api.regulatory_report_not_found')
  await noteLook(ctx, { action: 'report.look', operator, request }, { kind: 'report', id })
  return report
}

/** Sends a report again that the queue rejected or has not answered. */
export const retryReport = (
  ctx: Pick<Context, 'db'>,
  { id }: z.output<typeof ById>,
  by: OperatorOperation,
): Promise<Audited<void>> =>
  ctx.db.inTransaction(async (tx) => {
    const before = await resendReport(tx, id)
    if (before === null) {
      const known = await findReport({ read: tx }, id)
      return refuse(
        known === null ? 'api.regulatory_report_not_found' : 'api.regulatory_report_accepted',
      )
    }
    const change = { before: { state: before }, after: { state: 'PENDING' } }
    return audited(tx, by, { subject: { kind: 'report', id }, ...change }, undefined)
  })
