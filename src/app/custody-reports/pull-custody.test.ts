import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually, startTukar } from '../../../tests/harness.ts'
import { auditsClean } from '../../../tests/make/audit.ts'
import { depositCoins, makeDepositAddress, unitsOf } from '../../../tests/make/custody.ts'
import { inboxOf } from '../../../tests/make/inbox-node.ts'
import { leaderOf } from '../../../tests/make/payx.ts'
import { pullCustody } from './pull-custody.ts'

const eth = 10n ** 18n

async function start(t: Parameters<typeof startTukar>[0]) {
  const tukar = await startTukar(t)
  const { ctx } = await leaderOf(tukar)
  await pullCustody(ctx)
  return { tukar, ctx, db: ctx.db }
}

test('a deposit with lost webhooks is credited by reading the list, once', async (t) => {
  const { tukar, ctx, db } = await start(t)
  const { user, address } = await makeDepositAddress(db, 'ETH', 'ETH')
  await tukar.control('POST', '/faults', { provider: 'custody', fault: 'lose-callbacks' })
  await depositCoins(tukar, { address, assetId: 'ETH', amount: '2' })
  assert.equal(await pullCustody(ctx), 1)
  assert.equal(await unitsOf(db, user, 'ETH'), 2n * eth)
  assert.deepEqual(await inboxOf(db), [])
  await pullCustody(ctx)
  assert.equal(await unitsOf(db, user, 'ETH'), 2n * eth)
  await auditsClean(db)
})

test('the list and both webhooks at once are one credit', async (t) => {
  const { tukar, ctx, db } = await start(t)
  const { user, address } = await makeDepositAddress(db, 'ETH', 'ETH')
  const deposit = { address, assetId: 'ETH', amount: '1', versions: [1, 2] as const }
  const deposits = Array.from({ length: 5 }, () => depositCoins(tukar, deposit))
  const pulled = Array.from({ length: 5 }, () => pullCustody(ctx))
  await Promise.all([...deposits, ...pulled])
  await eventually('every event', async () => (await inboxOf(db)).length === 20)
  await pullCustody(ctx)
  assert.equal(await unitsOf(db, user, 'ETH'), 5n * eth)
  await auditsClean(db)
})

test('an unsettled transfer is read again until it settles', async (t) => {
  const { tukar, ctx, db } = await start(t)
  const { user, address } = await makeDepositAddress(db, 'ETH', 'ETH')
  await tukar.control('POST', '/faults', { provider: 'custody', fault: 'lose-callbacks' })
  const waiting = { address, assetId: 'ETH', amount: '1', statuses: ['CONFIRMING'] }
  await depositCoins(tukar, waiting)
  await depositCoins(tukar, { address, assetId: 'ETH', amount: '3' })
  for (const _ of [1, 2, 3]) assert.equal(await pullCustody(ctx), 2)
  assert.equal(await unitsOf(db, user, 'ETH'), 3n * eth)
})

test('a list that can not be read is read the next time', async (t) => {
  const { tukar, ctx, db } = await start(t)
  const { user, address } = await makeDepositAddress(db, 'ETH', 'ETH')
  await tukar.control('POST', '/faults', { provider: 'custody', fault: 'lose-callbacks' })
  await depositCoins(tukar, { address, assetId: 'ETH', amount: '1' })
  for (const fault of ['error-500', 'bad-json']) {
    await tukar.control('POST', '/faults', {
      provider: 'custody',
      fault,
      times: 1,
      path: '/v1/transactions',
    })
    assert.equal(await pullCustody(ctx), 0)
  }
  assert.equal(await pullCustody(ctx), 1)
  assert.equal(await unitsOf(db, user, 'ETH'), eth)
})
