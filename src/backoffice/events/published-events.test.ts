import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../tests/database.ts'
import { readRows } from '../../core/database/driver/read-rows.ts'
import { positionBefore } from './published-events.sql.ts'

test('the first event of a day is found without reading all earlier ones', async (t) => {
  const { db } = await testDatabase(t)
  await sql`
    insert into published_events (position, user_id, sequence, type, at, published_at, item)
    select n, 1, n, 'order.done', now(), now() - interval '80 days' + n * interval '5 minutes', '{}'
    from generate_series(1, 23000) n`.execute(db.read)
  await sql`analyze published_events`.execute(db.read)
  const [found, read] = await db.inTransaction(async (tx) => {
    const position = await positionBefore(tx, new Date(Date.now() - 86_400_000 - 150_000))
    const rows = await readRows(tx, { read: 'bigint' })`
      select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables
      where relname = 'published_events'`
    return [position, rows[0]?.read ?? 0]
  })
  assert.equal(found, 79 * 288 - 1)
  assert.ok(read > 0 && read < 100, `${read} events were read`)
})
