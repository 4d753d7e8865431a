import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar } from '../../../tests/harness.ts'
import { auditsClean } from '../../../tests/make/audit.ts'
import {
  deliverCustody,
  depositCoins,
  makeDepositAddress,
  sendCustody,
  transactionOf,
  unitsOf,
} from '../../../tests/make/custody.ts'
import { inboxOf } from '../../../tests/make/inbox-node.ts'
import { leaderOf } from '../../../tests/make/payx.ts'
import type { Database } from '../../core/database/database.ts'

const eth = 10n ** 18n

const start = async (t: Parameters<typeof startTukar>[0], nodes = 1) => {
  const tukar = await startTukar(t, { nodes })
  return { tukar, db: (await leaderOf(tukar)).ctx.db }
}

const alertsIn = async (db: Database): Promise<readonly string[]> => {
  const { rows } = await sql<{ kind: string }>`
    select kind from operator_alerts
    where kind not in ('deposit-completed', 'analytics-check') order by id`.execute(db.read)
  return rows.map(({ kind }) => kind)
}

const alerted = (db: Database, ...kinds: readonly string[]) =>
  eventually(
    `alerts ${kinds}`,
    async () => (await alertsIn(db)).toSorted().join() === kinds.toSorted().join(),
  )

const suspended = async (db: Database) => {
  const { rows } = await sql<{ reason: string; units: string | null; words: string | null }>`
    select reason, units::text, in_words as words from suspense_items order by id`.execute(db.read)
  return rows
}

const statusOf = async (db: Database, id: string) =>
  (
    await sql<{ status: string; review: string | null }>`
      select status, review from coin_deposits where custody_id = ${id}`.execute(db.read)
  ).rows[0]

const credited = (db: Database, user: Parameters<typeof unitsOf>[1], units: bigint) =>
  eventually(`${units} units`, async () => (await unitsOf(db, user, 'ETH')) === units)

const ok = { status: 200, body: '{"code":200,"title":"OK","message":"OK","result":true}' }

test('coins are credited to the last decimal, once, when custody has completed them', async (t) => {
  const { tukar, db } = await start(t)
  const { user, address } = await makeDepositAddress(db, 'ETH', 'ETH')
  const amount = '1.000000000000000001'
  const id = await depositCoins(tukar, { address, assetId: 'ETH', amount, versions: [1, 2] })
  await credited(db, user, eth + 1n)
  await eventually('all four events', async () => (await inboxOf(db)).length === 4)
  assert.equal(await unitsOf(db, user, 'ETH'), eth + 1n)
  assert.equal((await statusOf(db, id))?.status, 'COMPLETED')
  assert.deepEqual(await alertsIn(db), [])
  await auditsClean(db)
})

test('operators are notified once of each credited deposit, to check it', async (t) => {
  const { tukar, db } = await start(t)
  const { user, address } = await makeDepositAddress(db, 'ETH', 'ETH')
  const id = await depositCoins(tukar, { address, assetId: 'ETH', amount: '1', versions: [1, 2] })
  await credited(db, user, eth)
  const alerts = await eventually('both alerts', async () => {
    const { rows } = await sql<{ kind: string; data: Readonly<Record<string, string>> }>`
      select kind, data from operator_alerts order by kind`.execute(db.read)
    return rows.length === 2 && rows
  })
  assert.deepEqual(
    alerts.map(({ kind }) => kind),
    ['analytics-check', 'deposit-completed'],
  )
  assert.equal(alerts[0]?.data['userId'], `${user}`)
  assert.ok((await statusOf(db, id)) !== undefined)
})

test('before it is complete a deposit is listed and nothing is credited', async (t) => {
  const { tukar, db } = await start(t)
  const { user, address } = await makeDepositAddress(db, 'ETH', 'ETH')
  for (const status of ['SUBMITTED', 'PENDING_AML_SCREENING', 'QUEUED']) {
    const early = transactionOf({ status, txHash: '', destinationAddress: address })
    assert.deepEqual(await sendCustody(tukar, early), ok)
    assert.equal(await statusOf(db, 'custody-1'), undefined)
  }
  for (const status of ['BROADCASTING', 'CONFIRMING']) {
    await sendCustody(tukar, transactionOf({ status, destinationAddress: address }))
    assert.equal((await statusOf(db, 'custody-1'))?.status, 'PENDING')
  }
  assert.equal(await unitsOf(db, user, 'ETH'), 0n)
  await auditsClean(db)
})

describe('a deposit is credited once', () => {
  const orders: readonly (readonly [string, readonly string[], string, bigint, string | null])[] = [
    ['completed before confirming', ['COMPLETED', 'CONFIRMING'], 'COMPLETED', eth, null],
    ['completed twice', ['COMPLETED', 'COMPLETED'], 'COMPLETED', eth, null],
    ['refused', ['CONFIRMING', 'FAILED'], 'REJECTED', 0n, null],
    [
      'refused and then completed',
      ['CONFIRMING', 'REJECTED', 'COMPLETED'],
      'COMPLETED',
      eth,
      'completed-after-refusal',
    ],
    [
      'completed and then failed',
      ['CONFIRMING', 'COMPLETED', 'FAILED'],
      'COMPLETED',
      eth,
      'refused-after-credit',
    ],
  ]
  for (const [name, statuses, status, units, review] of orders) {
    test(name, async (t) => {
      const { tukar, db } = await start(t)
      const { user, address } = await makeDepositAddress(db, 'ETH', 'ETH')
      for (const [at, reported] of statuses.entries()) {
        for (const version of [1, 2] as const) {
          const transaction = { status: reported, destinationAddress: address, lastUpdated: at }
          assert.deepEqual(await sendCustody(tukar, transactionOf(transaction), { version }), ok)
        }
      }
      assert.deepEqual(await statusOf(db, 'custody-1'), { status, review })
      assert.equal(await unitsOf(db, user, 'ETH'), units)
      await alerted(db, ...(review === null ? [] : ['deposit-contradicted']))
      await auditsClean(db)
    })
  }
})

test('one transaction reported a hundred times at once, on two nodes, is one credit', async (t) => {
  const { tukar, db } = await start(t, 2)
  const { user, address } = await makeDepositAddress(db, 'ETH', 'ETH')
  const transaction = transactionOf({ destinationAddress: address })
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, at) =>
      deliverCustody(tukar, { ...transaction, lastUpdated: at }, { version: at % 2 === 0 ? 1 : 2 }),
    ),
  )
  for (const answer of answers) assert.deepEqual(answer, ok)
  await credited(db, user, eth)
  assert.equal(await unitsOf(db, user, 'ETH'), eth)
  await auditsClean(db)
})

test('an event with facts too long for its key is accepted all the same, once', async (t) => {
  const { tukar, db } = await start(t)
  const { user, address } = await makeDepositAddress(db, 'ETH', 'ETH')
  const transaction = {
    ...transactionOf({ destinationAddress: address }),
    subStatus: 'X'.repeat(300),
  }
  for (let time = 0; time < 2; time += 1) {
    assert.deepEqual(await sendCustody(tukar, transaction, { version: 1 }), ok)
  }
  await credited(db, user, eth)
  assert.equal(new Set((await inboxOf(db)).map(({ key }) => key)).size, 1)
})

test('two outputs of one transaction on the chain are two deposits', async (t) => {
  const { tukar, db } = await start(t)
  const { user, address } = await makeDepositAddress(db, 'ETH', 'ETH')
  for (const [id, index] of [
    ['custody-1', 0],
    ['custody-2', 1],
  ] as const) {
    await sendCustody(tukar, transactionOf({ id, index, destinationAddress: address }))
  }
  assert.equal(await unitsOf(db, user, 'ETH'), 2n * eth)
  await auditsClean(db)
})

test('the amount that was completed counts, another one later is a conflict', async (t) => {
  const { tukar, db } = await start(t)
  const { user, address } = await makeDepositAddress(db, 'ETH', 'ETH')
  const report = (status: string, amount: string) =>
    sendCustody(
      tukar,
      transactionOf({ status, destinationAddress: address, amountInfo: { amount } }),
    )
  await report('CONFIRMING', '5')
  await report('COMPLETED', '0.5')
  assert.equal(await unitsOf(db, user, 'ETH'), eth / 2n)
  assert.deepEqual(await report('COMPLETED', '50'), ok)
  assert.deepEqual(await report('COMPLETED', '0.500'), ok)
  assert.equal(await unitsOf(db, user, 'ETH'), eth / 2n)
  await alerted(db, 'deposit-conflict')
  await auditsClean(db)
})

test('an address is found by its older spelling, in any case, and by its tag', async (t) => {
  const { tukar, db } = await start(t)
  const legacy = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'
  const btc = await makeDepositAddress(db, 'BTC', 'BTC', {
    address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    legacyAddress: legacy,
  })
  const shared = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'
  const one = await makeDepositAddress(db, 'XRP', 'XRP', { address: shared, tag: '111' })
  const two = await makeDepositAddress(db, 'XRP', 'XRP', { address: shared, tag: '222' })
  const spellings = [legacy, btc.address, btc.address.toUpperCase()]
  for (const address of spellings)
    await depositCoins(tukar, { address, assetId: 'BTC', amount: '1' })
  await depositCoins(tukar, { address: shared, tag: '222', assetId: 'XRP', amount: '7.5' })
  await eventually(
    'three of them',
    async () => (await unitsOf(db, btc.user, 'BTC')) === 300_000_000n,
  )
  await eventually('the tagged', async () => (await unitsOf(db, two.user, 'XRP')) === 7_500_000n)
  assert.equal(await unitsOf(db, one.user, 'XRP'), 0n)
  await auditsClean(db)
})

test('an address counts on its own network and for its own asset only', async (t) => {
  const { tukar, db } = await start(t)
  const { user, address } = await makeDepositAddress(db, 'ETH', 'ETH')
  await sendCustody(tukar, transactionOf({ assetId: 'USDT_ERC20', destinationAddress: address }))
  await sendCustody(
    tukar,
    transactionOf({ id: 'c-2', assetId: 'XRP', destinationAddress: address }),
  )
  assert.equal(await unitsOf(db, user, 'ETH'), 0n)
  assert.equal(await unitsOf(db, user, 'USDT'), 0n)
  assert.deepEqual(
    (await suspended(db)).map(({ reason, units }) => [reason, units]),
    [
      ['address-of-another-coin', '1000000'],
      ['no-tag', '1000000'],
    ],
  )
  await auditsClean(db)
})

test('older names of assets mean the same assets', async (t) => {
  const { tukar, db } = await start(t)
  const usdt = await makeDepositAddress(db, 'USDT', 'TRC20', {
    address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  })
  const hot = await makeDepositAddress(db, 'HOT', 'ERC20')
  await depositCoins(tukar, { address: usdt.address, assetId: 'TRX_USDT_S2UZ', amount: '12.5' })
  await depositCoins(tukar, { address: hot.address, assetId: 'HOT1', amount: '3' })
  await eventually('USDT', async () => (await unitsOf(db, usdt.user, 'USDT')) === 12_500_000n)
  await eventually('HOT', async () => (await unitsOf(db, hot.user, 'HOT')) === 3n * eth)
  await auditsClean(db)
})

test('network fuel, our own addresses and non-transfers are skipped', async (t) => {
  const { tukar, db } = await start(t)
  const { user, address } = await makeDepositAddress(db, 'ETH', 'ETH')
  const skipped = [
    { note: 'Gas Tank auto-fuel' },
    { createdBy: 'gas-station' },
    { source: { type: 'GAS_STATION' } },
    { operation: 'CONTRACT_CALL' },
    {
      destinationAddress: tukar.config.custody.defaultAddresses[0]
        ?.toUpperCase()
        .replace('0X', '0x'),
    },
  ]
  for (const [at, change] of skipped.entries()) {
    const transaction = { id: `c-${at}`, destinationAddress: address, ...change }
    for (const version of [1, 2] as const) {
      assert.deepEqual(await sendCustody(tukar, transactionOf(transaction), { version }), ok)
    }
  }
  assert.equal(await unitsOf(db, user, 'ETH'), 0n)
  assert.deepEqual(await suspended(db), [])
  const outcomes = (await inboxOf(db)).map(({ outcome }) => outcome)
  assert.deepEqual(
    new Set(outcomes),
    new Set(['skipped: gas', 'skipped: no-transfer', 'skipped: default-address']),
  )
})

test('money without a known owner goes to suspense and alerts, to the unit', async (t) => {
  const { tukar, db } = await start(t)
  const report = (id: string, change: object) =>
    sendCustody(tukar, transactionOf({ id, ...change }))
  const { user, address } = await makeDepositAddress(db, 'ETH', 'ETH')
  await report('c-1', { destinationAddress: `0x${'9'.repeat(40)}` })
  const long = { destinationAddress: address, amountInfo: { amount: '0.1234567890123456789' } }
  await report('c-2', long)
  await report('c-3', { assetId: 'DOGE_TEST', amountInfo: { amount: '42.5' } })
  await sql`update networks set deposit_active = false where network = 'ETH'`.execute(db.read)
  await report('c-4', { destinationAddress: address })
  assert.deepEqual(await suspended(db), [
    { reason: 'unknown-address', units: eth.toString(), words: null },
    { reason: 'more-decimals-than-asset', units: '123456789012345678', words: null },
    { reason: 'unknown-asset', units: null, words: '42.5 DOGE_TEST' },
    { reason: 'deposits-inactive', units: eth.toString(), words: null },
  ])
  assert.equal(await unitsOf(db, user, 'ETH'), 0n)
  await alerted(
    db,
    'deposit-in-suspense',
    'deposit-in-suspense',
    'deposit-of-unknown-asset',
    'deposit-in-suspense',
  )
  await auditsClean(db)
})

test('an item of an unknown asset gets its amount when we add the asset', async (t) => {
  const { tukar, db } = await start(t)
  const transaction = { assetId: 'DOGE_TEST', amountInfo: { amount: '42.5' } }
  assert.deepEqual(await sendCustody(tukar, transactionOf(transaction)), ok)
  assert.deepEqual(await suspended(db), [
    { reason: 'unknown-asset', units: null, words: '42.5 DOGE_TEST' },
  ])
  await sql`insert into custody_assets (custody_id, asset_id, network, tagged, main)
    values ('DOGE_TEST', 4, 'ETH', false, false)`.execute(db.read)
  const again = { ...transaction, destinationAddress: `0x${'9'.repeat(40)}`, lastUpdated: 1 }
  assert.deepEqual(await sendCustody(tukar, transactionOf(again)), ok)
  const units = (425n * eth) / 10n
  assert.deepEqual(await suspended(db), [
    { reason: 'unknown-address', units: `${units}`, words: null },
  ])
  await auditsClean(db)
})

test('a deposit above the supply cap waits in suspense', async (t) => {
  const { tukar, db } = await start(t)
  const { user, address } = await makeDepositAddress(db, 'ETH', 'ETH')
  await sql`update assets set supply_cap = ${(3n * eth) / 2n} where symbol = 'ETH'`.execute(db.read)
  for (const id of ['c-1', 'c-2']) {
    await sendCustody(tukar, transactionOf({ id, destinationAddress: address }))
  }
  assert.equal(await unitsOf(db, user, 'ETH'), eth)
  assert.deepEqual(
    (await suspended(db)).map(({ reason }) => reason),
    ['supply-cap'],
  )
  await auditsClean(db)
})

test('a suspended user is credited all the same', async (t) => {
  const { tukar, db } = await start(t)
  const { user, address } = await makeDepositAddress(db, 'ETH', 'ETH')
  await sql`update users set suspended_at = now() where id = ${user}`.execute(db.read)
  await sendCustody(tukar, transactionOf({ destinationAddress: address }))
  assert.equal(await unitsOf(db, user, 'ETH'), eth)
})

test('one of our ids that was never sent is acknowledged and alerts', async (t) => {
  const { tukar, db } = await start(t)
  const { user, address } = await makeDepositAddress(db, 'ETH', 'ETH')
  const transaction = transactionOf({ externalTxId: 'wd-99999999', destinationAddress: address })
  assert.deepEqual(await sendCustody(tukar, transaction), ok)
  assert.equal(await unitsOf(db, user, 'ETH'), 0n)
  await alerted(db, 'withdrawal-unknown')
})

test('unrelated events are acknowledged and do nothing', async (t) => {
  const { tukar, db } = await start(t)
  const others = [
    [1, 'VAULT_ACCOUNT_ADDED', { id: '7', name: 'Vault 7' }],
    [2, 'vault_account.created', { id: '7' }],
    [2, 'transaction.network_records.processing_completed', transactionOf()],
  ] as const
  for (const [version, type, data] of others) {
    assert.deepEqual(await sendCustody(tukar, data, { version, type }), ok)
  }
  assert.deepEqual(
    (await inboxOf(db)).map(({ outcome }) => outcome),
    others.map(() => 'skipped: other-event'),
  )
})

test('an unreadable body is refused with 400, and stored for an operator', async (t) => {
  const { tukar, db } = await start(t)
  const { address } = await makeDepositAddress(db, 'ETH', 'ETH')
  const amounts = ['-1', '1e', 'NaN', '', '１', '1,5', null]
  const bad = [
    { id: '' },
    { status: undefined },
    { assetId: null },
    ...amounts.map((amount) => ({ amountInfo: { amount }, amount: -1 })),
  ]
  for (const change of bad) {
    for (const version of [1, 2] as const) {
      const transaction = transactionOf({ destinationAddress: address, ...change })
      const answer = await sendCustody(tukar, transaction, { version })
      assert.equal(answer.status, 400, JSON.stringify(change))
    }
  }
  const kept = await sql<{ count: number }>`
    select count(*)::int as count from inbox where state = 'parked'`.execute(db.read)
  assert.ok((kept.rows[0]?.count ?? 0) > 0)
})
