import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar } from '../../../../tests/harness.ts'
import { codeOf } from '../../../../tests/make/totp.ts'
import { mailedCode, makeWithdrawer } from '../../../../tests/make/withdrawal.ts'
import { findTotp } from './totp.sql.ts'
import { matchTotp } from './totp.ts'
import { type Codes, lockCodes, matchMailedCode, useAppCodes } from './withdrawal-codes.ts'

test('one code of the app covers one withdrawal, though each has a mailed code', async (t) => {
  const tukar = await startTukar(t)
  const { ctx } = tukar.service
  const trader = await makeWithdrawer(tukar)
  const { id: user, email: identity } = trader
  const stored = await findTotp(ctx.db.read, user)
  const appCode = codeOf(trader.secret)
  const codesOf = async (purpose: 'withdraw' | 'email'): Promise<Codes> => {
    const code = await mailedCode(tukar, trader, purpose)
    const mailed = await matchMailedCode(ctx, { user, identity, code })
    assert.ok(mailed !== null)
    return { mailed, totp: await matchTotp(ctx, { user, code: appCode }, stored) }
  }
  const both = [await codesOf('withdraw'), await codesOf('email')]
  const outcomes = await Promise.all(
    both.map((codes) =>
      ctx.db.inTransaction(async (tx) => {
        const [outcome] = await lockCodes(tx, ctx, [codes])
        if (outcome === 'locked') useAppCodes(tx, [codes])
        return outcome
      }),
    ),
  )
  assert.deepEqual(outcomes.toSorted(), ['app-code-gone', 'locked'])
})
