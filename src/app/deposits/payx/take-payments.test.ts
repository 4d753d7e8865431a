import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startTukar } from '../../../../tests/harness.ts'
import { rupiah } from '../../../../tests/make/payd-books.ts'
import { leaderOf, makeAccount } from '../../../../tests/make/payx.ts'
import { sessionsWait } from '../../../../tests/make/waiting-sessions.ts'
import { idr, whole } from '../../../base/values/money.ts'
import type { AccountPayment } from '../payment-report.rules.ts'
import { takeAccountPayments } from './take-payments.ts'
import { loadedUnconfirmed } from './unconfirmed.sql.ts'

test('a payment that another callback credits meanwhile still counts as unconfirmed', async (t) => {
  const { ctx } = await leaderOf(await startTukar(t))
  const { db } = ctx
  const { user, accountNumber: account, bankCode } = await makeAccount(db)
  const payment = (ref: string): AccountPayment => {
    const amount = whole(idr, 100_000n)
    return { method: 'VA', ref, account, bankCode, amount, sent: '', odd: null }
  }
  const take = (...refs: readonly string[]) =>
    db.inTransaction((tx) => takeAccountPayments(tx, refs.map(payment), ctx))
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  const recorded = Promise.withResolvers<void>()
  // Its record of the first payment stops the batch that has both, until it is undone.
  const undone = db.inTransaction(async (tx) => {
    await sql`
      insert into cash_deposits (provider, provider_ref, method, status, amount, fee)
      values ('payx', 'first', 'VA', 'PENDING', 10000000, 0)`.execute(tx)
    recorded.resolve()
    await opened
    throw new Error('undone')
  })
  await recorded.promise
  const both = take('first', 'second')
  await sessionsWait(db)
  assert.deepEqual(await take('second'), ['credited'])
  open()
  await assert.rejects(undone, /undone/)
  assert.deepEqual(await both, ['credited', 'repeated'])
  assert.equal(await rupiah(db, user), 2n * 95_560n)
  const counted = loadedUnconfirmed(ctx)
    ?.fresh()
    .map(({ payment: { ref } }) => ref)
  assert.deepEqual(counted?.toArray(), ['first', 'second'])
})
