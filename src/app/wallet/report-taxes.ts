import { Readable } from 'node:stream'
import { z } from 'zod'
import { fairSemaphore } from '../../base/concurrency/fair-semaphore.ts'
import { keyedPermits } from '../../base/concurrency/semaphore.ts'
import { Refusal, refuse } from '../../base/refusal.ts'
import { ownerNetworkOf } from '../../base/values/network.ts'
import type { Context } from '../../context.ts'
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
import { endLease, takeLease } from './report-leases.sql.ts'
import { correctionsOf, slipNumber, TaxCorrectionItem, TaxSlip } from './tax-slip.ts'
import { TaxTotal } from './tax-totals.ts'
import { taxReportLimits } from './wallet-limits.ts'
import { csvReport, jsonReport } from './write-tax-report.ts'

export const ReportTaxes = z.object({
  ...taxFilterFields,
  format: withDefault(oneOf(['json', 'csv', 'pdf']), 'json'),
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

type ReportContext = Pick<
  Context,
  'clock' | 'config' | 'db' | 'log' | 'patientDb' | 'random' | 'replicas'
>
type TaxReportQuery = z.output<typeof ReportTaxes>

const mediaTypes = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
} as const

/** The media types of reports that are files. */
export const taxReportFiles = [mediaTypes.csv, mediaTypes.pdf]

const permits = keyedPermits()
const making = fairSemaphore({
  atOnce: taxReportLimits.atOnce,
  // Each open report waits for at most one piece.
  waiting: taxReportLimits.open,
  waitingKnown: 0,
  overloaded: () => new Refusal('api.service_unavailable'),
})

type Piece = string | Uint8Array

/**
 * Streams all taxes on the caller's trades, oldest first, with totals. Pieces are made as they are
 * read, so no report is ever whole in memory. A user has one report at a time, and users take fair
 * shares of making pieces: a slow reader or a long report delays no other user. Those of a year or
 * a month are slips, which name the user; API keys do not get names and numbers.
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
  const most = input.format === 'pdf' ? taxReportLimits.pdfRows : taxReportLimits.rows
  const permit = permits.take([
    { key: 'all', most: taxReportLimits.open },
    { key: `network:${ownerNetworkOf(ip)}`, most: taxReportLimits.openOfNetwork },
  ])
  if (!permit.taken) return refuse('api.service_unavailable', { retryAfterSeconds: 5 })
  const lease = { user: caller.id, lease: ctx.random.bytes(16).toString('hex') }
  const release = async () => {
    permit.release()
    await endLease(ctx.db, lease)
  }
  try {
    const taken = await takeLease(ctx.db, lease, taxReportLimits.leaseSeconds)
    if (!taken) refuse('api.too_many_requests', { retryAfterSeconds: 5 })
    const asker = { network: `user:${caller.id}`, address: '', known: false }
    const make = <Made>(work: () => Promise<Made>) => making(asker, work)
    // Counting a million rows may take longer than a statement at a replica may.
    const rows = await make(() => countTradeTaxes(ctx.patientDb.read, filter, most + 1))
    if (rows > most) refuse('api.tax_report_too_large')
    const corrections = await correctionsOf(ctx.db.read, filter)
    const slip = {
      collector: await readCollector(ctx),
      payer: isNamed ? await findTaxPayer(ctx, caller.id) : null,
    }
    const language = input.lang ?? user?.language ?? 'en'
    const pieces = piecesOf(ctx, input, filter, { slip, corrections, language })
    return {
      mediaType: mediaTypes[input.format],
      fileName: input.format === 'json' ? null : fileNameOf(input),
      stream: boundedStream(ctx, inBatches(pieces, make), release),
    }
  } catch (error) {
    await release()
    throw error
  }
}

/** Makes a piece only when it is about to be read, each within the user's fair share. */
async function* inBatches(
  pieces: AsyncIterable<Piece>,
  make: <Made>(work: () => Promise<Made>) => Promise<Made>,
): AsyncGenerator<Piece> {
  const iterator = pieces[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await make(() => iterator.next())
      if (next.done === true) return
      yield next.value
    }
  } finally {
    await iterator.return?.()
  }
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
  const limit = taxReportLimits.batchRows
  let after: ListedTax | null = null
  for (let rows = 0; rows < taxReportLimits.rows; rows += limit) {
    const page = { after, limit, oldestFirst: true }
    const batch: readonly ListedTax[] = await replicas.read((db) =>
      listTradeTaxes((db === primary ? patientDb : db).read, filter, page),
    )
    if (batch.length > 0) yield batch
    after = batch.at(-1) ?? null
    if (batch.length < limit) return
  }
}

/**
 * Makes a stream that ends within the time limit, however slowly it is read, and releases its lease
 * when it closes.
 */
function boundedStream(
  ctx: ReportContext,
  pieces: AsyncIterable<Piece>,
  release: () => Promise<void>,
): Readable {
  const stream = Readable.from(pieces, { objectMode: false })
  const ended = new AbortController()
  stream.once('error', (error) => ctx.log.warn({ err: error }, 'a tax report was interrupted'))
  stream.once('close', () => {
    ended.abort()
    release().catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'a report lease was not released'),
    )
  })
  void ctx.clock.sleep(taxReportLimits.streamMs, ended.signal).then(() => {
    if (!stream.closed) stream.destroy(new Error('the report took too long'))
  })
  return stream
}

function fileNameOf({ year, month, format }: TaxReportQuery): string {
  const days = year === undefined ? [] : [year, ...(month === undefined ? [] : [month])]
  const period = days.map((part) => part.toString().padStart(2, '0'))
  return `${['tax-report', ...period].join('-')}.${format}`
}
