import { z } from 'zod'
import {
  countTradeTaxes,
  type ListedTax,
  listTradeTaxes,
  type TaxFilter,
} from '../../core/taxes/trade-taxes.sql.ts'
import { findUser } from '../../core/users/users.sql.ts'
import { bringsKey } from '../../platform/access/api-keys/api-key.ts'
import type { Caller } from '../../platform/access/signed-in.ts'
import { oneOf, optional, withDefault } from '../../platform/http/contracts/contracts.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'
import { findTaxPayer, readCollector } from '../identity-records/tax-parties.ts'
import { pdfReport } from './draw-tax-report.ts'
import { TaxItem, taxFilter, taxFilterFields } from './list-taxes.ts'
import {
  type Piece,
  type ReportContext,
  reportFormats,
  streamReport,
} from './report-files/stream-report.ts'
import { correctionsOf, slipNumber, TaxCorrectionItem, TaxSlip } from './tax-slip.ts'
import { TaxTotal } from './tax-totals.ts'
import { reportFileLimits } from './wallet-limits.ts'
import { csvReport, jsonReport } from './write-tax-report.ts'

export const ReportTaxes = z.object({
  ...taxFilterFields,
  format: withDefault(oneOf(reportFormats), 'json'),
  lang: optional(oneOf(['id', 'en'])).meta({
    description: 'The language of the PDF; by default that of the account.',
  }),
})

export const TaxReport = z
  .object({
    pair: z.string().nullable(),
    side: z.enum(['BUY', 'SELL']).nullable(),
    year: z.int().nullable(),
    month: z.int().nullable(),
    madeAt: z.iso.datetime(),
    slip: TaxSlip,
    corrections: z.array(TaxCorrectionItem).meta({
      description: 'Made in this time, also of older trades; not in `rows` and `totals`.',
    }),
    rows: z.array(TaxItem),
    totals: z.array(TaxTotal),
  })
  .meta({ id: 'TaxReport' })

type TaxReportQuery = z.output<typeof ReportTaxes>

/**
 * Streams all taxes on the caller's trades, oldest first, with totals. Those of a year or a month
 * are slips, which name the user; API keys do not get names and numbers.
 */
export const reportTaxes = (
  ctx: ReportContext,
  input: TaxReportQuery,
  caller: Pick<Caller, 'id'>,
  request: HttpRequest,
) => writeReport(ctx, input, caller, { ip: request.ip, isNamed: !bringsKey(request) })

/** Writes the report of a user; `isNamed`: with the name and the number of the payer. */
export async function writeReport(
  ctx: ReportContext,
  input: TaxReportQuery,
  caller: Pick<Caller, 'id'>,
  { ip, isNamed }: Readonly<{ ip: string; isNamed: boolean }>,
) {
  const filter = await taxFilter(ctx.db, input, caller)
  const user = await findUser(ctx.db.read, caller.id)
  return streamReport(ctx, {
    user: caller.id,
    ip,
    format: input.format,
    name: fileNameOf(input),
    // Counting a million rows may take longer than a statement at a replica may.
    count: (most) => countTradeTaxes(ctx.patientDb.read, filter, most),
    tooLarge: 'api.tax_report_too_large',
    pieces: async () => {
      const corrections = await correctionsOf(ctx.db.read, filter)
      const slip = {
        collector: await readCollector(ctx),
        payer: isNamed ? await findTaxPayer(ctx, caller.id) : null,
      }
      const language = input.lang ?? user?.language ?? 'en'
      return piecesOf(ctx, input, filter, { slip, corrections, language })
    },
  })
}

/** What a report has besides its rows. */
type Frame = Readonly<{
  slip: Omit<TaxSlip, 'number'>
  corrections: readonly TaxCorrectionItem[]
  language: string
}>

function piecesOf(
  ctx: ReportContext,
  { pair, side, year, month, format }: TaxReportQuery,
  filter: TaxFilter,
  { slip, corrections, language }: Frame,
): AsyncIterable<Piece> {
  const period = { year: year ?? null, month: year === undefined ? null : (month ?? null) }
  const head = {
    pair: pair ?? null,
    side: side ?? null,
    ...period,
    madeAt: ctx.clock.now().toISOString(),
    slip: { number: slipNumber(filter.user, period), ...slip },
    corrections,
  }
  const batches = batchesOf(ctx, filter)
  switch (format) {
    case 'json':
      return jsonReport(head, batches)
    case 'csv':
      return csvReport(head, batches)
    case 'pdf':
      return pdfReport(head, batches, language)
    default:
      return format satisfies never
  }
}

/**
 * Reads each batch with a short statement of its own, so a slow reader holds no connection. Batches
 * that no replica serves use the sessions of reports, not those of requests.
 */
async function* batchesOf(
  { db: primary, patientDb, replicas }: ReportContext,
  filter: TaxFilter,
): AsyncGenerator<readonly ListedTax[]> {
  const limit = reportFileLimits.batchRows
  let after: ListedTax | null = null
  for (let rows = 0; rows < reportFileLimits.rows; rows += limit) {
    const page = { after, limit, oldestFirst: true }
    const batch: readonly ListedTax[] = await replicas.read((db) =>
      listTradeTaxes((db === primary ? patientDb : db).read, filter, page),
    )
    if (batch.length > 0) yield batch
    after = batch.at(-1) ?? null
    if (batch.length < limit) return
  }
}

function fileNameOf({ year, month }: TaxReportQuery): string {
  const days = year === undefined ? [] : [year, ...(month === undefined ? [] : [month])]
  const period = days.map((part) => part.toString().padStart(2, '0'))
  return ['tax-report', ...period].join('-')
}
