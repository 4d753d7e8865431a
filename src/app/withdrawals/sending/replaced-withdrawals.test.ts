import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startTukar, type Tukar } from '../../../../tests/harness.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { assetIds, sendCustody, transactionOf, unitsOf } from '../../../../tests/make/custody.ts'
import { alertsOf } from '../../../../tests/make/notices.ts'
import { steadyPrices } from '../../../../tests/make/prices.ts'
import {
  becomes,
  fund,
  makeWithdrawer,
  moveAtCustody,
  pauseCustody,
  pauseOver,
  requestCoins,
  sentToCustody,
  type Withdrawer,
  withdrawalsOf,
} from '../../../../tests/make/withdrawal.ts'
import { userId } from '../../../base/values/ids.ts'
import { readHouseBalances } from '../../../core/ledger/house.ts'
import { pullCustody } from '../../custody-reports/pull-custody.ts'
import { settleDueWithdrawals } from './send-withdrawals.ts'

const eth = 10n ** 18n
const address = '0x52908400098527886e0f7030069857d2e4169ee7'

/** A withdrawal of ether that custody has broadcast and the chain has not mined. */
async function broadcast(t: Parameters<typeof startTukar>[0]) {
  const tukar = await startTukar(t)
  const trader = await makeWithdrawer(tukar)
  await steadyPrices(tukar.service.ctx.db, { ETH_IDR: '40000000' })
  await fund(tukar, trader, eth, { id: assetIds.ETH, symbol: 'ETH', scale: 18 })
  await pauseCustody(tukar)
  const fields = { symbol: 'ETH', network: 'ETH', amount: '0.01', toAddress: address }
  const id = await requestCoins(tukar, trader, fields)
  await becomes(tukar, trader, 'SUBMITTED')
  await moveAtCustody(tukar, id, 'BROADCASTING')
  return { tukar, trader, id }
}

const drop = (tukar: Tukar, id: string) =>
  tukar.control('POST', `/custody/withdrawals/${id}`, {
    status: 'FAILED',
    subStatus: 'DROPPED_BY_BLOCKCHAIN',
  })

async function ask(tukar: Tukar): Promise<void> {
  await pauseOver(tukar)
  await settleDueWithdrawals(tukar.service.ctx)
}

const statusOf = async (tukar: Tukar, trader: Withdrawer) =>
  (await withdrawalsOf(tukar, trader))[0]?.status

const etherOf = (tukar: Tukar, { id }: Withdrawer) =>
  unitsOf(tukar.service.ctx.db, userId(id), 'ETH')

test('a boosted withdrawal is completed by its replacement, and paid once', async (t) => {
  const { tukar, trader, id } = await broadcast(t)
  const { body: boosted } = await tukar.control('POST', `/custody/withdrawals/${id}/boost`)
  await moveAtCustody(tukar, boosted.id, 'COMPLETED')
  await becomes(tukar, trader, 'SUCCESS')
  assert.equal(await etherOf(tukar, trader), eth - eth / 100n)
  const at = await sentToCustody(tukar)
  assert.deepEqual(
    at.map(({ status }) => status),
    ['FAILED'],
    'what we sent was dropped',
  )
  assert.equal(await alertsOf(tukar, 'withdrawal-contradicted'), 0)
  assert.equal(await alertsOf(tukar, 'treasury-transfer'), 0)
  await auditsClean(tukar.service.ctx.db)
})

test('a dropped withdrawal waits while custody may have replaced it', async (t) => {
  const { tukar, trader, id } = await broadcast(t)
  await tukar.control('POST', '/faults', { provider: 'custody', fault: 'lose-callbacks' })
  const { body: boosted } = await tukar.control('POST', `/custody/withdrawals/${id}/boost`)
  await drop(tukar, id)
  await ask(tukar)
  assert.equal(await statusOf(tukar, trader), 'SUBMITTED')
  await moveAtCustody(tukar, boosted.id, 'COMPLETED')
  await ask(tukar)
  assert.equal(await statusOf(tukar, trader), 'SUCCESS')
  assert.equal(await etherOf(tukar, trader), eth - eth / 100n)
})

test('a boost that failed on the chain returns the withdrawal and costs its fee', async (t) => {
  for (const isReported of [true, false]) {
    await t.test(isReported ? 'by its webhook' : 'when custody is asked', async (t) => {
      const { tukar, trader, id } = await broadcast(t)
      const { db } = tukar.service.ctx
      const faults = { provider: 'custody', fault: 'lose-callbacks' }
      if (!isReported) await tukar.control('POST', '/faults', faults)
      const { body: boosted } = await tukar.control('POST', `/custody/withdrawals/${id}/boost`)
      await moveAtCustody(tukar, boosted.id, 'CONFIRMING')
      const subStatus = 'SMART_CONTRACT_EXECUTION_FAILED'
      const failed = { status: 'FAILED', subStatus }
      await tukar.control('POST', `/custody/withdrawals/${boosted.id}`, failed)
      if (!isReported) await ask(tukar)
      await becomes(tukar, trader, 'FAILED')
      assert.equal(await etherOf(tukar, trader), eth)
      const balances = await db.inTransaction((tx) => readHouseBalances(tx))
      const fees = balances.find((one) => one.kind === 'fees' && one.assetId === assetIds.ETH)
      assert.equal(fees?.units, -(4n * eth) / 10_000n)
      assert.equal(await alertsOf(tukar, 'withdrawal-contradicted'), 0)
      await auditsClean(db)
    })
  }
})

test('a second boost completes the withdrawal as well', async (t) => {
  const { tukar, trader, id } = await broadcast(t)
  const { body: first } = await tukar.control('POST', `/custody/withdrawals/${id}/boost`)
  await moveAtCustody(tukar, first.id, 'BROADCASTING')
  const { body: second } = await tukar.control('POST', `/custody/withdrawals/${first.id}/boost`)
  await moveAtCustody(tukar, second.id, 'COMPLETED')
  await becomes(tukar, trader, 'SUCCESS')
  assert.equal(await etherOf(tukar, trader), eth - eth / 100n)
})

test('a replacement reported after its withdrawal ended is no transfer by hand', async (t) => {
  const { tukar, trader, id } = await broadcast(t)
  await pullCustody(tukar.service.ctx)
  await tukar.control('POST', '/faults', { provider: 'custody', fault: 'lose-callbacks' })
  const { body: first } = await tukar.control('POST', `/custody/withdrawals/${id}/boost`)
  await moveAtCustody(tukar, first.id, 'BROADCASTING')
  const { body: second } = await tukar.control('POST', `/custody/withdrawals/${first.id}/boost`)
  await moveAtCustody(tukar, second.id, 'COMPLETED')
  await ask(tukar)
  assert.equal(await statusOf(tukar, trader), 'SUCCESS')
  await pullCustody(tukar.service.ctx)
  assert.equal(await alertsOf(tukar, 'treasury-transfer'), 0)
  const booked = await sql`select from postings where key like 'custody-transfer:%'`.execute(
    tukar.service.ctx.db.read,
  )
  assert.equal(booked.rows.length, 0)
  await auditsClean(tukar.service.ctx.db)
})

test('a boost that lost to the transaction it should replace leaves no trace', async (t) => {
  const { tukar, trader, id } = await broadcast(t)
  const { body: boosted } = await tukar.control('POST', `/custody/withdrawals/${id}/boost`)
  await moveAtCustody(tukar, boosted.id, 'BROADCASTING')
  await moveAtCustody(tukar, id, 'COMPLETED')
  await becomes(tukar, trader, 'SUCCESS')
  const { rows } = await sql`select from withdrawals where replaced_by is not null`.execute(
    tukar.service.ctx.db.read,
  )
  assert.equal(rows.length, 0, 'custody is asked about the transaction that we sent')
  assert.equal(await etherOf(tukar, trader), eth - eth / 100n)
  assert.equal(await alertsOf(tukar, 'withdrawal-contradicted'), 0)
})

test('a withdrawal that people dropped at custody is given back once it is certain', async (t) => {
  const { tukar, trader, id } = await broadcast(t)
  const { body: nothing } = await tukar.control('POST', `/custody/withdrawals/${id}/drop`)
  await ask(tukar)
  assert.equal(await statusOf(tukar, trader), 'SUBMITTED')
  await moveAtCustody(tukar, nothing.id, 'COMPLETED')
  await ask(tukar)
  assert.equal(await statusOf(tukar, trader), 'FAILED')
  assert.equal(await etherOf(tukar, trader), eth)
  await auditsClean(tukar.service.ctx.db)
})

test('one that the chain dropped and nothing replaced is given back after a while', async (t) => {
  const { tukar, trader, id } = await broadcast(t)
  await drop(tukar, id)
  await ask(tukar)
  assert.equal(await statusOf(tukar, trader), 'SUBMITTED')
  const { clock } = tukar.service.ctx
  const later = { ...clock, now: () => new Date(clock.now().getTime() + 601_000) }
  await pauseOver(tukar)
  await settleDueWithdrawals({ ...tukar.service.ctx, clock: later })
  assert.equal(await statusOf(tukar, trader), 'FAILED')
  assert.equal(await etherOf(tukar, trader), eth)
})

test('a transfer to the same address that replaces nothing is not the withdrawal', async (t) => {
  const { tukar, trader } = await broadcast(t)
  const byHand = {
    id: 'by-hand',
    source: { type: 'VAULT_ACCOUNT', id: '1' },
    destination: { type: 'ONE_TIME_ADDRESS', id: null },
    destinationAddress: address,
    amountInfo: { amount: '0.009' },
  }
  await sendCustody(tukar, transactionOf(byHand))
  assert.equal(await statusOf(tukar, trader), 'SUBMITTED')
})
