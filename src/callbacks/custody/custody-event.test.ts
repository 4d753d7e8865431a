import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually, startTukar } from '../../../tests/harness.ts'
import { makePlace, sendCustody, transactionOf, unitsOf } from '../../../tests/make/custody.ts'
import { leaderOf } from '../../../tests/make/payx.ts'
import { parseJson } from '../../base/values/json.ts'
import { custodyV2 } from './custody-event.ts'

test('a deposit without the deprecated number is credited by its exact amount', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  for (const version of [1, 2] as const) {
    const { user, address } = await makePlace(db, 'ETH', 'ETH')
    const { amount: _, ...notice } = transactionOf({ destinationAddress: address })
    const exact = { ...notice, id: `exact-${version}`, amountInfo: { amount: '0.5' } }
    assert.equal((await sendCustody(tukar, exact, { version })).status, 200)
    const half = 500_000_000_000_000_000n
    await eventually('half an ether', async () => (await unitsOf(db, user, 'ETH')) === half)
  }
})

test('an amount that is sent as a number keeps all its digits', () => {
  const amount = '1234567890123456.1234567890123456789'
  const { amount: _, ...notice } = transactionOf({ id: 'digits', index: 3 })
  const text = JSON.stringify({
    id: 'event',
    eventType: 'transaction.status.updated',
    data: { ...notice, amountInfo: { amount: 'here' } },
  }).replace('"here"', amount)
  const { data } = custodyV2.body.parse(parseJson(Buffer.from(text)))
  assert.equal(data?.amount, amount)
})
