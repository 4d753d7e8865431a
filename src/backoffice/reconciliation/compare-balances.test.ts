import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar } from '../../../tests/harness.ts'
import { openBreaks } from '../../../tests/make/breaks.ts'
import { depositCoins, makeDepositAddress } from '../../../tests/make/custody.ts'
import { makeFirstAdmin } from '../../../tests/make/operator.ts'
import { leaderOf } from '../../../tests/make/payx.ts'
import { reconcile } from './reconcile.ts'

const unowned = '0xdefa017000000000000000000000000000000000'

test('digits that custody rounds off are no break, missing coins are one', async (t) => {
  const tukar = await startTukar(t)
  const { ctx } = await leaderOf(tukar)
  await reconcile(ctx)
  const operator = await makeFirstAdmin(tukar)
  const { address } = await makeDepositAddress(ctx.db, 'ETH', 'ETH')
  const ours = '1234.567890123456789012'
  await depositCoins(tukar, { address, assetId: 'ETH', amount: ours })
  await eventually('the credit', async () => {
    const { rows } = await sql`
      select from coin_deposits where status = 'COMPLETED'`.execute(ctx.db.read)
    return rows.length === 1
  })
  await reconcile(ctx)
  assert.deepEqual(await openBreaks(tukar, operator), [])
  await depositCoins(tukar, { address: unowned, assetId: 'ETH', amount: '-0.0000000001' })
  await reconcile(ctx)
  const found = await openBreaks(tukar, operator)
  assert.deepEqual(
    found.map((one) => [one.theirs, one.ours]),
    [['1234.5678901233568', ours]],
  )
})
