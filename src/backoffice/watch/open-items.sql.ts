import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../core/database/database.ts'
import {
  columnsOf,
  oneOfTexts,
  type RowOf,
  readRows,
} from '../../core/database/driver/read-rows.ts'
import { followedLists, queuedKinds } from '../../core/decisions/waiting.rules.ts'
import { places } from '../../core/decisions/waiting.sql.ts'
import { operatorStreamLimits } from './operator-stream-limits.ts'

const itemColumns = columnsOf({
  list: oneOfTexts(...followedLists),
  id: 'text',
  version: 'text',
  /** Whether it waits for an operator. */
  waits: 'boolean',
})

/** An open item; its version differs for each of its states and each decision about it. */
export type OpenItem = RowOf<typeof itemColumns>

const { items, alerts } = operatorStreamLimits

/** Changes whenever a transaction that wrote something commits. */
export async function readSnapshotName(db: Reader): Promise<string> {
  const found = await readRows(db, { name: 'text' })`select pg_current_snapshot()::text as name`
  return found[0]?.name ?? ''
}

/** Returns the newest alerts, newest first. */
export const listNewestAlerts = (db: Reader) =>
  db
    .selectFrom('operator_alerts')
    .select(['id', 'severity', 'kind', 'subject', 'data', 'created_at as createdAt'])
    .orderBy('id', 'desc')
    .limit(alerts)
    .execute()

/** The newest items of each list that wait, and the newest that are followed though they do not. */
const parts = queuedKinds.flatMap(({ kind, list }) => {
  const { from, waits, followed, id, order, version } = places[kind]
  const part = (waiting: boolean, condition: RawBuilder<unknown>) => sql`
    (select ${list}::text as list, ${id}::text as id, ${version}::text as version,
       ${waiting}::boolean as waits
     from ${from} where ${condition} order by ${order} desc limit ${items})`
  const others = followed === null ? [] : [part(false, sql`${followed} and not (${waits})`)]
  return [part(true, waits), ...others]
})

/** Returns the newest open items of each list. Each part is a search in a partial index. */
export const listOpenItems = (db: Reader): Promise<readonly OpenItem[]> =>
  readRows(db, itemColumns)`${sql.join(parts, sql` union all `)}`
