import { z } from 'zod'
import { recordHeartbeat } from '../../app/trading/executions/heartbeat.ts'
import { reportOfStream } from '../../app/trading/executions/query-venue.ts'
import { settleOrders } from '../../app/trading/executions/settle-orders.ts'
import { queryAllOrders } from '../../app/trading/order-model/order-changes.sql.ts'
import { tradingLimits } from '../../app/trading/trading-limits.ts'
import { refuse } from '../../base/refusal.ts'
import { readLeniently, withDigits } from '../../base/values/lenient.ts'
import type { Context } from '../../context.ts'
import type { Callback } from '../../core/inbox/callback.ts'
import { keepUnreadable, receivesSeveral } from '../../platform/access/callbacks/receive.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'
import { eventsIn, ReportObject, type VenueEvent } from '../../providers/venue/venue-events.ts'

/** A report as stored in the inbox, without its wrapping. */
const Reported = z.object({ event: ReportObject })

/** The venue reports the state of an order of the shared account. */
export const venueReported: Callback<typeof Reported> = {
  source: 'venue.report',
  body: Reported,
  eventsIn: (raw) =>
    (readReports(raw) ?? malformed()).flatMap((event) => {
      if (event.kind === 'unreadable') malformed()
      return event.kind === 'execution' ? [{ event: event.words }] : []
    }),
  key: ({ event: { symbol, orderId, execution, status, trade, atMs } }) =>
    [symbol, orderId, execution, status, trade?.id ?? '', atMs].join(':'),
  apply: (tx, reports) =>
    settleOrders(
      tx,
      reports.map(({ event }) => reportOfStream(event)),
    ),
}

/** Returns the events in a body; null if there is none. */
function readReports(raw: Buffer): readonly VenueEvent[] | null {
  try {
    return eventsIn(withDigits(readLeniently(raw)))
  } catch {
    return null
  }
}

const malformed = (): never => refuse('api.malformed_request')

const receiveReports = receivesSeveral(venueReported)
const keep = keepUnreadable(venueReported)

/**
 * Receives events of the venue's relay. Each report goes through the inbox separately; after a gap
 * in the stream every open order is queried. Unreadable events are kept, and refused with
 * `api.malformed_request` or `api.validation_failed`.
 *
 * @transactions each report is stored separately, and so is a body that cannot be parsed.
 */
export async function takeVenueEvents(
  ctx: Context,
  _input: unknown,
  _caller: unknown,
  request: HttpRequest,
): Promise<void> {
  const events = readReports(request.raw)
  if (events === null) {
    await keep(ctx, request)
    return malformed()
  }
  recordHeartbeat(ctx)
  if (events.some(({ kind }) => kind === 'refresh')) {
    await ctx.db.inTransaction((tx) => queryAllOrders(tx, tradingLimits.refreshWithinMs))
  }
  await receiveReports(ctx, events.flatMap(itemOf), request)
  if (events.some(({ kind }) => kind === 'unreadable')) {
    await keep(ctx, request)
    refuse('api.validation_failed', { text: 'A report of the venue cannot be read.' })
  }
}

const itemOf = (event: VenueEvent) =>
  event.kind === 'execution'
    ? [
        {
          notice: { event: event.report },
          raw: Buffer.from(JSON.stringify({ event: event.words })),
        },
      ]
    : []
