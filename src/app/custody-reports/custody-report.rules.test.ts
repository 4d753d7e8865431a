import assert from 'node:assert/strict'
import { test } from 'node:test'
import { transactionOf } from '../../../tests/make/custody.ts'
import { assetId } from '../../base/values/ids.ts'
import { TransactionObject } from '../../providers/custody/custody.ts'
import { isDeposit, readCustodyReport } from './custody-report.rules.ts'

const read = (change: Parameters<typeof transactionOf>[0]) => {
  const object = transactionOf({ createdAt: '1', lastUpdated: '2', index: '0', ...change })
  return TransactionObject.parse(object)
}

const xrp = {
  custodyId: 'XRP',
  asset: { id: assetId(6), symbol: 'XRP', scale: 6 },
  network: 'XRP',
  main: true,
  tagged: true,
  depositActive: true,
  withdrawActive: true,
} as const
const omnibus = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'
const known = { assets: new Map([['XRP', xrp]]), defaultAddresses: [omnibus] }
const toOmnibus = (change: Parameters<typeof transactionOf>[0]) =>
  readCustodyReport(read({ assetId: 'XRP', destinationAddress: omnibus, ...change }), known)

test('at an address shared with our own account a tag identifies the user', () => {
  const amountInfo = { amount: '25' }
  assert.equal(toOmnibus({ amountInfo, destinationTag: '7' }).kind, 'deposit')
  assert.deepEqual(toOmnibus({ amountInfo }), { kind: 'skipped', why: 'default-address' })
})

test('coins in an invalid amount are set aside for an operator; zero is not', () => {
  const destinationTag = '7'
  const dust = toOmnibus({ destinationTag, amountInfo: { amount: '0.0000001' } })
  assert.deepEqual([dust.kind, 'why' in dust && dust.why], ['unbookable', 'unreadable-amount'])
  const nothing = toOmnibus({ destinationTag, amountInfo: { amount: '0.000' } })
  assert.equal(nothing.kind, 'skipped')
  const early = { status: 'CONFIRMING', destinationTag, amountInfo: { amount: '0.0000001' } }
  assert.equal(toOmnibus(early).kind, 'skipped')
})

test('only coins from outside are deposits: not our transfers, nor fuel, nor others', () => {
  assert.equal(isDeposit(read({})), true)
  for (const change of [
    { externalTxId: 'wd-1' },
    { note: 'Gas Tank auto-fuel' },
    { createdBy: 'gas-station' },
    { operation: 'CONTRACT_CALL' },
  ]) {
    assert.equal(isDeposit(read(change)), false, JSON.stringify(change))
  }
})

test('the deprecated number counts only without an exact text', () => {
  assert.equal(read({ amountInfo: { amount: '0.5' }, amount: 'NaN' }).amount, '0.5')
  assert.equal(read({ amountInfo: {}, amount: '1e-7' }).amount, '0.0000001')
  assert.equal(read({ amountInfo: null, amount: null }).amount, '')
  assert.throws(() => read({ amountInfo: null, amount: 'NaN' }))
})
