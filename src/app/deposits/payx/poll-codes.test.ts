import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar } from '../../../../tests/harness.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { rupiah } from '../../../../tests/make/payd-books.ts'
import { leaderOf } from '../../../../tests/make/payx.ts'
import { payCode, worries } from '../../../../tests/make/payx-books.ts'
import { makeCode } from '../../../../tests/make/qris.ts'
import { pollQrCodes } from './poll-codes.ts'

test('a polled payment with an unreadable amount alerts once, and blocks no other', async (t) => {
  const tukar = await startTukar(t)
  const { ctx } = await leaderOf(tukar)
  const { db } = ctx
  const code = await makeCode(db)
  await tukar.control('POST', '/faults', { provider: 'payx', fault: 'lose-callbacks', times: 2 })
  await payCode(tukar, code.externalId, -15_000, 'qrpy_odd')
  await payCode(tukar, code.externalId, 15_000, 'qrpy_good')
  for (let at = 0; at < 2; at += 1) {
    await sql`update qris_codes set status = 'ACTIVE', poll_at = now()`.execute(db.read)
    assert.equal(await pollQrCodes(ctx), 1)
  }
  assert.equal(await rupiah(db, code.user), 14_895n)
  const items = await db.read
    .selectFrom('suspense_items')
    .select(['reference', 'in_words', 'reason'])
    .execute()
  assert.deepEqual(items, [
    { reference: 'payx:qrpy_odd', in_words: '-15000 IDR', reason: 'unreadable-amount' },
  ])
  await eventually('the alert', async () => (await worries(db)).length === 1)
  assert.deepEqual(await worries(db), ['deposit-unreadable-amount critical'])
  await auditsClean(db)
})
