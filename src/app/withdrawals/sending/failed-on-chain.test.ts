import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar } from '../../../../tests/harness.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { assetIds, unitsOf } from '../../../../tests/make/custody.ts'
import { steadyPrices } from '../../../../tests/make/prices.ts'
import {
  becomes,
  fund,
  makeWithdrawer,
  moveAtCustody,
  pauseCustody,
  requestCoins,
} from '../../../../tests/make/withdrawal.ts'
import { userId } from '../../../base/values/ids.ts'
import { readHouseBalances } from '../../../core/ledger/house.ts'
import { pullCustody } from '../../custody-reports/pull-custody.ts'

const eth = 10n ** 18n
const address = '0x52908400098527886e0f7030069857d2e4169ee7'

test('a withdrawal that failed on the chain is returned, and its fee is booked once', async (t) => {
  const tukar = await startTukar(t)
  const { ctx } = tukar.service
  const trader = await makeWithdrawer(tukar)
  await steadyPrices(ctx.db, { ETH_IDR: '40000000' })
  await fund(tukar, trader, eth, { id: assetIds.ETH, symbol: 'ETH', scale: 18 })
  await pauseCustody(tukar)
  const fields = { symbol: 'ETH', network: 'ETH', amount: '0.01', toAddress: address }
  const id = await requestCoins(tukar, trader, fields)
  await becomes(tukar, trader, 'SUBMITTED')
  await moveAtCustody(tukar, id, 'CONFIRMING')
  const subStatus = 'SMART_CONTRACT_EXECUTION_FAILED'
  await tukar.control('POST', `/custody/withdrawals/${id}`, { status: 'FAILED', subStatus })
  await becomes(tukar, trader, 'FAILED')
  await pullCustody(ctx)
  assert.equal(await unitsOf(ctx.db, userId(trader.id), 'ETH'), eth)
  const balances = await ctx.db.inTransaction((tx) => readHouseBalances(tx))
  const feesInEth = balances.find((one) => one.kind === 'fees' && one.assetId === assetIds.ETH)
  assert.equal(feesInEth?.units, -(4n * eth) / 10_000n)
  await auditsClean(ctx.db)
})
