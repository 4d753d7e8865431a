import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../../tests/database.ts'
import { makeUser } from '../../../../tests/make/ledger.ts'
import { countRowsRead } from '../../../../tests/make/rows-read.ts'
import { searchOrders } from './orders.sql.ts'

test('the oldest open orders are found without reading those that ended', async (t) => {
  const { db, url } = await testDatabase(t)
  const user = await makeUser(db)
  await sql`
    insert into orders (order_no, user_id, pair_id, side, type, volume, price, fee_ppm, held,
      status, absent_after, created_at, ended_at)
    select 'TK-' || n, ${user}, 1, 'BUY', 'LIMIT', 10, 10, 0, 10,
      case when n > 20000 then 'CREATE' else 'DONE' end, now(),
      now() - interval '1 year' + n * interval '1 second',
      case when n <= 20000 then now() end
    from generate_series(1, 20500) as n`.execute(db.read)
  await sql`analyze orders`.execute(db.read)
  const filter = { user: null, status: 'CREATE' } as const
  const page = { limit: 20, cursor: null, sort: 'asc' } as const
  const rows = await countRowsRead(t, { url, table: 'orders' }, async ({ read }) => {
    const found = await searchOrders(read, filter, page)
    assert.deepEqual(
      found.rows.map(({ orderNo }) => orderNo),
      Array.from({ length: 21 }, (_, at) => `TK-${20_001 + at}`),
    )
  })
  assert.equal(rows, 500)
})
