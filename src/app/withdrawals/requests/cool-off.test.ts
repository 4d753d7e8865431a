import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { startTukar, type Tukar } from '../../../../tests/harness.ts'
import { keysMayWithdraw, makeKey, signature } from '../../../../tests/make/api-key.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { bankFields, deleteBank, editBank, makeBank } from '../../../../tests/make/bank-account.ts'
import {
  type CashWithdrawer,
  makeCashWithdrawer,
  pausePayouts,
  withdrawCash,
} from '../../../../tests/make/cash-withdrawal.ts'
import { bindTotp, codeOf } from '../../../../tests/make/totp.ts'
import { expectOk } from '../../../../tests/make/trader.ts'
import {
  coinFields,
  cooledOff,
  later,
  mailedCode,
  run,
  startWithdrawer,
  type Withdrawer,
  withdrawalsOf,
  withdrawCoin,
} from '../../../../tests/make/withdrawal.ts'

async function start(t: TestContext) {
  const tukar = await startTukar(t)
  const trader = await makeCashWithdrawer(tukar)
  await pausePayouts(tukar)
  return { tukar, trader, db: tukar.service.ctx.db }
}

const newest = async (tukar: Tukar, trader: Withdrawer) => {
  const one = (await withdrawalsOf(tukar, trader)).at(-1)
  return one?.needed === 0 ? 'sent' : one?.reasons
}

/** Requests an amount; returns whether it was sent, or why it waits for approval. */
async function request(
  tukar: Tukar,
  trader: CashWithdrawer,
  amount: number,
  bankAccount = trader.bankAccount,
) {
  const answer = await withdrawCash(tukar, trader, { amount, bankAccount })
  assert.equal(answer.status, 200, answer.text)
  await later(tukar, trader)
  return newest(tukar, trader)
}

/** Unbinds the authenticator and binds another, through the API. */
async function rebind<By extends Withdrawer>(tukar: Tukar, trader: By): Promise<By> {
  const body = { otpCode: codeOf(trader.secret) }
  expectOk(await tukar.call('POST', '/api/users/twofa-unbind', { token: trader.token, body }))
  await later(tukar, trader)
  return { ...trader, secret: await bindTotp(tukar, trader) }
}

const app = ['a recently changed authenticator']
const bank = ['a recently added bank account']

test('for a day after binding another app only the free sum needs no approval', async (t) => {
  const { tukar, trader: before, db } = await start(t)
  assert.equal(await request(tukar, before, 5_000_000), 'sent')
  const trader = await rebind(tukar, before)
  assert.equal(await request(tukar, trader, 600_000), 'sent')
  assert.equal(await request(tukar, trader, 400_000), 'sent')
  assert.deepEqual(await request(tukar, trader, 50_000), app)
  await cooledOff(tukar, trader)
  assert.equal(await request(tukar, trader, 1_000_001), 'sent')
  await auditsClean(db)
})

test('another app during the cool-off starts no new free sum', async (t) => {
  const { tukar, trader: before, db } = await start(t)
  const trader = await rebind(tukar, before)
  assert.equal(await request(tukar, trader, 1_000_000), 'sent')
  const again = await rebind(tukar, trader)
  assert.deepEqual(await request(tukar, again, 50_000), app)
  await cooledOff(tukar, again)
  assert.equal(await request(tukar, await rebind(tukar, again), 1_000_000), 'sent')
  await auditsClean(db)
})

test('the first app of a user cools off too, and so do coins and API keys', async (t) => {
  const { tukar, trader } = await startWithdrawer(t)
  await run(tukar, `update users set twofa_changed_at = now() where id = ${trader.id}`)
  await withdrawCoin(tukar, trader, { amount: '0.001' })
  assert.equal(await newest(tukar, trader), 'sent')
  await later(tukar, trader)
  const key = await makeKey(tukar, trader, { permissions: ['withdraw'] })
  await keysMayWithdraw(tukar)
  const otpCode = await mailedCode(tukar, trader)
  const raw = JSON.stringify(
    coinFields({ amount: '0.0005', otpCode, twoFACode: codeOf(trader.secret) }),
  )
  const path = '/api/withdraw/withdraw-coin'
  const headers = signature(key, { method: 'POST', path, body: raw })
  expectOk(await tukar.call('POST', path, { raw, headers }))
  assert.deepEqual(await newest(tukar, trader), app)
})

test('binding and unbinding are recorded with their time', async (t) => {
  const { tukar, trader } = await start(t)
  const changed = async () => {
    const { rows } = await tukar.service.ctx.db.read
      .selectFrom('users')
      .where('id', '=', trader.id)
      .where('twofa_changed_at', '>', new Date(Date.now() - 3_600_000))
      .select('id')
      .execute()
      .then((found) => ({ rows: found }))
    return rows.length === 1
  }
  assert.equal(await changed(), false)
  const body = { otpCode: codeOf(trader.secret) }
  expectOk(await tukar.call('POST', '/api/users/twofa-unbind', { token: trader.token, body }))
  assert.equal(await changed(), true)
  await cooledOff(tukar, trader)
  await later(tukar, trader)
  await bindTotp(tukar, trader)
  assert.equal(await changed(), true)
})

test('for a day a new bank account is paid only the free sum without approval', async (t) => {
  const { tukar, trader, db } = await start(t)
  assert.equal(await request(tukar, trader, 2_000_000), 'sent')
  const bankOwner = trader.name
  const added = await makeBank(tukar, trader, { account: '0099999999', bankOwner })
  assert.equal(await request(tukar, trader, 1_000_000, added), 'sent')
  assert.deepEqual(await request(tukar, trader, 50_000, added), bank)
  assert.equal(await request(tukar, trader, 2_000_000), 'sent', 'the older account is free')
  const further = await makeBank(tukar, trader, { account: '0088888888', bankOwner })
  assert.deepEqual(await request(tukar, trader, 1_000_001, further), bank)
  await cooledOff(tukar, trader)
  assert.equal(await request(tukar, trader, 1_000_001, added), 'sent')
  await auditsClean(db)
})

test('a bank account is new when its payee was edited, or it was deleted and added', async (t) => {
  const { tukar, trader } = await start(t)
  const fields = { bankName: 'BCA', account: '0081234567', bankOwner: trader.name }
  const edit = async (change: object) => {
    const body = { userBankAddressId: trader.bankAccount, ...bankFields, ...fields, ...change }
    expectOk(await editBank(tukar, trader, body))
    const reasons = await request(tukar, trader, 1_000_001)
    await cooledOff(tukar, trader)
    return reasons
  }
  assert.equal(await edit({ address: 'Jalan Lain 2' }), 'sent')
  assert.deepEqual(await edit({ account: '0081234568' }), bank)
  assert.deepEqual(await edit({ bankName: 'BCA Syariah' }), bank)
  assert.deepEqual(await edit({ bankOwner: `${trader.name}.` }), bank)
  expectOk(await deleteBank(tukar, trader, trader.bankAccount))
  const again = await makeBank(tukar, trader, fields)
  assert.deepEqual(await request(tukar, trader, 1_000_001, again), bank)
})

test('a further new bank account, or another edit of one, starts no new free sum', async (t) => {
  const { tukar, trader, db } = await start(t)
  const bankOwner = trader.name
  const first = await makeBank(tukar, trader, { account: '0099999991', bankOwner })
  assert.equal(await request(tukar, trader, 1_000_000, first), 'sent')
  const second = await makeBank(tukar, trader, { account: '0099999992', bankOwner })
  assert.deepEqual(await request(tukar, trader, 50_000, second), bank)
  const fields = { ...bankFields, account: '0099999993', bankOwner }
  expectOk(await editBank(tukar, trader, { userBankAddressId: first, ...fields }))
  assert.deepEqual(await request(tukar, trader, 50_000, first), bank)
  expectOk(await deleteBank(tukar, trader, first))
  assert.deepEqual(await request(tukar, trader, 50_000, second), bank)
  await auditsClean(db)
})
