import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar, type Tukar } from '../../../tests/harness.ts'
import { auditsClean } from '../../../tests/make/audit.ts'
import {
  assetIds,
  makeDepositAddress,
  sendCustody,
  transactionOf,
  unitsOf,
} from '../../../tests/make/custody.ts'
import { makeFirstAdmin } from '../../../tests/make/operator.ts'
import { leaderOf } from '../../../tests/make/payx.ts'
import { pullCustody } from '../../app/custody-reports/pull-custody.ts'
import { readHouseBalances } from '../../core/ledger/house.ts'

const eth = 10n ** 18n

const vault = { type: 'VAULT_ACCOUNT', id: '0', name: 'Treasury' }
const outside = { type: 'ONE_TIME_ADDRESS', id: null, name: 'N/A' }

async function start(t: Parameters<typeof startTukar>[0]) {
  const tukar = await startTukar(t)
  const { ctx } = await leaderOf(tukar)
  return { tukar, ctx, db: ctx.db }
}

/** What each place holds of ether, by the books. */
async function placesOf({ service }: Tukar) {
  const balances = await service.ctx.db.inTransaction((tx) => readHouseBalances(tx))
  const ofEth = balances.filter(({ assetId, units }) => assetId === assetIds.ETH && units !== 0n)
  return Object.fromEntries(ofEth.map(({ kind, units }) => [kind, -units]))
}

const alertsOf = async ({ service }: Tukar) => {
  const { rows } = await sql<{ kind: string; severity: string }>`
    select kind, severity from operator_alerts
    where kind not in ('deposit-completed', 'analytics-check') order by id`.execute(
    service.ctx.db.read,
  )
  return rows.map(({ kind, severity }) => `${kind} ${severity}`)
}

const suspenseOf = async ({ service }: Tukar) => {
  const { rows } = await sql<{ reason: string; userId: string | null }>`
    select reason, data->>'userId' as "userId" from suspense_items order by id`.execute(
    service.ctx.db.read,
  )
  return rows
}

test('what people send from our vault by hand is the treasury’s, never a deposit', async (t) => {
  const { tukar, db } = await start(t)
  const { user, address } = await makeDepositAddress(db, 'ETH', 'ETH')
  const sent = { source: vault, destination: outside, destinationAddress: `0x${'7'.repeat(40)}` }
  const fee = { feeInfo: { networkFee: '0.25' }, feeCurrency: 'ETH' }
  for (const version of [1, 2] as const) {
    for (const status of ['CONFIRMING', 'COMPLETED']) {
      await sendCustody(tukar, transactionOf({ ...sent, ...fee, status }), { version })
    }
  }
  // The same with an id that a tool of the treasury gave it, to an address of a user of ours.
  const named = { ...sent, id: 'c-2', externalTxId: 'cold-17', destinationAddress: address }
  await sendCustody(tukar, transactionOf(named))
  assert.deepEqual(await placesOf(tukar), {
    custody: (-9n * eth) / 4n,
    treasury: 2n * eth,
    fees: eth / 4n,
  })
  assert.equal(await unitsOf(db, user, 'ETH'), 0n)
  assert.deepEqual(await suspenseOf(tukar), [])
  await eventually('both alerts', async () => (await alertsOf(tukar)).length === 2)
  assert.deepEqual(new Set(await alertsOf(tukar)), new Set(['treasury-transfer critical']))
  await auditsClean(db)
})

test('the fee of a transfer by hand that failed on the chain is booked once', async (t) => {
  const { tukar, db } = await start(t)
  const sent = { source: vault, destination: outside, destinationAddress: `0x${'7'.repeat(40)}` }
  const fee = { feeInfo: { networkFee: '0.25' }, feeCurrency: 'ETH' }
  const subStatus = 'SMART_CONTRACT_EXECUTION_FAILED'
  for (const version of [1, 2] as const) {
    const failed = { ...sent, ...fee, status: 'FAILED', subStatus }
    await sendCustody(tukar, transactionOf(failed), { version })
  }
  await sendCustody(tukar, transactionOf({ ...sent, ...fee, id: 'c-2', status: 'FAILED' }))
  assert.deepEqual(await placesOf(tukar), { custody: -eth / 4n, fees: eth / 4n })
  assert.deepEqual(await alertsOf(tukar), [])
  await auditsClean(db)
})

test('coins of the house at the address of a user are never the user’s', async (t) => {
  const { tukar, db } = await start(t)
  const { user, address } = await makeDepositAddress(db, 'ETH', 'ETH')
  const sources = [vault, { type: 'INTERNAL_WALLET', id: 'cold' }, { type: 'EXCHANGE_ACCOUNT' }]
  for (const [at, source] of sources.entries()) {
    const given = { id: `c-${at}`, source, destinationAddress: address }
    await sendCustody(tukar, transactionOf(given))
  }
  assert.equal(await unitsOf(db, user, 'ETH'), 0n)
  assert.deepEqual(await suspenseOf(tukar), [])
  assert.deepEqual(await placesOf(tukar), { custody: 2n * eth, treasury: -eth, venue: -eth })
  await auditsClean(db)
})

test('a fee that was taken from a transfer of the house’s is a cost of the house', async (t) => {
  const { tukar, db } = await start(t)
  const amountInfo = { amount: '2', requestedAmount: '2', netAmount: '1.75' }
  // The exchange charges for the withdrawal; our vault sends a part of its coins, then all of them.
  const exchange = { type: 'EXCHANGE_ACCOUNT', id: 'venue' }
  await sendCustody(tukar, transactionOf({ id: 'c-1', source: exchange, amountInfo }))
  assert.deepEqual(await placesOf(tukar), {
    custody: (7n * eth) / 4n,
    venue: -2n * eth,
    fees: eth / 4n,
  })
  const cold = { source: vault, destination: { type: 'INTERNAL_WALLET', id: 'cold' } }
  const fee = { feeInfo: { networkFee: '0.25' }, feeCurrency: 'ETH', treatAsGrossAmount: true }
  await sendCustody(tukar, transactionOf({ id: 'c-2', ...cold, ...fee, amountInfo }))
  assert.deepEqual(await placesOf(tukar), {
    custody: -eth / 4n,
    venue: -2n * eth,
    treasury: (7n * eth) / 4n,
    fees: eth / 2n,
  })
  await auditsClean(db)
})

test('the list of custody books a transfer by hand once, as its webhooks do', async (t) => {
  const { tukar, ctx, db } = await start(t)
  await pullCustody(ctx)
  await tukar.control('POST', '/faults', { provider: 'custody', fault: 'lose-callbacks' })
  const transfer = { assetId: 'ETH', amount: '3', source: { type: 'VAULT_ACCOUNT', id: '1' } }
  const destination = { type: 'EXCHANGE_ACCOUNT', id: 'venue' }
  const { body } = await tukar.control('POST', '/custody/transfers', { ...transfer, destination })
  await tukar.control('POST', `/custody/withdrawals/${body.id}`, { status: 'COMPLETED' })
  for (const _ of [1, 2]) await pullCustody(ctx)
  const { venue, treasury } = await placesOf(tukar)
  assert.deepEqual({ venue, treasury }, { venue: 3n * eth, treasury: undefined })
  await auditsClean(db)
})

test('a direction that custody’s words do not tell moves nothing of a user’s', async (t) => {
  const { tukar, db } = await start(t)
  const { user, address } = await makeDepositAddress(db, 'ETH', 'ETH')
  const destinationAddress = address
  const strange = { type: 'QUANTUM_WALLET', id: 'q' }
  await sendCustody(tukar, transactionOf({ id: 'c-1', source: strange, destinationAddress }))
  const many = { type: 'MULTI_DESTINATION', id: null }
  await sendCustody(tukar, transactionOf({ id: 'c-2', source: vault, destination: many }))
  assert.equal(await unitsOf(db, user, 'ETH'), 0n)
  assert.deepEqual(await suspenseOf(tukar), [{ reason: 'unclear-source', userId: null }])
  await eventually('both alerts', async () => (await alertsOf(tukar)).length === 2)
  assert.deepEqual((await alertsOf(tukar)).toSorted(), [
    'deposit-in-suspense warning',
    'transfer-unclear critical',
  ])
  await auditsClean(db)
})

test('coins of an asset that we do not have alarm as they arrive, and as they leave', async (t) => {
  const { tukar, db } = await start(t)
  const meme = { assetId: 'MEME' }
  await sendCustody(tukar, transactionOf({ ...meme, id: 'c-1', destination: vault }))
  const [from, to] = [vault, outside]
  await sendCustody(tukar, transactionOf({ ...meme, id: 'c-2', source: from, destination: vault }))
  await sendCustody(tukar, transactionOf({ ...meme, id: 'c-3', source: from, destination: to }))
  assert.deepEqual(await suspenseOf(tukar), [{ reason: 'unknown-asset', userId: null }])
  await eventually('both alerts', async () => (await alertsOf(tukar)).length === 2)
  assert.deepEqual((await alertsOf(tukar)).toSorted(), [
    'deposit-of-unknown-asset critical',
    'transfer-unclear critical',
  ])
  await auditsClean(db)
})

test('one output on the chain is credited once, whatever ids custody gives it', async (t) => {
  const { tukar, db } = await start(t)
  const { user, address } = await makeDepositAddress(db, 'ETH', 'ETH')
  const output = { txHash: '0xabc', index: 1, destinationAddress: address }
  await sendCustody(tukar, transactionOf({ ...output, id: 'c-1' }))
  await sendCustody(tukar, transactionOf({ ...output, id: 'c-2' }))
  await sendCustody(tukar, transactionOf({ ...output, id: 'c-3', index: 2 }))
  assert.equal(await unitsOf(db, user, 'ETH'), 2n * eth)
  assert.deepEqual(await suspenseOf(tukar), [{ reason: 'same-output', userId: `${user}` }])
  await auditsClean(db)
})

test('an output that waits in suspense is not credited under another id', async (t) => {
  const { tukar, db } = await start(t)
  const address = `0x${'8'.repeat(40)}`
  const output = { txHash: '0xabc', index: 1, destinationAddress: address }
  await sendCustody(tukar, transactionOf({ ...output, id: 'c-1' }))
  const { user } = await makeDepositAddress(db, 'ETH', 'ETH', { address })
  await sendCustody(tukar, transactionOf({ ...output, id: 'c-2' }))
  await sendCustody(tukar, transactionOf({ ...output, id: 'c-2', status: 'FAILED' }))
  assert.equal(await unitsOf(db, user, 'ETH'), 0n)
  assert.deepEqual(await suspenseOf(tukar), [
    { reason: 'unknown-address', userId: null },
    { reason: 'same-output', userId: `${user}` },
  ])
  await auditsClean(db)
})

test('a transfer is credited once, though its index comes later than the transfer', async (t) => {
  const { tukar, db } = await start(t)
  const { user, address } = await makeDepositAddress(db, 'ETH', 'ETH')
  const { index: _, ...plain } = transactionOf({ destinationAddress: address })
  for (const status of ['CONFIRMING', 'COMPLETED']) await sendCustody(tukar, { ...plain, status })
  for (const index of [0, 3]) await sendCustody(tukar, { ...plain, index })
  assert.equal(await unitsOf(db, user, 'ETH'), eth)
  const late = { ...plain, id: 'c-2', txHash: '0xdef' }
  await sendCustody(tukar, { ...late, status: 'CONFIRMING' })
  await sendCustody(tukar, { ...late, index: 3 })
  assert.equal(await unitsOf(db, user, 'ETH'), 2n * eth)
  const { rows } = await sql<{ status: string }>`select status from coin_deposits`.execute(db.read)
  assert.deepEqual(
    rows.map(({ status }) => status),
    ['COMPLETED', 'COMPLETED'],
  )
  await auditsClean(db)
})

test('a coin at the user’s address for another one names the user to operators', async (t) => {
  const { tukar, db } = await start(t)
  const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
  const { user } = await makeDepositAddress(db, 'USDT', 'TRC20', { address })
  await sendCustody(tukar, transactionOf({ assetId: 'TRX', destinationAddress: address }))
  assert.deepEqual(await suspenseOf(tukar), [
    { reason: 'address-of-another-coin', userId: `${user}` },
  ])
  const { token } = await makeFirstAdmin(tukar)
  const list = await tukar.call('GET', '/operator/api/suspense?state=open', { token })
  const { id } = list.body.data.data[0]
  const item = await tukar.call('GET', `/operator/api/suspense/${id}`, { token })
  assert.deepEqual(
    item.body.data.candidates.map((one: { userId: number; because: string }) => [
      one.userId,
      one.because,
    ]),
    [
      [user, 'named'],
      [user, 'coin-address'],
    ],
  )
})
