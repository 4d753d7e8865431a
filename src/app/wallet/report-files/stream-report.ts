import { keyedPermits, semaphore } from '../../../base/concurrency/semaphore.ts'
import { Refusal, type RefusalKey, refuse } from '../../../base/refusal.ts'
import type { UserId } from '../../../base/values/ids.ts'
import { ownerNetworkOf } from '../../../base/values/network.ts'
import type { Context } from '../../../context.ts'
import { boundedStream } from '../../../platform/http/responses/bounded-stream.ts'
import { reportFileLimits } from '../wallet-limits.ts'
import { endLease, takeLease } from './report-leases.sql.ts'

export type ReportContext = Pick<
  Context,
  'clock' | 'config' | 'db' | 'log' | 'patientDb' | 'random' | 'replicas'
>

export const fileFormats = ['pdf', 'csv'] as const

export const reportFormats = ['json', ...fileFormats] as const
export type ReportFormat = (typeof reportFormats)[number]

const mediaTypes = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
} as const satisfies Record<ReportFormat, string>

export const reportFileTypes = [mediaTypes.pdf, mediaTypes.csv] as const

const permits = keyedPermits()
/** First come, first served: each open report waits for at most one piece, so users alternate. */
const { run: make } = semaphore({
  permits: reportFileLimits.atOnce,
  waiting: reportFileLimits.open,
  overloaded: () => new Refusal('api.service_unavailable'),
})

export type Piece = string | Uint8Array

type Report = Readonly<{
  user: UserId
  ip: string
  format: ReportFormat
  /** Of the file, without its ending. */
  name: string
  /** Counts the rows, up to a bound. */
  count: (most: number) => Promise<number>
  tooLarge: RefusalKey
  pieces: () => Promise<AsyncIterable<Piece>>
}>

/**
 * Streams a report of a user. Pieces are made as they are read, so no report is ever whole in
 * memory. A user has one report at a time, and users take fair shares of making pieces: a slow
 * reader or a long report delays no other user.
 */
export async function streamReport(ctx: ReportContext, report: Report) {
  const { user, ip, format, name } = report
  const most = format === 'pdf' ? reportFileLimits.pdfRows : reportFileLimits.rows
  const permit = permits.take([
    { key: 'all', most: reportFileLimits.open },
    { key: `network:${ownerNetworkOf(ip)}`, most: reportFileLimits.openOfNetwork },
  ])
  if (!permit.taken) return refuse('api.service_unavailable', { retryAfterSeconds: 5 })
  const lease = { user, lease: ctx.random.bytes(16).toString('hex') }
  const release = async () => {
    permit.release()
    await endLease(ctx.db, lease)
  }
  try {
    const taken = await takeLease(ctx.db, lease, reportFileLimits.leaseSeconds)
    if (!taken) refuse('api.too_many_requests', { retryAfterSeconds: 5 })
    if ((await make(() => report.count(most + 1))) > most) refuse(report.tooLarge)
    const pieces = await report.pieces()
    return {
      mediaType: mediaTypes[format],
      fileName: `${name}.${format}`,
      stream: boundedStream(ctx, inBatches(pieces), {
        streamMs: reportFileLimits.streamMs,
        what: 'a report',
        onClose: () =>
          void release().catch((error: unknown) =>
            ctx.log.warn({ err: error }, 'a report lease was not released'),
          ),
      }),
    }
  } catch (error) {
    await release()
    throw error
  }
}

/** Makes a piece only when it is about to be read, each within the user's fair share. */
async function* inBatches(pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
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
