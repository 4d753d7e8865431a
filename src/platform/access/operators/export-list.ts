import { Readable } from 'node:stream'
import type { z } from 'zod'
import { keyedPermits, type Release } from '../../../base/concurrency/semaphore.ts'
import { refuse } from '../../../base/refusal.ts'
import { csvHead, csvLine } from '../../../base/values/csv.ts'
import { type Cursor, type CursorPage, parseCursor } from '../../../base/values/cursor.ts'
import type { Context } from '../../../context.ts'
import { perDatabase } from '../../../core/database/per-database.ts'
import type { Facts } from '../../../core/operators/operator-audit.sql.ts'
import type { Operator } from '../../../core/operators/operators.sql.ts'
import type { HttpRequest } from '../../http/endpoint/endpoint.ts'
import { boundedStream } from '../../http/responses/bounded-stream.ts'
import { cellOf, listColumnsOf } from './list-columns.ts'
import { noteLook } from './operator-endpoint.ts'

export const exportLimits = {
  rows: 100_000,
  /** Rows that are read at once. */
  pageRows: 1_000,
  /** The longest time that a client may take to read an export. */
  streamMs: 600_000,
  /** Concurrent exports at a node, and of one operator. */
  open: 8,
  openEach: 1,
  /** Exports of one operator in an hour. */
  perHour: 60,
} as const

export type ExportBounds = { readonly [Name in keyof typeof exportLimits]: number }

type ExportContext = Pick<Context, 'clock' | 'db' | 'log'>

/** One operator's export of a list, which is read page by page. */
type ListExport<Item extends z.ZodType> = Readonly<{
  item: Item
  readPage: (cursor: Cursor | null) => Promise<CursorPage<z.input<Item>>>
  operator: Operator
  request: HttpRequest
}>

const placesOf = perDatabase((_ctx: Pick<Context, 'db'>) => keyedPermits())

/**
 * Streams the rows of a list as CSV. A page is read when the client has taken the one before it.
 * The audit has the filters before the first row is sent, and the number of rows after the last.
 */
export async function exportList<Item extends z.ZodType>(
  ctx: ExportContext,
  { item, readPage, operator, request }: ListExport<Item>,
  bounds: ExportBounds = exportLimits,
) {
  const [path = '', query = ''] = request.url.split('?', 2)
  const list = path.replace(/^\/operator\/api\//, '').replace(/\.csv$/, '')
  const fileName = `${list.replaceAll('/', '-')}.csv`
  if (request.method === 'HEAD') return { fileName, stream: Readable.from([]) }
  const note = (action: string, after: Facts) =>
    noteLook(ctx, { action, operator, request }, { kind: 'list', id: list }, after)
  const release = takePlace(ctx, operator, bounds)
  try {
    const first = await readPage(null)
    await note('list.export', { query })
    const sent = { rows: 0, complete: false }
    const lines = linesOf({ item, readPage }, first, sent, bounds.rows)
    const onClose = () => {
      release()
      note('list.exported', { query, ...sent }).catch((error: unknown) =>
        ctx.log.error({ err: error, list, ...sent }, 'the end of an export was not audited'),
      )
    }
    const { streamMs } = bounds
    const stream = boundedStream(ctx, lines, { streamMs, what: 'an export', onClose })
    return { fileName, stream }
  } catch (error) {
    release()
    throw error
  }
}

function takePlace(ctx: ExportContext, { id }: Operator, bounds: ExportBounds): Release {
  const own = `operator:${id}`
  const place = placesOf(ctx).take([
    { key: own, most: bounds.openEach },
    { key: 'all', most: bounds.open },
  ])
  if (place.taken) return place.release
  const key = place.full === own ? 'api.too_many_requests' : 'api.service_unavailable'
  return refuse(key, { retryAfterSeconds: 5 })
}

/** Yields the title line, then each page's lines; a last line says if rows are missing. */
async function* linesOf<Item extends z.ZodType>(
  { item, readPage }: Pick<ListExport<Item>, 'item' | 'readPage'>,
  first: CursorPage<z.input<Item>>,
  sent: { rows: number; complete: boolean },
  most: number,
): AsyncGenerator<string> {
  const columns = listColumnsOf(item)
  yield csvHead(columns.map(({ title }) => title))
  let page = first
  for (;;) {
    const rows = page.data.slice(0, most - sent.rows).map((row) => item.parse(row))
    const lines = rows.map((row) => csvLine(columns.map(({ valueIn }) => cellOf(valueIn(row)))))
    sent.rows += rows.length
    const cursor = page.nextCursor === null ? null : parseCursor(page.nextCursor)
    const isCut = rows.length < page.data.length || (cursor !== null && sent.rows >= most)
    sent.complete = cursor === null && !isCut
    yield lines.join('')
    if (isCut) yield csvLine([`INCOMPLETE: only the first ${most} rows. Narrow the filters.`])
    if (isCut || cursor === null) return
    page = await readPage(cursor)
  }
}
