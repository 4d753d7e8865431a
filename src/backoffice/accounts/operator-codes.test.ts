import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { openBreaks } from '../../../tests/make/breaks.ts'
import { depositCoins } from '../../../tests/make/custody.ts'
import { versionAt } from '../../../tests/make/edits.ts'
import {
  bindOperatorApp,
  changeOperator,
  forgetOperatorSteps,
  inviteOperator,
  makeOperator,
  makeSandboxOperators,
  type SignedInOperator,
} from '../../../tests/make/operator.ts'
import { leaderOf } from '../../../tests/make/payx.ts'
import { makeCashSuspense } from '../../../tests/make/suspense.ts'
import { codeOf, wrongCodeOf } from '../../../tests/make/totp.ts'
import { expectOk, makeTrader } from '../../../tests/make/trader.ts'
import { reconcile } from '../reconciliation/reconcile.ts'

const otpFailed = [403, 'auth.otp_failed']

type Guarded = Readonly<{ method: string; path: string; body: object }>

/** Asserts refusal without a code, with a wrong one or a used one; success with a fresh one. */
async function takesCodeOnce(
  tukar: Tukar,
  { token }: SignedInOperator,
  secret: string,
  { method, path, body }: Guarded,
): Promise<void> {
  const request = (otpCode?: string) =>
    tukar.call(method, `/operator/api/${path}`, { token, body: { ...body, otpCode } })
  assert.deepEqual(messageOf(await request()), otpFailed, path)
  assert.deepEqual(messageOf(await request(wrongCodeOf(secret))), otpFailed, path)
  await forgetOperatorSteps(tukar)
  const code = codeOf(secret)
  expectOk(await request(code))
  assert.deepEqual(messageOf(await request(code)), otpFailed, path)
}

test('each change that gives access takes a code of the admin, and each code once', async (t) => {
  const tukar = await startTukar(t)
  const [admin, other] = await makeSandboxOperators(tukar)
  assert.ok(admin !== undefined && other !== undefined)
  const viewer = await makeOperator(tukar, 'viewer', admin)
  const invited = await inviteOperator(tukar, 'finance', other)
  expectOk(await changeOperator(tukar, other, viewer.id, 'disable'))
  const secret = await bindOperatorApp(tukar, admin)
  const create = { email: 'new@tukar.test', role: 'finance' }
  const role = `operators/${viewer.id}/role`
  const version = await versionAt(tukar, admin, role)
  const guarded: readonly Guarded[] = [
    { method: 'POST', path: 'operators', body: create },
    { method: 'POST', path: `operators/${viewer.id}/enable`, body: {} },
    { method: 'PUT', path: role, body: { role: 'finance', version } },
    { method: 'POST', path: `operators/${invited.id}/confirm`, body: {} },
    { method: 'POST', path: `operators/${viewer.id}/reset`, body: {} },
    { method: 'POST', path: `operators/${viewer.id}/invite`, body: {} },
  ]
  for (const one of guarded) await takesCodeOnce(tukar, admin, secret, one)
})

test('an operator is disabled without a code', async (t) => {
  const tukar = await startTukar(t)
  const [admin] = await makeSandboxOperators(tukar)
  assert.ok(admin !== undefined)
  const viewer = await makeOperator(tukar, 'viewer', admin)
  await bindOperatorApp(tukar, admin)
  expectOk(await changeOperator(tukar, admin, viewer.id, 'disable'))
})

test('deciding about suspense and house money requires a code, and each code once', async (t) => {
  const tukar = await startTukar(t)
  const { ctx } = await leaderOf(tukar)
  await reconcile(ctx)
  const address = '0xdefa017000000000000000000000000000000000'
  await depositCoins(tukar, { address, assetId: 'ETH', amount: '2' })
  await reconcile(ctx)
  const finance = await makeOperator(tukar, 'finance')
  const [open] = await openBreaks(tukar, finance)
  const item = await makeCashSuspense(tukar)
  const other = await makeCashSuspense(tukar)
  const { id: userId } = await makeTrader(tukar)
  const secret = await bindOperatorApp(tukar, finance)
  const own = { direction: 'in', amount: '2', reason: 'gas' }
  const guarded: readonly Guarded[] = [
    { method: 'POST', path: `suspense/${item}/assign`, body: { userId, reason: 'the bank' } },
    { method: 'POST', path: `suspense/${other}/return`, body: { reason: 'sent back' } },
    { method: 'POST', path: `breaks/${open?.id}/own`, body: own },
  ]
  for (const one of guarded) await takesCodeOnce(tukar, finance, secret, one)
})
