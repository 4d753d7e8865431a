import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import { cursorPageOf } from '../../base/values/cursor.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../core/database/database.ts'
import { closeAgreements } from '../../core/decisions/agreements.sql.ts'
import { type ById, OperatorName } from '../../platform/access/operators/change-contracts.ts'
import { decide } from '../../platform/access/operators/decide.ts'
import { operatorCode } from '../../platform/access/operators/operator-code.ts'
import {
  type Audited,
  audited,
  type OperatorOperation,
} from '../../platform/access/operators/operator-endpoint.ts'
import { integer, isoTime, optional } from '../../platform/http/contracts/contracts.ts'
import { cursorFields } from '../../platform/http/contracts/lists.ts'
import { carfStates, startOfYear } from './carf.rules.ts'
import {
  type CarfReport,
  checkStates,
  findCarfReport,
  insertCarfReport,
  listCarfReports,
  lockCarfReport,
  writeReportState,
} from './carf-reports.sql.ts'

export const ListCarfReports = z.object({ ...cursorFields })

export const CarfReportView = z
  .object({
    id: z.int(),
    year: z.int(),
    isCorrection: z.boolean().meta({
      description: 'Whether it has only what differs from the reports released before.',
    }),
    state: z.enum(carfStates),
    requestedBy: OperatorName,
    requestedAt: isoTime,
    drawnAt: isoTime.nullable(),
    newRecords: z.int(),
    corrections: z.int(),
    deletions: z.int(),
    unvalued: z.int().meta({
      description: 'Transactions whose amount is missing, because no price was known.',
    }),
    unidentified: z.int().meta({
      description: 'Users with figures who are left out, because their identity is not known.',
    }),
    checked: z.enum(checkStates).nullable().meta({
      description: 'Whether the files fit the schema of CARF_SCHEMA; null until it is drawn.',
    }),
    problems: z.string().nullable(),
    releasedAt: isoTime.nullable(),
  })
  .meta({ id: 'CarfReport' })

const shown = ({ requestedBy, requestedByEmail, ...report }: CarfReport) => ({
  ...report,
  requestedBy: { id: requestedBy, email: requestedByEmail },
})

/** Lists yearly reports, newest first by default. */
export async function showCarfReports(
  ctx: Pick<Context, 'db'>,
  input: z.output<typeof ListCarfReports>,
) {
  const found = await listCarfReports(ctx.db, input)
  return cursorPageOf(found, input, ({ id }) => [id], shown)
}

export async function showCarfReport(
  ctx: Pick<Context, 'db'>,
  { id }: z.output<typeof ById>,
): Promise<z.input<typeof CarfReportView>> {
  return shown((await findCarfReport(ctx.db.read, id)) ?? refuse('api.carf_report_not_found'))
}

export const RequestCarfReport = z.object({
  year: integer({ min: 2020, max: 2100 }).meta({
    description: 'A year in Jakarta that has ended.',
  }),
})

/**
 * Requests the report of a year, which is then drawn. After one was released it is a correction of
 * it. Refuses a year that has not ended, and one with an open report.
 */
export const requestCarfReport = (
  ctx: Pick<Context, 'clock' | 'db'>,
  { year }: z.output<typeof RequestCarfReport>,
  by: OperatorOperation,
): Promise<Audited<z.input<typeof CarfReportView>>> =>
  ctx.db.inTransaction(async (tx) => {
    if (ctx.clock.now() < startOfYear(year + 1)) {
      return refuse('api.carf_year_open')
    }
    const id = (await insertCarfReport(tx, year, by.operator.id)) ?? refuse('api.carf_report_open')
    return changed(tx, by, id)
  })

export const ReleaseCarfReport = z.object({ otpCode: optional(operatorCode) })

/**
 * Releases a drawn report: the first operator proposes it, an independent second one releases it.
 * Refuses files that do not fit the schema, and a correction in which nothing differs.
 */
export const releaseCarfReport = (
  ctx: Pick<Context, 'config' | 'counters' | 'db' | 'log' | 'random'>,
  { id, otpCode }: z.output<typeof ById> & z.output<typeof ReleaseCarfReport>,
  by: OperatorOperation,
): Promise<Audited<z.input<typeof CarfReportView>>> =>
  decide(ctx, by, otpCode, async (tx, agree) => {
    await openReport(tx, id, ['drawn', 'proposed'])
    const report = (await findCarfReport(tx, id)) ?? refuse('api.carf_report_not_found')
    if (report.checked === 'invalid') return refuse('api.carf_report_invalid')
    const records = report.newRecords + report.corrections + report.deletions
    if (report.isCorrection && records === 0) return refuse('api.nothing_to_change')
    const isAgreed = await agree({ ...approvalOf(id), needed: 2 })
    await writeReportState(tx, id, isAgreed ? 'released' : 'proposed')
    return changed(tx, by, id)
  })

/** Discards a report before its release. */
export const discardCarfReport = (
  ctx: Pick<Context, 'db'>,
  { id }: z.output<typeof ById>,
  by: OperatorOperation,
): Promise<Audited<z.input<typeof CarfReportView>>> =>
  ctx.db.inTransaction(async (tx) => {
    await openReport(tx, id, ['drawing', 'drawn', 'proposed'])
    await writeReportState(tx, id, 'discarded')
    await closeAgreements(tx, approvalOf(id))
    return changed(tx, by, id)
  })

const approvalOf = (subject: number) =>
  ({ kind: 'carf-report', subject, statement: 'approved', note: null }) as const

/** Locks a report, and refuses one in another state. */
async function openReport(
  tx: Tx,
  id: number,
  states: readonly CarfReport['state'][],
): Promise<void> {
  const state = (await lockCarfReport(tx, id)) ?? refuse('api.carf_report_not_found')
  if (state === 'drawing' && !states.includes(state)) return refuse('api.carf_report_open')
  if (!states.includes(state)) return refuse('api.already_decided')
}

async function changed(
  tx: Tx,
  by: OperatorOperation,
  id: number,
): Promise<Audited<z.input<typeof CarfReportView>>> {
  const report = await findCarfReport(tx, id)
  if (report === null) throw new Error(`the report ${id} is missing`)
  const { year, state } = report
  const change = { subject: { kind: 'carf-report', id }, after: { year, state } }
  return audited(tx, by, change, shown(report))
}
