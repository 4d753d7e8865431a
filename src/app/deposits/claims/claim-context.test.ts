import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar } from '../../../../tests/harness.ts'
import { makeClaim } from '../../../../tests/make/cash-deposit.ts'
import { makeOperator } from '../../../../tests/make/operator.ts'
import { pngWith } from '../../../../tests/make/picture.ts'
import { expectOk, makeTrader } from '../../../../tests/make/trader.ts'

test('a claim shows claims with the same picture, and the others of its user', async (t) => {
  const tukar = await startTukar(t)
  const { token } = await makeOperator(tukar, 'viewer')
  const [one, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  const payment = pngWith({ seed: 77 })
  const first = await makeClaim(tukar, one, { payment })
  const again = await makeClaim(tukar, other, { payment, amount: '300000' })
  const third = await makeClaim(tukar, other)
  const answer = await tukar.call('GET', `/operator/api/deposits/${again}`, { token })
  expectOk(answer)
  const { review, sameProof, earlier, owner } = answer.body.data
  assert.equal(review, 'duplicate-proof')
  const [same, ...more] = sameProof
  assert.deepEqual(
    [same.id, same.userId, same.amount, same.status, more],
    [first, one.id, '250000', 'PENDING', []],
  )
  assert.deepEqual(
    earlier.map(({ id }: { id: number }) => id),
    [third],
  )
  assert.deepEqual([owner.id, owner.recent.deposits], [other.id, { count: 0, worthIdr: '0' }])
})
