import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { eventually, startTukar, type Tukar } from '../../../tests/harness.ts'
import { auditsClean } from '../../../tests/make/audit.ts'
import { owned } from '../../../tests/make/ledger.ts'
import {
  btc,
  makeWithdrawer,
  oneBtc,
  sentToCustody,
  type Withdrawer,
  withdrawalsOf,
  withdrawCoin,
} from '../../../tests/make/withdrawal.ts'
import { userId } from '../../base/ids.ts'

const start = async (t: TestContext) => {
  const tukar = await startTukar(t)
  const trader = await makeWithdrawer(tukar)
  return { tukar, trader, db: tukar.service.ctx.db }
}

const becomes = (tukar: Tukar, trader: Withdrawer, status: string) =>
  eventually(`a withdrawal that is ${status}`, async () => {
    const [first] = await withdrawalsOf(tukar, trader)
    return first?.status === status && first
  })

test('coins are sent, less the fee, and leave the balance when custody has sent them', async (t) => {
  const { tukar, trader, db } = await start(t)
  const answer = await withdrawCoin(tukar, trader)
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.body.message, 'api.withdraw_apply_successful')
  const { request_id: requestId, ...data } = answer.body.data
  assert.deepEqual(data, { status: 'PROCESSING', amount: '0.005', fee: '0.0002' })
  await becomes(tukar, trader, 'SUCCESS')
  const sent = await sentToCustody(tukar)
  assert.deepEqual(
    sent.map(({ externalTxId, amountInfo }) => [externalTxId, amountInfo.amount]),
    [[requestId, '0.0048']],
  )
  const left = { available: 10n * oneBtc - 500_000n, locked: 0n }
  assert.deepEqual(await owned(db, userId(trader.id), btc), left)
  await auditsClean(db)
})
