import { sql } from 'kysely'
import type { UserId } from '../../base/values/ids.ts'
import { lastPage, type Page, type PageRequest, pageBounds } from '../../base/values/page.ts'
import type { Context } from '../../context.ts'
import { isTransient, type Tx } from '../database/database.ts'
import { send } from '../database/driver/transactions.ts'
import { historyLimits } from './history-limits.ts'
import type { HistoryPosition, Stretch } from './place.rules.ts'
import { keepPlace, readPlace } from './places.sql.ts'

type Reading<Row> = Readonly<{
  /** Names the list and its filter. */
  list: string
  read: (tx: Tx, stretch: Stretch) => Promise<readonly Row[]>
  count: (tx: Tx) => Promise<number>
}>

/**
 * Reads a page of a list by time. A page read after its predecessor begins where that one ended, so
 * a user who pages on sees every row once, even if new rows arrive meanwhile.
 */
export async function readPage<Row extends Readonly<{ place: HistoryPosition }>, Item>(
  ctx: Pick<Context, 'db' | 'log'>,
  user: UserId,
  asked: PageRequest,
  reading: Reading<Row>,
  itemOf: (row: Row) => Item,
): Promise<Page<Item>> {
  const leafed = { user, list: `${reading.list}|${asked.per_page}` }
  const { limit, offset } = pageBounds(asked)
  const after = asked.page === 1 ? null : await readPlace(ctx.db, leafed, asked.page)
  const from = after === null ? { after, offset } : { after, offset: 0 }
  const { rows, total } = await ctx.db.inTransaction(async (tx) => {
    boundStatements(tx)
    const found = await reading.read(tx, { ...from, limit: limit + 1 })
    return { rows: found, total: await reading.count(tx) }
  })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const goesOn = rows.length > limit && asked.page < lastPage
  if (goesOn && last !== undefined) {
    await keepPlace(ctx.db, leafed, asked.page + 1, last.place).catch((error: unknown) => {
      // The page is still right; only the next one cannot begin where it ended.
      if (!isTransient(error)) throw error
      ctx.log.debug({ err: error }, 'the end of a history page was not stored')
    })
  }
  return {
    data: shown.map(itemOf),
    currentPage: asked.page,
    totalData: total,
    perPage: asked.per_page,
    nextPage: goesOn ? asked.page + 1 : null,
  }
}

/**
 * Bounds the transaction's statements, so that a slow search fails with 503 instead of queueing.
 */
export const boundStatements = (tx: Tx): void =>
  send(tx, sql`select set_config('statement_timeout', ${`${historyLimits.statementMs}`}, true)`)
