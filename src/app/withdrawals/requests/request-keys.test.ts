import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, startTukar } from '../../../../tests/harness.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { makeCashWithdrawer, withdrawCash } from '../../../../tests/make/cash-withdrawal.ts'
import { loseAnswers } from '../../../../tests/make/idempotency.ts'
import { pngWith } from '../../../../tests/make/picture.ts'
import { codeOf } from '../../../../tests/make/totp.ts'
import { expectOk } from '../../../../tests/make/trader.ts'
import {
  mailedCode,
  makeWithdrawer,
  run,
  startWithdrawer,
  withdrawalsOf,
  withdrawByForm,
  withdrawCoin,
} from '../../../../tests/make/withdrawal.ts'

const once = { 'idempotency-key': 'once-1' }

function idIn(answer: Answer): string {
  expectOk(answer)
  return answer.body.data.request_id
}

const isReplayed = ({ headers }: Answer): boolean => headers.get('idempotent-replayed') === 'true'

test('a repeat returns the withdrawal whose response a crash lost, not a second one', async (t) => {
  const { tukar, trader, db } = await startWithdrawer(t)
  const fields = { otpCode: await mailedCode(tukar, trader), twoFACode: codeOf(trader.secret) }
  const first = idIn(await withdrawCoin(tukar, trader, fields, once))
  await loseAnswers(db)
  const found = await withdrawCoin(tukar, trader, fields, once)
  assert.equal(idIn(found), first)
  assert.ok(!isReplayed(found) && isReplayed(await withdrawCoin(tukar, trader, fields, once)))
  await loseAnswers(db)
  const other = await withdrawCoin(tukar, trader, { ...fields, amount: '0.006' }, once)
  assert.equal(other.body.message, 'api.idempotency_key_reused')
  const another = await withdrawCoin(tukar, trader, fields, { 'idempotency-key': 'once-2' })
  assert.equal(another.body.message, 'api.email_otp_error')
  assert.equal((await withdrawalsOf(tukar, trader)).length, 1)
  await auditsClean(db)
})

test('a form is recognized by all its fields, including the picture', async (t) => {
  const { tukar, trader, db } = await startWithdrawer(t)
  const fields = { otpCode: await mailedCode(tukar, trader), twoFACode: codeOf(trader.secret) }
  const send = (seed: number) => withdrawByForm(tukar, trader, pngWith({ seed }), fields, once)
  const first = idIn(await send(3))
  await loseAnswers(db)
  assert.equal((await send(4)).body.message, 'api.idempotency_key_reused')
  assert.equal(idIn(await send(3)), first)
  assert.equal((await withdrawalsOf(tukar, trader)).length, 1)
})

test('a repeat of a rupiah withdrawal is recognized in the same way', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeCashWithdrawer(tukar)
  const { db } = tukar.service.ctx
  const fields = { otpCode: await mailedCode(tukar, trader), twoFACode: codeOf(trader.secret) }
  const first = idIn(await withdrawCash(tukar, trader, fields, once))
  await loseAnswers(db)
  assert.equal(idIn(await withdrawCash(tukar, trader, fields, once)), first)
  assert.equal((await withdrawalsOf(tukar, trader)).length, 1)
})

test('a refused request is refused again: nothing is stored under its key', async (t) => {
  const { tukar, trader, db } = await startWithdrawer(t)
  const otpCode = await mailedCode(tukar, trader)
  const fields = { otpCode, twoFACode: codeOf(trader.secret), toAddress: 'nowhere' }
  const first = await withdrawCoin(tukar, trader, fields, once)
  assert.equal(first.body.message, 'api.withdrawal_address_invalid')
  await loseAnswers(db)
  const again = await withdrawCoin(tukar, trader, fields, once)
  assert.equal(again.status, 400)
  assert.deepEqual(await withdrawalsOf(tukar, trader), [])
})

test('a refusal that used up the code is repeated; the key is free for another code', async (t) => {
  const { tukar, trader, db } = await startWithdrawer(t)
  const send = async (otpCode: string) => {
    const fields = { otpCode, twoFACode: codeOf(trader.secret) }
    return withdrawCoin(tukar, trader, fields, once)
  }
  const setFlag = (value: number) =>
    run(tukar, `update wallet_flags set value = ${value} where type = 'WD'`)
  await setFlag(0)
  const used = await mailedCode(tukar, trader)
  const first = await send(used)
  assert.equal(first.body.message, 'api.withdrawal_is_inactive')
  await setFlag(1)
  const again = await send(used)
  assert.ok(isReplayed(again) && again.text === first.text, again.text)
  const placed = idIn(await send(await mailedCode(tukar, trader)))
  assert.deepEqual(
    (await withdrawalsOf(tukar, trader)).map((one) => one.requestId),
    [placed],
  )
  await auditsClean(db)
})

test('a refusal before the codes are checked leaves the key free', async (t) => {
  const { tukar, trader } = await startWithdrawer(t)
  const fields = { otpCode: await mailedCode(tukar, trader), twoFACode: codeOf(trader.secret) }
  const status = (value: string) => run(tukar, `update users set identity_status = '${value}'`)
  await status('pending')
  const refused = await withdrawCoin(tukar, trader, fields, once)
  assert.equal(refused.body.message, 'api.identity_verification_are_required')
  await status('success')
  idIn(await withdrawCoin(tukar, trader, fields, once))
})

test("another user's request under the same key finds only its own withdrawal", async (t) => {
  const { tukar, trader, db } = await startWithdrawer(t)
  const other = await makeWithdrawer(tukar)
  const fields = { otpCode: await mailedCode(tukar, trader), twoFACode: codeOf(trader.secret) }
  const first = idIn(await withdrawCoin(tukar, trader, fields, once))
  const copied = await withdrawCoin(tukar, other, fields, once)
  assert.equal(copied.body.message, 'api.email_otp_error', copied.text)
  assert.ok(!copied.text.includes(first))
  assert.deepEqual(await withdrawalsOf(tukar, other), [])
  await auditsClean(db)
})
