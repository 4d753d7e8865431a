import assert from 'node:assert/strict'
import { test } from 'node:test'
import { transactionOf } from '../../../../tests/make/custody.ts'
import { assetId, requestId } from '../../../base/values/ids.ts'
import { whole } from '../../../base/values/money.ts'
import { TransactionObject } from '../../../providers/custody/custody.ts'
import { sentTextOf } from '../model/withdrawal.rules.ts'
import { withdrawalLimits } from '../withdrawal-limits.ts'
import {
  lookupOfDropped,
  networkFeeOf,
  reportOfReplacement,
  reportOfTransaction,
} from './custody-withdrawal.rules.ts'

const btc = { id: assetId(3), symbol: 'BTC', scale: 8 }
const kept = { custodyId: 'BTC', asset: btc, network: 'BTC', main: true } as const
const assets = new Map([
  ['BTC', { ...kept, tagged: false, depositActive: true, withdrawActive: true }],
])

type Change = Parameters<typeof transactionOf>[0]

const request = requestId('wd-1')

const transaction = (change: Change) =>
  TransactionObject.parse(
    transactionOf({ createdAt: '1', lastUpdated: '2', index: '0', assetId: 'BTC', ...change }),
  )

const reportFor = (change: Change) => reportOfTransaction(request, transaction(change), assets)

test('any number of trailing zeros in an amount or a cost is insignificant', () => {
  for (const amount of ['1', '1.0', '1.00000000', '1.000000000000000000']) {
    assert.equal(
      reportFor({ amountInfo: { amount } }).sentText,
      sentTextOf(whole(btc, 1n), 'BTC'),
      amount,
    )
  }
  const feeInfo = { networkFee: '0.000100000000000000' }
  const { networkFee } = reportFor({ amountInfo: { amount: '1' }, feeInfo, feeCurrency: 'BTC' })
  assert.deepEqual(networkFee, { asset: btc, units: 10_000n })
})

test('an unknown amount decides nothing, and an invalid amount does', () => {
  for (const amount of ['-1', null]) {
    assert.equal(reportFor({ status: 'SUBMITTED', amountInfo: null, amount }).sentText, null)
  }
  const odd = reportFor({ amountInfo: { amount: '1.000000001' } }).sentText
  assert.equal(odd, "1.000000001 of custody's BTC")
  assert.notEqual(reportFor({ status: 'COMPLETED', amountInfo: null, amount: '-1' }).sentText, null)
})

const feeInfo = { networkFee: '0.0001' }

test('a completed transfer is reported with its hash and its cost', () => {
  const sent = { id: 'c-1', txHash: 'hash', status: 'COMPLETED', feeInfo, feeCurrency: 'BTC' }
  assert.deepEqual(reportFor(sent), {
    kind: 'COIN',
    requestId: request,
    stage: 'succeeded',
    providerId: 'c-1',
    providerStatus: 'COMPLETED',
    sentText: '1 BTC on BTC',
    txHash: 'hash',
    reason: null,
    networkFee: { asset: btc, units: 10_000n },
  })
})

test('a transfer under way or refused has no cost, and only a refused one a reason', () => {
  const facts = (change: Change) => {
    const { stage, reason, networkFee, txHash } = reportFor({
      txHash: '',
      feeInfo,
      feeCurrency: 'BTC',
      ...change,
    })
    return [stage, reason, networkFee, txHash]
  }
  assert.deepEqual(facts({ status: 'BROADCASTING' }), ['pending', null, null, null])
  assert.deepEqual(facts({ status: 'FAILED' }), ['failed', 'FAILED', null, null])
  const short = { status: 'FAILED', subStatus: 'INSUFFICIENT_FUNDS' }
  assert.deepEqual(facts(short), ['failed', 'FAILED: INSUFFICIENT_FUNDS', null, null])
})

test('a transfer that the chain ran and failed has a cost; one that it never ran has none', () => {
  const ran = { status: 'FAILED', subStatus: 'SMART_CONTRACT_EXECUTION_FAILED', txHash: 'hash' }
  const costOf = (change: Change) =>
    reportFor({ feeInfo, feeCurrency: 'BTC', ...change }).networkFee
  assert.deepEqual(costOf(ran), { asset: btc, units: 10_000n })
  assert.equal(costOf({ ...ran, txHash: '' }), null)
  assert.equal(costOf({ ...ran, subStatus: 'REJECTED_BY_BLOCKCHAIN' }), null)
  assert.equal(costOf(droppedByChain), null)
})

test('only a refusal for want of funds says that the house holds too little', () => {
  const isUnfunded = (change: Change) => reportFor(change).isUnfunded ?? false
  for (const subStatus of ['INSUFFICIENT_FUNDS', 'INSUFFICIENT_FUNDS_FOR_FEE']) {
    assert.equal(isUnfunded({ status: 'FAILED', subStatus }), true)
    assert.equal(isUnfunded({ status: 'QUEUED', subStatus }), false)
  }
  assert.equal(isUnfunded({ status: 'FAILED', subStatus: 'INVALID_ADDRESS' }), false)
})

const droppedByChain = { status: 'FAILED', subStatus: 'DROPPED_BY_BLOCKCHAIN', txHash: 'first' }

test('a transfer that left the queue of the chain is dropped, and has not failed yet', () => {
  const { stage, reason } = reportFor(droppedByChain)
  assert.deepEqual([stage, reason], ['dropped', null])
  assert.equal(reportFor({ ...droppedByChain, txHash: '' }).stage, 'failed')
})

test('a replacement decides the withdrawal, unless it failed without being run', () => {
  const factsOf = (change: Change) => {
    const replaced = transaction({ id: 'c-2', txHash: 'second', ...change })
    const report = reportOfReplacement(request, replaced, assets)
    return [report.stage, report.providerId, report.replacedBy, report.txHash]
  }
  assert.deepEqual(factsOf({ status: 'COMPLETED' }), ['succeeded', null, 'c-2', 'second'])
  assert.deepEqual(factsOf({ status: 'CONFIRMING' }), ['pending', null, 'c-2', 'second'])
  assert.deepEqual(factsOf({ status: 'FAILED' }), ['dropped', null, 'c-2', null])
  const ran = { status: 'FAILED', subStatus: 'SMART_CONTRACT_EXECUTION_FAILED' }
  assert.deepEqual(factsOf(ran), ['failed', null, 'c-2', 'second'])
})

test('what replaced a dropped transfer decides, and without a replacement it fails later', () => {
  const toUser = { destinationAddress: 'bc1user' }
  const first = transaction({ ...droppedByChain, ...toUser, lastUpdated: '1000' })
  const report = reportOfTransaction(request, first, assets)
  const look = (replacement: Parameters<typeof lookupOfDropped>[2], nowMs = 1_000) => {
    const now = new Date(nowMs)
    const found = lookupOfDropped(report, first, replacement, { assets, now })
    return found.kind === 'found' ? `${found.report.stage} ${found.report.replacedBy}` : found.kind
  }
  const settledMs = 1_000 + withdrawalLimits.droppedSettledMs
  assert.equal(look('none', settledMs - 1), 'unknown')
  assert.equal(look('none', settledMs), 'failed undefined')
  assert.equal(look('unknown', settledMs), 'unknown')
  const by = (change: Change) => look(transaction({ id: 'c-2', ...change }), settledMs)
  const vault = { destination: { type: 'VAULT_ACCOUNT', id: '1' }, destinationAddress: 'bc1own' }
  const outside = { destination: { type: 'ONE_TIME_ADDRESS' }, destinationAddress: 'bc1other' }
  assert.equal(by({ ...toUser, status: 'COMPLETED' }), 'succeeded c-2', 'a boost')
  assert.equal(by({ ...toUser, status: 'CONFIRMING' }), 'pending c-2')
  assert.equal(by({ ...toUser, status: 'FAILED' }), 'unknown', 'a third one may be mined')
  assert.equal(by({ ...vault, status: 'COMPLETED' }), 'failed undefined', 'a drop')
  assert.equal(by({ ...vault, status: 'CONFIRMING' }), 'unknown')
  assert.equal(by({ ...outside, status: 'COMPLETED' }), 'unknown', 'another destination')
})

test('a cost is known if custody reports it in a coin of ours', () => {
  const feeOf = (change: Change) => networkFeeOf(transaction(change), assets)
  assert.deepEqual(feeOf({ feeInfo, feeCurrency: 'BTC' }), { asset: btc, units: 10_000n })
  assert.equal(feeOf({ feeInfo, feeCurrency: 'GAS' }), null)
  assert.equal(feeOf({ feeInfo }), null)
  assert.equal(feeOf({ feeCurrency: 'BTC' }), null)
  const finer = { networkFee: '0.000000001' }
  assert.equal(feeOf({ feeInfo: finer, feeCurrency: 'BTC' }), null)
})
