import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { deleteBank, editBank, makeBank } from '../../../../tests/make/bank-account.ts'
import {
  type CashWithdrawer,
  makeCashWithdrawer,
  movePayout,
  pausePayouts,
  payoutsOf,
  proveCashWithdrawer,
  rupiahOf,
  withdrawCash,
} from '../../../../tests/make/cash-withdrawal.ts'
import { codeOf, wrongCodeOf } from '../../../../tests/make/totp.ts'
import { makeTrader } from '../../../../tests/make/trader.ts'
import {
  attempted,
  becomes,
  later,
  mailedCode,
  pauseOver,
  withdrawalsOf,
} from '../../../../tests/make/withdrawal.ts'

async function start(t: TestContext, bank: object = {}, nodes = 1) {
  const tukar = await startTukar(t, { jobs: ['settle withdrawals'], nodes })
  const trader = await makeCashWithdrawer(tukar, bank)
  return { tukar, trader, db: tukar.service.ctx.db }
}

const untouched = { available: 100_000_000n, locked: 0n }
const frozen = { available: 98_995_000n, locked: 1_005_000n }
const sent = { available: 98_995_000n, locked: 0n }

const refusedAs = async (t: TestContext, change: (trader: CashWithdrawer) => object) => {
  const { tukar, trader, db } = await start(t)
  const answer = await withdrawCash(tukar, trader, { ...change(trader) })
  assert.deepEqual(await rupiahOf(tukar, trader), untouched)
  assert.deepEqual(await withdrawalsOf(tukar, trader), [])
  assert.deepEqual(await payoutsOf(tukar), [])
  await auditsClean(db)
  return { answer, tukar, trader, db }
}

test('rupiah are frozen with the fee, paid out, and debited once payx has paid', async (t) => {
  const { tukar, trader, db } = await start(t)
  await pausePayouts(tukar)
  const answer = await withdrawCash(tukar, trader)
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.body.message, 'api.withdraw_apply_successful')
  const { request_id: requestId, ...data } = answer.body.data
  assert.deepEqual(data, { status: 'PROCESSING', amount: '1000000', fee: '5000' })
  await becomes(tukar, trader, 'SUBMITTED')
  assert.deepEqual(await rupiahOf(tukar, trader), frozen)
  const [payout, ...others] = await payoutsOf(tukar)
  assert.deepEqual(others, [])
  assert.deepEqual(
    [payout?.reference_id, payout?.amount, payout?.channel_code, payout?.metadata],
    [requestId, 1_000_000, 'ID_BCA', { request_id: requestId, user_id: String(trader.id) }],
  )
  assert.deepEqual(payout?.channel_properties, {
    account_holder_name: trader.name,
    account_number: '0081234567',
  })
  await movePayout(tukar, requestId, 'SUCCEEDED')
  await becomes(tukar, trader, 'SUCCESS')
  assert.deepEqual(await rupiahOf(tukar, trader), sent)
  await auditsClean(db)
})

test('a payout ends by itself, notifies its owner, and is reported as C', async (t) => {
  const { tukar, trader, db } = await start(t)
  await withdrawCash(tukar, trader)
  await becomes(tukar, trader, 'SUCCESS')
  const reports = () => db.read.selectFrom('reports').select(['kind', 'status']).execute()
  await eventually('the report', async () =>
    (await reports()).some(({ kind, status }) => kind === 'C' && status === 'SUCCESS'),
  )
  assert.equal((await reports()).length, 1)
  const messages = await tukar.call('GET', '/api/user-messages', { token: trader.token })
  const kinds = messages.body.data.data?.map(({ kind }: { kind: string }) => kind)
  assert.deepEqual(
    (kinds ?? []).filter((kind: string) => kind.startsWith('withdrawal')).toSorted(),
    ['withdrawal-accepted', 'withdrawal-completed'],
  )
  await auditsClean(db)
})

test('a field that is missing or wrong is refused with its sentence', async (t) => {
  const { tukar, trader } = await start(t)
  const whole = 'The amount field must be a whole number of rupiah.'
  const cases: readonly (readonly [object, string])[] = [
    [{ amount: null }, 'The amount field is required.'],
    [{ amount: 0 }, 'The amount field must be greater than 0.'],
    [{ amount: -50_000 }, 'The amount field must be greater than 0.'],
    [{ amount: '100000.5' }, whole],
    [{ amount: 100_000.25 }, whole],
    [{ amount: '1e5' }, 'The amount field must be a number without an exponent.'],
    [{ paymentMethod: null }, 'The payment method field is required.'],
    [{ paymentMethod: 'payd' }, 'The selected payment method is invalid.'],
    [{ bankAccount: null }, 'The bank account field is required.'],
    [{ bankAccount: 'mine' }, 'The bank account field must be an integer.'],
    [{ bankAccount: 1.5 }, 'The bank account field must be an integer.'],
    [{ twoFACode: null }, 'The two fa code field is required.'],
    [
      { twoFACode: 123_456 },
      'The two fa code field must be a string, because a number loses its leading zeros.',
    ],
    [
      { otpCode: 1234 },
      'The otp code field must be a string, because a number loses its leading zeros.',
    ],
  ]
  for (const [fields, message] of cases) {
    const answer = await withdrawCash(tukar, trader, { otpCode: '1234', ...fields })
    assert.equal(answer.status, 400)
    assert.equal(answer.body.message.toLowerCase(), message.toLowerCase())
  }
  assert.deepEqual(await withdrawalsOf(tukar, trader), [])
})

test('while withdrawals are stopped none is accepted, and no code is used up', async (t) => {
  const { tukar, trader, db } = await start(t)
  await sql`update wallet_flags set value = 0 where type = 'WD'`.execute(db.read)
  const otpCode = await mailedCode(tukar, trader)
  const answer = await withdrawCash(tukar, trader, { otpCode })
  assert.deepEqual(messageOf(answer), [400, 'api.withdrawal_is_inactive'])
  await sql`update wallet_flags set value = 1 where type = 'WD'`.execute(db.read)
  assert.equal((await withdrawCash(tukar, trader, { otpCode })).status, 200)
})

test('a concurrent stop is seen by the transaction that accepts the withdrawal', async (t) => {
  const { tukar, trader, db } = await start(t)
  const { read } = db
  await sql`
    create function stop_withdrawals() returns trigger language plpgsql as $$
    begin update wallet_flags set value = 0 where type = 'WD'; return new; end $$`.execute(read)
  await sql`create trigger stop_meanwhile before insert or update on withdrawal_gates
    for each row execute function stop_withdrawals()`.execute(read)
  await withdrawCash(tukar, trader)
  const answer = await withdrawCash(tukar, trader)
  assert.deepEqual(messageOf(answer), [400, 'api.withdrawal_is_inactive'])
})

const payxAway = { provider: 'payx', fault: 'error-500', path: '/v2/payouts', times: 1 }

test('a withdrawal accepted before a stop still goes out', async (t) => {
  const { tukar, trader, db } = await start(t)
  await tukar.control('POST', '/faults', payxAway)
  await withdrawCash(tukar, trader)
  await sql`update wallet_flags set value = 0 where type = 'WD'`.execute(db.read)
  await attempted(tukar, trader, 1)
  await pauseOver(tukar)
  await becomes(tukar, trader, 'SUCCESS')
  assert.deepEqual(await rupiahOf(tukar, trader), sent)
})

test('a wrong mailed code, or a wrong code of the app, withdraws nothing', async (t) => {
  const wrong = await refusedAs(t, () => ({ otpCode: '0000x' }))
  assert.deepEqual(messageOf(wrong.answer), [400, 'api.email_otp_error'])
  const { tukar, trader } = wrong
  const answer = await withdrawCash(tukar, trader, { twoFACode: wrongCodeOf(trader.secret) })
  assert.deepEqual(messageOf(answer), [403, 'api.two_fa_failed'])
  assert.deepEqual(await rupiahOf(tukar, trader), untouched)
})

test('an unverified user, or one with a recent reset, withdraws nothing', async (t) => {
  const { tukar, trader, db } = await start(t)
  await sql`update users set withdraw_locked_until = now() + interval '1 hour'`.execute(db.read)
  const locked = await withdrawCash(tukar, trader)
  const key = 'api.no_allow_to_withdraw_in_24_hours_after_changed_password'
  assert.equal(locked.body.message, key)
  await sql`update users set identity_status = 'pending'`.execute(db.read)
  const unproven = await withdrawCash(tukar, trader)
  assert.equal(unproven.body.message, 'api.identity_verification_are_required')
  assert.deepEqual(await withdrawalsOf(tukar, trader), [])
})

test("a bank account that is another user's, or unknown, is not found", async (t) => {
  const { tukar, trader } = await start(t)
  const other = await makeTrader(tukar)
  for (const bankAccount of [await makeBank(tukar, other), 999_999]) {
    const answer = await withdrawCash(tukar, trader, { bankAccount })
    assert.deepEqual(messageOf(answer), [400, 'api.bank_not_found'])
  }
  assert.deepEqual(await rupiahOf(tukar, trader), untouched)
})

test('a bank that can not be paid out to is refused; one is known by number or name', async (t) => {
  const { tukar, trader, db } = await start(t)
  const banks = [
    { bankId: '016', bankName: 'Maybank' },
    { bankId: 'XX', bankName: 'Bank of Nowhere' },
  ]
  for (const bank of banks) {
    const bankAccount = await makeBank(tukar, trader, bank)
    const answer = await withdrawCash(tukar, trader, { bankAccount })
    const { status, body } = answer
    assert.deepEqual([status, body.message], [400, 'api.withdrawal_bank_not_supported'])
  }
  await pausePayouts(tukar)
  const known = [
    { bankId: '8', bankName: 'My bank' },
    { bankId: 'bni', bankName: 'My bank' },
    { bankId: 'X1', bankName: 'Bank Rakyat Indonesia' },
  ]
  for (const bank of known) {
    await later(tukar, trader)
    const bankAccount = await makeBank(tukar, trader, { ...bank, bankOwner: trader.name })
    assert.equal((await withdrawCash(tukar, trader, { bankAccount, amount: 300_000 })).status, 200)
  }
  const channels = await eventually('three payouts', async () => {
    const payouts = await payoutsOf(tukar)
    return payouts.length === 3 && payouts.map(({ channel_code }) => channel_code)
  })
  assert.deepEqual(channels.toSorted(), ['ID_BNI', 'ID_BRI', 'ID_MANDIRI'])
  await auditsClean(db)
})

test('amounts are within the bounds of the settings, each bound included', async (t) => {
  const { tukar, trader, db } = await start(t)
  await pausePayouts(tukar)
  const set = (key: string, value: number) =>
    sql`update settings set value = ${String(value)} where key = ${key}`.execute(db.read)
  await set('withdrawal.idr_minimum', 60_000)
  await set('withdrawal.idr_maximum', 70_000)
  const cases: readonly (readonly [number, string])[] = [
    [59_999, 'api.withdrawal_below_minimum'],
    [60_000, 'api.withdraw_apply_successful'],
    [70_000, 'api.withdraw_apply_successful'],
    [70_001, 'api.withdrawal_above_maximum'],
  ]
  for (const [amount, message] of cases) {
    await later(tukar, trader)
    assert.equal((await withdrawCash(tukar, trader, { amount })).body.message, message)
  }
  await auditsClean(db)
})

test('the balance must cover amount and fee, to the rupiah', async (t) => {
  const { tukar, trader, db } = await start(t)
  await pausePayouts(tukar)
  await sql`update settings set value = '0' where key = 'withdrawal.approval_idr'`.execute(db.read)
  const above = await withdrawCash(tukar, trader, { amount: 99_995_001 })
  assert.deepEqual(messageOf(above), [400, 'api.insufficient_funds'])
  assert.deepEqual(await rupiahOf(tukar, trader), untouched)
  await later(tukar, trader)
  assert.equal((await withdrawCash(tukar, trader, { amount: 99_995_000 })).status, 200)
  assert.deepEqual(await rupiahOf(tukar, trader), { available: 0n, locked: 100_000_000n })
  await auditsClean(db)
})

test('the fee is the one of the settings at the time of the request', async (t) => {
  const { tukar, trader, db } = await start(t)
  await sql`update settings set value = '6500' where key = 'withdrawal.idr_fee'`.execute(db.read)
  const answer = await withdrawCash(tukar, trader)
  assert.equal(answer.body.data.fee, '6500')
  await becomes(tukar, trader, 'SUCCESS')
  assert.deepEqual(await rupiahOf(tukar, trader), { available: 98_993_500n, locked: 0n })
})

test('a day has a limit over all withdrawals', async (t) => {
  const { tukar, trader, db } = await start(t)
  await pausePayouts(tukar)
  const key = 'withdrawal.daily_limit_idr'
  await sql`update settings set value = '1500000' where key = ${key}`.execute(db.read)
  assert.equal((await withdrawCash(tukar, trader)).status, 200)
  await later(tukar, trader)
  const above = await withdrawCash(tukar, trader, { amount: 500_001 })
  assert.equal(above.body.message, 'api.exceed_system_daily_withdrawal_limit')
  await later(tukar, trader)
  assert.equal((await withdrawCash(tukar, trader, { amount: 500_000 })).status, 200)
})

test('within ten seconds a user cannot withdraw rupiah twice', async (t) => {
  const { tukar, trader } = await start(t)
  assert.equal((await withdrawCash(tukar, trader)).status, 200)
  const again = await withdrawCash(tukar, trader, { twoFACode: wrongCodeOf(trader.secret) })
  assert.equal(again.body.message, 'api.two_fa_failed')
  const { service } = tukar
  await sql`update totp_secrets set last_step = 0`.execute(service.ctx.db.read)
  const soon = await withdrawCash(tukar, trader)
  assert.deepEqual(messageOf(soon), [429, 'api.try_again_later'])
})

test('a bank account in another name waits for an operator, however small', async (t) => {
  const { tukar, trader, db } = await start(t, { bankOwner: 'Somebody Else' })
  const answer = await withdrawCash(tukar, trader)
  assert.equal(answer.body.data.status, 'PENDING_APPROVAL')
  const [waiting] = await withdrawalsOf(tukar, trader)
  assert.deepEqual(waiting?.reasons, ['the bank account is in another name'])
  assert.equal(waiting?.needed, 1)
  assert.deepEqual(await rupiahOf(tukar, trader), frozen)
  assert.deepEqual(await payoutsOf(tukar), [])
  await auditsClean(db)
})

test('the name is that of the verified card', async (t) => {
  const tukar = await startTukar(t)
  const trader = await proveCashWithdrawer(tukar)
  assert.equal((await withdrawCash(tukar, trader)).body.data.status, 'PROCESSING')
  await later(tukar, trader)
  const bankAccount = await makeBank(tukar, trader, { bankOwner: `${trader.name}A` })
  const other = await withdrawCash(tukar, trader, { bankAccount })
  assert.equal(other.body.data.status, 'PENDING_APPROVAL')
})

test('a withdrawal to a name that cannot be checked any more waits for an operator', async (t) => {
  const { tukar, trader, db } = await start(t)
  await sql`delete from identity_histories`.execute(db.read)
  assert.equal((await withdrawCash(tukar, trader)).body.data.status, 'PENDING_APPROVAL')
  const [waiting] = await withdrawalsOf(tukar, trader)
  assert.deepEqual(waiting?.reasons, ['the verified name is not known'])
})

test('a name spelt as banks do, with titles and marks, is the same name', async (t) => {
  const { tukar, trader } = await start(t)
  const bankOwner = ` ${trader.name.toLowerCase().replace(' ', '  ')}. `
  const bankAccount = await makeBank(tukar, trader, { bankOwner })
  const amount = 500_000
  const answer = await withdrawCash(tukar, trader, { bankAccount, amount })
  assert.equal(answer.body.data.status, 'PROCESSING')
  const marked = `DR. ${trader.name.replace(' ', '-')}, S.H.`
  await later(tukar, trader)
  const titled = await makeBank(tukar, trader, { bankOwner: marked })
  const second = await withdrawCash(tukar, trader, { bankAccount: titled, amount })
  assert.equal(second.body.data.status, 'PROCESSING', marked)
})

test('a bank account that is changed or deleted meanwhile is paid as it was', async (t) => {
  for (const change of ['edited', 'deleted'] as const) {
    const { tukar, trader } = await start(t)
    await tukar.control('POST', '/faults', payxAway)
    await withdrawCash(tukar, trader)
    const changed = {
      userBankAddressId: trader.bankAccount,
      bankId: '008',
      bankName: 'Mandiri',
      account: '9999999999',
      bankOwner: 'Somebody Else',
      address: 'Elsewhere 1',
    }
    const done =
      change === 'edited'
        ? await editBank(tukar, trader, changed)
        : await deleteBank(tukar, trader, trader.bankAccount)
    assert.equal(done.status, 200, done.text)
    await attempted(tukar, trader, 1)
    await pauseOver(tukar)
    await becomes(tukar, trader, 'SUCCESS')
    const [payout] = await payoutsOf(tukar)
    assert.equal(payout?.channel_code, 'ID_BCA')
    assert.equal(payout?.channel_properties.account_number, '0081234567')
  }
})

test('one of two withdrawals at once of one balance is accepted, on two nodes too', async (t) => {
  const { tukar, trader, db } = await start(t, {}, 2)
  await pausePayouts(tukar)
  const codes = [await mailedCode(tukar, trader), await mailedCode(tukar, trader, 'email')]
  const answers = await Promise.all(
    codes.map((otpCode) => withdrawCash(tukar, trader, { otpCode, amount: 49_000_000 })),
  )
  const taken = answers.filter(({ status }) => status === 200)
  assert.equal(taken.length, 1, answers.map(({ text }) => text).join())
  assert.equal((await withdrawalsOf(tukar, trader)).length, 1)
  assert.equal((await rupiahOf(tukar, trader)).locked, 49_005_000n)
  await auditsClean(db)
})

test('a repeat under one key is the same withdrawal', async (t) => {
  const { tukar, trader } = await start(t)
  const otpCode = await mailedCode(tukar, trader)
  const key = { 'idempotency-key': 'withdrawal-1' }
  const codes = { otpCode, twoFACode: codeOf(trader.secret) }
  const first = await withdrawCash(tukar, trader, codes, key)
  const again = await withdrawCash(tukar, trader, codes, key)
  assert.equal(first.status, 200, first.text)
  assert.equal(again.text, first.text)
  assert.equal((await withdrawalsOf(tukar, trader)).length, 1)
})
