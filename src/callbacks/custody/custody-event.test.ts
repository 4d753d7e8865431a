import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually, startTukar } from '../../../tests/harness.ts'
import { custodyTells, makePlace, transactionOf, unitsOf } from '../../../tests/make/custody.ts'
import { leaderOf } from '../../../tests/make/payx.ts'

test('a deposit without the deprecated number is credited by its exact amount', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  for (const version of [1, 2] as const) {
    const { user, address } = await makePlace(db, 'ETH', 'ETH')
    const { amount: _, ...notice } = transactionOf({ destinationAddress: address })
    const exact = { ...notice, id: `exact-${version}`, amountInfo: { amount: '0.5' } }
    assert.equal((await custodyTells(tukar, exact, { version })).status, 200)
    const half = 500_000_000_000_000_000n
    await eventually('half an ether', async () => (await unitsOf(db, user, 'ETH')) === half)
  }
})
