import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../tests/database.ts'
import { makeUser } from '../../../tests/make/ledger.ts'
import { makeOldHolds } from '../../../tests/make/old-holds.ts'
import { countRowsRead } from '../../../tests/make/rows-read.ts'
import { findOverdue, findSilentOrders, findToCompare, readLeaving } from './books.sql.ts'
import { reconciliationLimits } from './reconciliation-limits.ts'

test('comparing reads no withdrawal that ended long ago', async (t) => {
  const { db, url } = await testDatabase(t)
  const user = await makeUser(db)
  await sql`
    insert into withdrawals (request_id, user_id, kind, asset_id, amount, fee, held, sent,
      network, address, worth_idr, status, ended_at)
    select 'wd-former-' || n, ${user}, 'COIN', 3, 100, 0, 100, 100, 'BTC', 'x', 1, 'SUCCESS',
      now() - interval '1 year'
    from generate_series(1, 1000) as n`.execute(db.read)
  await sql`analyze withdrawals`.execute(db.read)
  const { compareAfterMs: afterMs, compareAgainAfterMs: againAfterMs } = reconciliationLimits
  const most = 50
  const rows = await countRowsRead(t, { url, table: 'withdrawals' }, async (served) => {
    await findToCompare(served, { afterMs, againAfterMs, most })
    await findOverdue(served, { ...reconciliationLimits, most })
    await readLeaving(served, 'custody')
  })
  assert.equal(rows, 0)
})

test('overdue holds are found without reading those that closed', async (t) => {
  const { db, url } = await testDatabase(t)
  await makeOldHolds(db, { closed: 20_000, open: 500 })
  const rows = await countRowsRead(t, { url, table: 'holds' }, async (served) => {
    const found = await findOverdue(served, { ...reconciliationLimits, most: 50 })
    assert.deepEqual(
      [found.length, found[0]?.subject, found[49]?.subject],
      [50, 'order:open-1', 'order:open-50'],
    )
  })
  assert.equal(rows, 500)
})

test('a payd order that is never compared keeps out no other', async (t) => {
  const { db } = await testDatabase(t)
  const user = await makeUser(db)
  await sql`
    insert into payd_orders (merchant_order_id, user_id, kind, amount, status, created_at)
    select 'SILENT-' || n, ${user}, 'ORDER', 1000000, 'OPEN', now() - interval '1 day'
    from generate_series(0, 2) as n`.execute(db.read)
  const found = new Set<string>()
  // Each is drawn once at least, but for one of 10^17 runs.
  for (let draw = 0; draw < 100; draw += 1) {
    for (const id of await findSilentOrders(db, { afterMs: 60_000, most: 1 })) found.add(id)
  }
  assert.deepEqual([...found].toSorted(), ['SILENT-0', 'SILENT-1', 'SILENT-2'])
})
