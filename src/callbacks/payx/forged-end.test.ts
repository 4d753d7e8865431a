import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { eventually } from '../../../tests/harness.ts'
import { auditsClean } from '../../../tests/make/audit.ts'
import {
  movePayout,
  payoutReport,
  rupiahOf,
  submitPayout,
} from '../../../tests/make/cash-withdrawal.ts'
import { hurried } from '../../../tests/make/due-jobs.ts'
import { inboxOf } from '../../../tests/make/inbox-node.ts'
import { received, reportPayx } from '../../../tests/make/payx.ts'
import { breakPayx, worries } from '../../../tests/make/payx-books.ts'
import { becomes, withdrawalsOf } from '../../../tests/make/withdrawal.ts'

const untouched = { available: 100_000_000n, locked: 0n }
const frozen = { available: 98_995_000n, locked: 1_005_000n }
const sent = { available: 98_995_000n, locked: 0n }
const contradicted = 'withdrawal-contradicted critical'

async function submitted(t: TestContext) {
  const made = await submitPayout(t)
  const { tukar, trader, requestId } = made
  const report = async (status: string) => {
    const answer = await reportPayx(tukar, 'withdrawal', payoutReport(requestId, trader.id, status))
    assert.deepEqual([answer.status, answer.text], [200, received])
  }
  return { ...made, report }
}

test('the token alone releases no payout that payx holds; operators are notified', async (t) => {
  const { tukar, trader, db, report } = await submitted(t)
  const ends = ['FAILED', 'REVERSED', 'EXPIRED', 'CANCELLED', 'COMPLIANCE_REJECTED', 'REJECTED']
  for (const status of ends) await report(status)
  assert.deepEqual(
    (await inboxOf(db)).map(({ outcome }) => outcome),
    ends.map(() => 'reported'),
  )
  await hurried(db, 'the alerts', async () => (await worries(db)).length === ends.length)
  assert.deepEqual(
    await worries(db),
    ends.map(() => contradicted),
  )
  assert.deepEqual(await rupiahOf(tukar, trader), frozen)
  const [still] = await withdrawalsOf(tukar, trader)
  assert.deepEqual([still?.status, still?.incident], ['SUBMITTED', null])
  await auditsClean(db)
})

test('a forged end releases no money that payx has paid out', async (t) => {
  const { tukar, trader, requestId, db, report } = await submitted(t)
  await movePayout(tukar, requestId, 'SUCCEEDED')
  await becomes(tukar, trader, 'SUCCESS')
  for (const status of ['FAILED', 'REVERSED']) await report(status)
  await hurried(db, 'the alerts', async () => (await worries(db)).length === 2)
  assert.deepEqual(await worries(db), [contradicted, contradicted])
  assert.deepEqual(await rupiahOf(tukar, trader), sent)
  const [still] = await withdrawalsOf(tukar, trader)
  assert.deepEqual([still?.status, still?.incident], ['SUCCESS', null])
  await auditsClean(db)
})

test('while payx is away a failed payout stays held, and is released later', async (t) => {
  const { tukar, trader, requestId, db } = await submitted(t)
  const heal = await breakPayx(tukar, '/v2/payouts')
  await movePayout(tukar, requestId, 'FAILED', 'INVALID_DESTINATION')
  await eventually('the callback', async () => (await inboxOf(db))[0]?.outcome === 'reported')
  assert.deepEqual(await rupiahOf(tukar, trader), frozen)
  await heal()
  await hurried(db, 'the release', async () => {
    const [withdrawal] = await withdrawalsOf(tukar, trader)
    return withdrawal?.status === 'FAILED'
  })
  assert.deepEqual(await rupiahOf(tukar, trader), untouched)
  assert.deepEqual(await worries(db), [])
  await auditsClean(db)
})
