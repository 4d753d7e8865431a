import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../../tests/database.ts'
import { makeUser } from '../../../../tests/make/ledger.ts'
import { countRowsRead } from '../../../../tests/make/rows-read.ts'
import { listWithdrawals } from './withdrawal-decisions.sql.ts'

test('open withdrawals and those of a day are listed without reading all others', async (t) => {
  const { db, url } = await testDatabase(t)
  const user = await makeUser(db)
  const begin = new Date('2024-02-28T17:00:00Z')
  await sql`
    insert into withdrawals (request_id, user_id, kind, asset_id, amount, fee, held, sent,
      network, address, worth_idr, status, created_at, ended_at)
    select 'wd-former-' || n, ${user}, 'COIN', 3, 100, 0, 100, 100, 'BTC', 'x', 1, 'SUCCESS',
      ${begin}::timestamptz + n * interval '1 hour', now()
    from generate_series(1, 3000) as n`.execute(db.read)
  await sql`analyze withdrawals`.execute(db.read)
  const page = { limit: 30, cursor: null, sort: 'desc' } as const
  const table = 'withdrawals'
  const ofOpen = await countRowsRead(t, { url, table }, async (served) => {
    for (const status of ['PENDING_APPROVAL', 'PROCESSING', 'SUBMITTED']) {
      assert.deepEqual(await listWithdrawals(served, { ...page, status }), [])
    }
  })
  assert.ok(Number(ofOpen) < 100, `${ofOpen} rows`)
  const ofDay = await countRowsRead(t, { url, table }, async (served) => {
    const day = { from: new Date('2024-02-29T17:00:00Z'), to: new Date('2024-03-01T17:00:00Z') }
    const found = await listWithdrawals(served, { ...page, ...day })
    assert.deepEqual(
      found.map(({ requestId }) => requestId),
      Array.from({ length: 24 }, (_, at) => `wd-former-${47 - at}`),
    )
  })
  assert.ok(Number(ofDay) < 150, `${ofDay} rows`)
})
