import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually, startTukar } from '../../../tests/harness.ts'
import {
  makeDepositAddress,
  sendCustody,
  transactionOf,
  unitsOf,
} from '../../../tests/make/custody.ts'
import { inboxOf } from '../../../tests/make/inbox-node.ts'
import { alertsIn } from '../../../tests/make/notices.ts'
import { leaderOf } from '../../../tests/make/payx.ts'
import { parseJson } from '../../base/values/json.ts'
import { custodyV2 } from './custody-event.ts'

test('a deposit without the deprecated number is credited by its exact amount', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  for (const version of [1, 2] as const) {
    const { user, address } = await makeDepositAddress(db, 'ETH', 'ETH')
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

test('an amount with an exponent is credited to the last digit', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const { user, address } = await makeDepositAddress(db, 'ETH', 'ETH')
  const change = { destinationAddress: address, amountInfo: { amount: '15e-1' } }
  assert.equal((await sendCustody(tukar, transactionOf(change))).status, 200)
  assert.equal(await unitsOf(db, user, 'ETH'), 1_500_000_000_000_000_000n)
})

test('a transfer of nothing is acknowledged, ignored and counted, with no alert', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const { address } = await makeDepositAddress(db, 'ETH', 'ETH')
  for (const amount of ['0', '0.00', '0e3']) {
    for (const assetId of ['ETH', 'SPAM']) {
      const id = `nothing-${amount}-${assetId}`
      const change = { id, assetId, amountInfo: { amount }, amount: 0 }
      const nothing = transactionOf({ destinationAddress: address, ...change })
      assert.equal((await sendCustody(tukar, nothing, { version: 1 })).status, 200)
      assert.equal((await sendCustody(tukar, nothing, { version: 2 })).status, 200)
    }
  }
  const found = await inboxOf(db)
  assert.deepEqual(new Set(found.map(({ outcome }) => outcome)), new Set(['skipped: zero-amount']))
  assert.deepEqual(await alertsIn(db), [])
  await eventually('the metric', async () => {
    const metrics = await (await fetch(`${tukar.url}/metrics`)).text()
    return /tukar_callbacks_total\{source="custody.v2",outcome="skipped: zero-amount"\} [1-9]/.test(
      metrics,
    )
  })
})
