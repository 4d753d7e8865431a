import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestId, userId } from '../../../base/values/ids.ts'
import { idr, money, whole } from '../../../base/values/money.ts'
import {
  chargedToHouse,
  chargedToOwner,
  isDenied,
  isOneEnough,
  type ProviderStatement,
  reportOfStatement,
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

const found = (stage: WithdrawalReport['stage']): ProviderStatement => ({
  kind: 'found',
  report: {
    kind: 'CASH',
    requestId: requestId('wd-some-one'),
    stage,
    providerId: 'disb-1',
    providerStatus: 'WORD',
    sentText: 'other words',
    txHash: null,
    reason: null,
    networkFee: null,
  },
})
const absent: ProviderStatement = { kind: 'absent' }
const unknown: ProviderStatement = { kind: 'unknown' }

test("the provider's report overrules any other end, and its silence overrules none", () => {
  assert.ok(isDenied('failed', found('pending')) && isDenied('completed', found('pending')))
  assert.ok(isDenied('failed', found('succeeded')) && !isDenied('completed', found('succeeded')))
  assert.ok(isDenied('completed', found('failed')) && !isDenied('failed', found('failed')))
  assert.ok(isDenied('completed', found('reversed')) && !isDenied('failed', found('reversed')))
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
  assert.ok(isOneEnough(odd, 'completed', null, false) && !isOneEnough(odd, 'failed', null, true))
})

test("a resolution keeps the provider's facts, but not its spelling of the amount", () => {
  const report = reportOfStatement(withdrawal, 'succeeded', found('succeeded'), 'they called')
  assert.deepEqual(
    [report.stage, report.providerId, report.providerStatus, report.sentText, report.reason],
    ['succeeded', 'disb-1', 'WORD', null, 'they called'],
  )
  assert.equal(reportOfStatement(withdrawal, 'failed', null, 'x').providerStatus, 'RESOLVED')
})

test('a late charge is posted under one key, whoever pays for it', () => {
  const byOwner = chargedToOwner(withdrawal, 'payx')
  const byHouse = chargedToHouse(withdrawal, 'payx')
  assert.equal(byOwner.key, byHouse.key)
  assert.deepEqual(
    byOwner.moves.map(({ amount }) => amount),
    [money(idr, 10_000n), money(idr, 500n)],
  )
  assert.deepEqual(
    byHouse.moves.map(({ from, to, amount }) => [from.kind, to.kind, amount.units]),
    [['receivable', 'payx', 10_000n]],
  )
})
