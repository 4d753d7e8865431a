import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assetId, requestId, userId } from '../../../base/values/ids.ts'
import { idr, whole } from '../../../base/values/money.ts'
import { approvalsFor } from '../requests/withdrawal-approval.rules.ts'
import { ineligibility } from '../requests/withdrawal-eligibility.rules.ts'
import {
  openStatuses,
  type Status,
  sentTextOf,
  sourcesOf,
  statuses,
  stepOf,
  type Withdrawal,
  type WithdrawalReport,
} from './withdrawal.rules.ts'

const btc = { id: assetId(3), symbol: 'BTC', scale: 8 }

const withdrawal = (change: Partial<Withdrawal> = {}): Withdrawal => ({
  id: 1,
  requestId: requestId('wd-12345678'),
  user: userId(1),
  amount: whole(btc, 2n),
  fee: whole(btc, 1n),
  held: whole(btc, 2n),
  sent: whole(btc, 1n),
  destination: { kind: 'COIN', network: 'BTC', address: 'bc1', tag: null },
  worth: whole(idr, 1n),
  status: 'SUBMITTED',
  needed: 0,
  providerId: 'p-1',
  reversed: false,
  incident: null,
  day: '2026-11-21',
  attempts: 1,
  ...change,
})

const reportFor = (
  stage: WithdrawalReport['stage'],
  change: Partial<WithdrawalReport> = {},
): WithdrawalReport => ({
  kind: 'COIN',
  requestId: requestId('wd-12345678'),
  stage,
  providerId: 'p-1',
  providerStatus: stage,
  sentText: sentTextOf(whole(btc, 1n), 'BTC'),
  txHash: null,
  reason: null,
  networkFee: null,
  ...change,
})

const stages = ['pending', 'dropped', 'succeeded', 'failed', 'reversed'] as const

test('every state has one response to each report of a provider, and ends are final', () => {
  const steps = Object.fromEntries(
    statuses.map((status) => [
      status,
      stages.map((stage) => stepOf(withdrawal({ status }), reportFor(stage)).kind),
    ]),
  )
  const never = 'contradiction'
  assert.deepEqual(steps, {
    PENDING_APPROVAL: [never, never, never, never, never],
    PROCESSING: ['submitted', 'submitted', 'succeeded', 'failed', 'failed'],
    SUBMITTED: ['repeated', 'repeated', 'succeeded', 'failed', 'failed'],
    SUCCESS: ['repeated', 'repeated', 'repeated', never, 'reversed'],
    FAILED: ['repeated', 'repeated', never, 'repeated', 'repeated'],
    REJECTED: ['repeated', 'repeated', never, 'repeated', 'repeated'],
  })
})

test('a payout that the bank returned is not returned twice, nor does it fail after', () => {
  const reversed = withdrawal({ status: 'SUCCESS', reversed: true })
  for (const stage of stages) assert.equal(stepOf(reversed, reportFor(stage)).kind, 'repeated')
})

test('another amount, asset, network or transfer is a contradiction', () => {
  const others = [
    { sentText: sentTextOf(whole(btc, 2n), 'BTC') },
    { sentText: sentTextOf(whole({ ...btc, symbol: 'ETH' }, 1n), 'BTC') },
    { sentText: sentTextOf(whole(btc, 1n), 'SOL') },
    { providerId: 'p-2' },
  ]
  for (const status of statuses) {
    for (const other of others) {
      const step = stepOf(withdrawal({ status }), reportFor('succeeded', other))
      assert.equal(step.kind, 'contradiction', `${status} ${JSON.stringify(other)}`)
    }
  }
})

test('operators read what contradicts a withdrawal, and whether it was paid twice', () => {
  const why = (change: Partial<Withdrawal>, report: WithdrawalReport) => {
    const step = stepOf(withdrawal(change), report)
    return step.kind === 'contradiction' ? [step.why, step.isPaidTwice] : step.kind
  }
  const other = { sentText: '2 BTC on BTC' }
  assert.deepEqual(why({}, reportFor('pending', { providerId: 'p-2' })), [
    'the provider reports another transfer under our id',
    false,
  ])
  for (const stage of ['pending', 'succeeded'] as const) {
    assert.deepEqual(why({}, reportFor(stage, other)), [
      'the provider sends 2 BTC on BTC, not what we requested',
      false,
    ])
  }
  assert.deepEqual(why({ status: 'PENDING_APPROVAL' }, reportFor('succeeded')), [
    'the provider reports a withdrawal that is not approved',
    false,
  ])
  assert.deepEqual(why({ status: 'FAILED' }, reportFor('succeeded')), [
    'completed after it had failed unsent',
    true,
  ])
  assert.deepEqual(why({ status: 'SUCCESS' }, reportFor('failed')), [
    'failed after it was completed',
    false,
  ])
})

test('what did not leave needs no amount: a failure in other words is a failure', () => {
  const other = { sentText: '2 BTC on BTC' }
  assert.equal(stepOf(withdrawal(), reportFor('failed', other)).kind, 'failed')
  assert.equal(stepOf(withdrawal(), reportFor('dropped', other)).kind, 'repeated')
})

test('rupiah are compared without a network', () => {
  const destination: Withdrawal['destination'] = {
    kind: 'CASH',
    bankAccountId: 1,
    channelCode: 'ID_BCA',
    bankName: 'BCA',
    accountNumber: '1',
    accountHolder: 'X',
  }
  const payout = withdrawal({ sent: whole(idr, 100n), destination })
  const sent = (sentText: string) => stepOf(payout, reportFor('succeeded', { sentText })).kind
  assert.deepEqual([sent('100 IDR'), sent('100 IDR on BTC')], ['succeeded', 'contradiction'])
})

test("a provider's silence contradicts nothing", () => {
  const silent = reportFor('succeeded', { sentText: null, providerId: null })
  assert.equal(stepOf(withdrawal(), silent).kind, 'succeeded')
  assert.equal(stepOf(withdrawal({ providerId: null }), reportFor('succeeded')).kind, 'succeeded')
})

test('money is frozen until a withdrawal has ended', () => {
  assert.deepEqual(openStatuses, ['PENDING_APPROVAL', 'PROCESSING', 'SUBMITTED'])
})

test('every state is reached from open ones only', () => {
  const from: { [To in Status]: readonly Status[] } = {
    PENDING_APPROVAL: [],
    PROCESSING: ['PENDING_APPROVAL'],
    SUBMITTED: ['PROCESSING'],
    SUCCESS: ['PROCESSING', 'SUBMITTED'],
    FAILED: ['PROCESSING', 'SUBMITTED'],
    REJECTED: ['PENDING_APPROVAL'],
  }
  for (const status of statuses) assert.deepEqual(sourcesOf(status), from[status])
})

const rupiah = (amount: bigint) => whole(idr, amount)
const terms = {
  approvalFrom: rupiah(50n),
  firstUseApprovalFrom: rupiah(10n),
  twoApprovalsFrom: rupiah(500n),
  cooloffFree: rupiah(1n),
}
const alone = (worth: bigint) => ({
  worth: rupiah(worth),
  destinationWorth: rupiah(worth),
  newDestinationsWorth: rupiah(worth),
  usedBefore: true,
  isNewAccount: false,
  coolingOff: [],
  coolingWorth: rupiah(worth),
  flags: [],
})

test('approval is needed from each bound on, to the rupiah', () => {
  const needed = (worth: bigint, usedBefore: boolean, flags: readonly string[] = []) =>
    approvalsFor(terms, { ...alone(worth), usedBefore, flags }).needed
  assert.deepEqual([needed(9n, false), needed(10n, false), needed(49n, true)], [0, 1, 0])
  assert.deepEqual([needed(50n, true), needed(499n, true), needed(500n, true)], [1, 1, 2])
  assert.equal(needed(1n, true, ['bank owner']), 1)
})

test('amounts to one destination add up, and the reason names it', () => {
  const judged = (sum: bigint, usedBefore = true) =>
    approvalsFor(terms, { ...alone(9n), destinationWorth: rupiah(sum), usedBefore })
  assert.deepEqual(judged(49n), { needed: 0, reasons: [] })
  assert.deepEqual(judged(10n, false), { needed: 1, reasons: ['new destination'] })
  const large = 'large sum to this destination within 24 hours'
  assert.deepEqual(judged(50n), { needed: 1, reasons: [large] })
  assert.deepEqual(judged(500n), { needed: 2, reasons: [`very ${large}`, large] })
  const both = ['very large amount', 'large amount']
  assert.deepEqual(approvalsFor(terms, alone(500n)), { needed: 2, reasons: both })
})

test('amounts to new destinations add up for every bound, and to used ones not', () => {
  const judged = (sum: bigint, usedBefore = false) =>
    approvalsFor(terms, { ...alone(9n), newDestinationsWorth: rupiah(sum), usedBefore })
  assert.deepEqual(judged(9n), { needed: 0, reasons: [] })
  assert.deepEqual(judged(10n), { needed: 1, reasons: ['new destination'] })
  const large = 'large sum to new destinations within 24 hours'
  assert.deepEqual(judged(50n), { needed: 2, reasons: [large, 'new destination'] })
  const both = [`very ${large}`, large, 'new destination']
  assert.deepEqual(judged(500n), { needed: 2, reasons: both })
  assert.deepEqual(judged(500n, true), { needed: 0, reasons: [] })
})

test('a large amount with another risk needs two operators, either alone one', () => {
  const judged = (worth: bigint, risk: Partial<Parameters<typeof approvalsFor>[1]>) => {
    const { needed, reasons } = approvalsFor(terms, { ...alone(worth), ...risk })
    return [needed, ...reasons]
  }
  assert.deepEqual(judged(50n, {}), [1, 'large amount'])
  assert.deepEqual(judged(49n, { isNewAccount: true }), [0])
  assert.deepEqual(judged(50n, { isNewAccount: true }), [2, 'large amount', 'a new account'])
  const changed = { coolingOff: ['a change'] }
  assert.deepEqual(judged(49n, changed), [1, 'a change'])
  assert.deepEqual(judged(50n, changed), [2, 'large amount', 'a change'])
  assert.deepEqual(judged(49n, { usedBefore: false }), [1, 'new destination'])
  assert.deepEqual(judged(50n, { usedBefore: false }), [2, 'large amount', 'new destination'])
})

test('a cool-off allows the free sum, and no rupiah more', () => {
  const judged = (sum: bigint) =>
    approvalsFor(terms, { ...alone(1n), coolingOff: ['a change'], coolingWorth: rupiah(sum) })
  assert.deepEqual(judged(1n), { needed: 0, reasons: [] })
  assert.deepEqual(judged(2n), { needed: 1, reasons: ['a change'] })
})

test('a refused withdrawal gets the first reason of the interface', () => {
  const fit = { suspended: false, identityStatus: 'success', locked: false }
  assert.equal(ineligibility(fit), null)
  for (const identityStatus of ['none', 'pending', 'failed']) {
    const key = ineligibility({ ...fit, identityStatus, locked: true })
    assert.equal(key, 'api.identity_verification_are_required')
  }
  assert.equal(
    ineligibility({ ...fit, locked: true }),
    'api.no_allow_to_withdraw_in_24_hours_after_changed_password',
  )
  assert.equal(ineligibility({ ...fit, suspended: true }), 'auth.account_suspended')
})
