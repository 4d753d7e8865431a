import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestId, userId } from '../../../base/values/ids.ts'
import { idr, money, whole } from '../../../base/values/money.ts'
import type { Posting } from '../../../core/ledger/post.rules.ts'
import {
  chargedToHouse,
  chargedToOwner,
  isDenied,
  isOneEnough,
  keyOfLate,
  keyOfReturn,
  keyOfWithdrawal,
  type ProviderStatement,
  reportOfStatement,
  returnedToHouse,
  returnedToOwner,
  takenWithdrawalFee,
} from './resolution.rules.ts'
import type { Withdrawal, WithdrawalReport } from './withdrawal.rules.ts'

const withdrawal: Withdrawal = {
  id: 1,
  requestId: requestId('wd-some-one'),
  user: userId(7),
  amount: whole(idr, 100n),
  fee: whole(idr, 5n),
  held: whole(idr, 105n),
  sent: whole(idr, 100n),
  destination: {
    kind: 'CASH',
    bankAccountId: 1,
    channelCode: 'ID_BCA',
    bankName: 'BCA',
    accountNumber: '1',
    accountHolder: 'SITI',
  },
  worth: whole(idr, 100n),
  status: 'SUBMITTED',
  needed: 0,
  providerId: null,
  reversed: false,
  incident: null,
  day: '2026-01-01',
  attempts: 1,
}

const reported = (stage: WithdrawalReport['stage']): WithdrawalReport => ({
  kind: 'CASH',
  requestId: requestId('wd-some-one'),
  stage,
  providerId: 'disb-1',
  providerStatus: 'WORD',
  sentText: 'other words',
  txHash: null,
  reason: null,
  networkFee: null,
})

const found = (stage: WithdrawalReport['stage']): ProviderStatement => ({
  kind: 'found',
  report: reported(stage),
})
const absent: ProviderStatement = { kind: 'absent' }
const unknown: ProviderStatement = { kind: 'unknown' }

test("the provider's report overrules any other end, and its silence overrules none", () => {
  assert.ok(isDenied('failed', found('pending')) && isDenied('completed', found('pending')))
  assert.ok(isDenied('failed', found('succeeded')) && !isDenied('completed', found('succeeded')))
  assert.ok(isDenied('completed', found('failed')) && !isDenied('failed', found('failed')))
  assert.ok(isDenied('completed', found('reversed')) && !isDenied('failed', found('reversed')))
  assert.ok(isDenied('failed', found('dropped')) && isDenied('completed', found('dropped')))
  for (const statement of [absent, unknown, null]) {
    assert.ok(!isDenied('failed', statement) && !isDenied('completed', statement))
  }
})

test('one operator suffices if the provider confirms it, and never for a large one', () => {
  const odd = { ...withdrawal, incident: 'odd' }
  const unsent: Withdrawal = { ...withdrawal, status: 'PROCESSING' }
  assert.ok(isOneEnough(withdrawal, 'failed', found('failed'), true), 'its own word is enough')
  assert.ok(!isOneEnough(odd, 'failed', found('failed'), true))
  assert.ok(isOneEnough(odd, 'failed', found('failed'), false))
  assert.ok(isOneEnough(unsent, 'failed', absent, false))
  assert.ok(!isOneEnough(unsent, 'failed', absent, true))
  assert.ok(!isOneEnough(unsent, 'completed', absent, false))
  assert.ok(!isOneEnough(withdrawal, 'failed', absent, false), 'it had taken it once')
  assert.ok(!isOneEnough(unsent, 'failed', unknown, false))
  assert.ok(!isOneEnough(unsent, 'completed', unknown, false))
  const ended = { ...odd, status: 'SUCCESS' } as const
  assert.ok(isOneEnough(ended, 'completed', null, false), 'as in our books, so nothing moves')
  assert.ok(!isOneEnough(ended, 'failed', null, false), 'it would be returned to its owner')
  assert.ok(!isOneEnough({ ...odd, status: 'FAILED' }, 'completed', null, false), 'a charge')
  assert.ok(!isOneEnough(ended, 'completed', null, true))
  assert.ok(!isOneEnough(withdrawal, 'failed', null, true), 'a large one without an answer')
})

test("a resolution keeps the provider's facts, but not its spelling of the amount", () => {
  const fee = money(idr, 7n)
  const facts = { txHash: 'hash', networkFee: fee, replacedBy: 'c-2' }
  const statement: ProviderStatement = {
    kind: 'found',
    report: { ...reported('succeeded'), ...facts },
  }
  assert.deepEqual(reportOfStatement(withdrawal, 'succeeded', statement, 'they called'), {
    kind: 'CASH',
    requestId: withdrawal.requestId,
    stage: 'succeeded',
    providerId: 'disb-1',
    providerStatus: 'WORD',
    sentText: null,
    ...facts,
    reason: 'they called',
  })
  const known = { ...withdrawal, providerId: 'disb-0' }
  assert.equal(reportOfStatement(known, 'failed', statement, 'x').providerId, 'disb-0')
})

test('a resolution without an answer of the provider states no facts', () => {
  for (const statement of [absent, unknown, null]) {
    assert.deepEqual(reportOfStatement(withdrawal, 'failed', statement, 'x'), {
      kind: 'CASH',
      requestId: withdrawal.requestId,
      stage: 'failed',
      providerId: null,
      providerStatus: 'RESOLVED',
      sentText: null,
      txHash: null,
      reason: 'x',
      networkFee: null,
    })
  }
})

const inWords = ({ key, action, moves }: Posting) => [
  key,
  action,
  ...moves.map(({ from, to, amount }) => `${from.kind} ${to.kind} ${amount.units}`),
]

test('a late charge is posted under one key, whoever pays for it', () => {
  const late = 'late:wd-some-one'
  assert.equal(keyOfLate(withdrawal.requestId), late)
  assert.deepEqual(inWords(chargedToOwner(withdrawal, 'payx')), [
    late,
    'WITHDRAWAL',
    'available payx 10000',
    'available fees 500',
  ])
  assert.deepEqual(inWords(chargedToHouse(withdrawal, 'payx')), [
    late,
    'ADJUSTMENT',
    'receivable payx 10000',
  ])
})

test('a returned payout is posted under one key: the owner has the fee back, or the house', () => {
  const returned = 'reversal:wd-some-one'
  assert.equal(keyOfReturn(withdrawal.requestId), returned)
  assert.deepEqual(inWords(returnedToOwner(withdrawal, 'payx')), [
    returned,
    'WITHDRAWAL',
    'payx available 10000',
    'fees available 500',
  ])
  assert.deepEqual(inWords(returnedToHouse(withdrawal, 'payx')), [
    returned,
    'ADJUSTMENT',
    'payx receivable 10000',
  ])
})

test('the fee of a withdrawal is taxed by the posting that took it', () => {
  const key = keyOfWithdrawal(withdrawal.requestId)
  assert.deepEqual(takenWithdrawalFee(withdrawal, key), {
    key: 'withdrawal:wd-some-one',
    user: withdrawal.user,
    source: 'withdrawal',
    fee: withdrawal.fee,
  })
})
