import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idr, whole } from '../../base/values/money.ts'
import {
  decideReport,
  type OpenReport,
  type Payment,
  type Verdict,
} from './payment-report.rules.ts'

const amount = whole(idr, 5_000_000n)
const report = (method: 'VA' | 'ORDER', queries: number, isOld = false): OpenReport => ({
  method,
  ref: 'payment-1',
  account: method === 'VA' ? '001' : '',
  amount,
  bankCode: null,
  reference: null,
  publisherOrderId: null,
  queries,
  isOld,
  reportedAt: new Date(0),
})

/** Returns the new state and the count of queries, with the severity of each alert. */
const becomes = (of: OpenReport, verdict: Verdict): string => {
  const { state, queries, alerts } = decideReport({ report: of, verdict })
  return [state, queries, ...alerts.map(({ severity }) => severity)].join(' ')
}

const denied: Verdict = { kind: 'denied', why: 'not-found' }
const unanswered: Verdict = { kind: 'unanswered', why: 'timeout' }

test('a payment that the provider denies is queried a bounded number of times', () => {
  assert.equal(becomes(report('VA', 0), denied), 'ASKING 1 warning')
  assert.equal(becomes(report('VA', 4), denied), 'ASKING 5 warning')
  assert.equal(becomes(report('VA', 5), denied), 'REFUSED 6 critical')
  assert.equal(becomes(report('ORDER', 13), denied), 'ASKING 14 warning')
  assert.equal(becomes(report('ORDER', 14), denied), 'GIVEN_UP 15 critical')
})

test('payx is queried without end while it does not answer, payd a bounded number of times', () => {
  assert.equal(becomes(report('VA', 5), unanswered), 'ASKING 5')
  assert.equal(becomes(report('VA', 5, true), unanswered), 'ASKING 5 critical')
  assert.equal(becomes(report('ORDER', 13, true), unanswered), 'ASKING 14')
  assert.equal(becomes(report('ORDER', 14), unanswered), 'GIVEN_UP 15 critical')
  const postponed: Verdict = { kind: 'postponed', why: 'no-order-yet' }
  assert.equal(becomes(report('ORDER', 14), postponed), 'ASKING 14')
})

test('a report is booked or refused by the record, with an alert if that differs', () => {
  const paid = (more: object): Verdict => {
    const facts = { bankCode: 'BCA', sent: '5000000', odd: null, ...more }
    const payment: Payment = { method: 'VA', ref: 'payment-1', account: '001', amount, ...facts }
    return { kind: 'paid', payment }
  }
  assert.equal(becomes(report('VA', 5), paid({})), 'BOOKED 5')
  assert.equal(becomes(report('VA', 5), paid({ account: '002' })), 'BOOKED 5 critical')
  assert.equal(becomes(report('VA', 5), paid({ amount: whole(idr, 1n) })), 'BOOKED 5 critical')
  const contradicted: Verdict = { kind: 'contradicted', why: 'other-amount' }
  assert.equal(becomes(report('ORDER', 0), contradicted), 'REFUSED 0 critical')
})
