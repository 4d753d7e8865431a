import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { keysMayWithdraw, makeKey, signature } from '../../../../tests/make/api-key.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { makeDepositAddress } from '../../../../tests/make/custody.ts'
import { owned } from '../../../../tests/make/ledger.ts'
import { pngWith } from '../../../../tests/make/picture.ts'
import { bindTotp, codeOf, wrongCodeOf } from '../../../../tests/make/totp.ts'
import { makeTrader } from '../../../../tests/make/trader.ts'
import {
  becomes,
  btc,
  coinFields,
  type Fields,
  fund,
  later,
  mailedCode,
  oneBtc,
  outside,
  refused,
  run,
  sentToCustody,
  startWithdrawer,
  usdt,
  withdrawalsOf,
  withdrawByForm,
  withdrawCoin,
  xrp,
} from '../../../../tests/make/withdrawal.ts'

test('coins are sent less the fee, and leave the balance once custody sent them', async (t) => {
  const { tukar, trader, db } = await startWithdrawer(t)
  const answer = await withdrawCoin(tukar, trader)
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.body.message, 'api.withdraw_apply_successful')
  const { request_id: requestId, ...data } = answer.body.data
  assert.deepEqual(data, { status: 'PROCESSING', amount: '0.005', fee: '0.0002' })
  await becomes(tukar, trader, 'SUCCESS')
  const sent = await sentToCustody(tukar)
  assert.deepEqual(
    sent.map(({ externalTxId, destinationAddress, amountInfo }) => [
      externalTxId,
      destinationAddress,
      amountInfo.amount,
    ]),
    [[requestId, outside, '0.0048']],
  )
  const left = { available: 10n * oneBtc - 500_000n, locked: 0n }
  assert.deepEqual(await owned(db, trader.id, btc), left)
  await auditsClean(db)
})

test('obstacles are reported in the order of the interface', async (t) => {
  const { tukar, trader, db } = await startWithdrawer(t)
  const own = await makeDepositAddress(db, 'BTC', 'BTC', {
    user: trader.id,
    address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  })
  await run(
    tukar,
    `update users set identity_status = 'pending', bind_2fa = false,
    withdraw_locked_until = now() + interval '1 hour' where id = ${trader.id}`,
  )
  const opened = 'insert into withdrawal_gates (user_id, asset_id, opened_at)'
  await run(tukar, `${opened} values (${trader.id}, 3, now())`)
  await run(tukar, `update assets set active = false where symbol = 'BTC'`)
  const wrong = {
    amount: '20',
    toAddress: own.address,
    memoType: 'text',
    otpCode: 'wrong',
    twoFACode: wrongCodeOf(trader.secret),
  }
  const expects = (fields: Fields, message: string, status = 400) =>
    refused(tukar, trader, { ...wrong, ...fields }, message, status)
  await expects({ amount: '-1' }, 'The amount field must be greater than 0.')
  await expects({}, 'api.residential_address_required')
  const given = { residentialAddress: 'Jalan Merdeka 1, Bandung' }
  await expects(given, 'api.from_address_required')
  const named = { ...given, fromAddress: outside }
  await expects(named, 'api.identity_verification_are_required')
  await run(tukar, `update users set identity_status = 'success' where id = ${trader.id}`)
  await expects(named, 'api.no_allow_to_withdraw_in_24_hours_after_changed_password')
  await run(tukar, `update users set withdraw_locked_until = now() where id = ${trader.id}`)
  await expects(named, 'api.email_otp_error')
  const otpCode = await mailedCode(tukar, trader)
  await expects({ ...named, otpCode }, 'api.required_for_twofa_binding')
  await run(tukar, `update users set bind_2fa = true where id = ${trader.id}`)
  await expects({ ...named, otpCode }, 'api.two_fa_failed', 403)
  const right = () => ({ ...named, twoFACode: codeOf(trader.secret) })
  const assertRefusal = async (fields: Fields, message: string, status = 400) =>
    expects({ ...right(), otpCode: await mailedCode(tukar, trader), ...fields }, message, status)
  await assertRefusal({}, 'api.try_again_later', 429)
  await run(tukar, 'delete from withdrawal_gates')
  await assertRefusal({}, 'api.coin_is_inactive')
  await run(tukar, `update assets set active = true where symbol = 'BTC'`)
  await assertRefusal({}, 'api.insufficient_funds')
  await assertRefusal({ amount: '0.51' }, 'api.exceed_system_daily_withdrawal_limit')
  await assertRefusal({ amount: '0.5' }, 'api.withdrawal_to_own_address')
  await run(tukar, `update wallet_flags set value = 0 where type = 'WD'`)
  await assertRefusal({ amount: '0.5', toAddress: outside }, 'api.withdrawal_is_inactive')
  await run(tukar, `update wallet_flags set value = 1 where type = 'WD'`)
  const answer = await withdrawCoin(tukar, trader, {
    ...right(),
    amount: '0.5',
    toAddress: outside,
  })
  assert.equal(answer.status, 200, answer.text)
  await auditsClean(db)
})

test('the first field that is wrong is named, in the order of the interface', async (t) => {
  const { tukar, trader } = await startWithdrawer(t)
  const fields: [string, unknown, string][] = [
    ['symbol', '', 'The symbol field is required.'],
    ['amount', '1e3', 'The amount field must be a number without an exponent.'],
    ['amount', '0', 'The amount field must be greater than 0.'],
    ['toAddress', undefined, 'The to address field is required.'],
    ['network', null, 'The network field is required.'],
    ['otpCode', '', 'The otp code field is required.'],
    ['twoFACode', '12345', 'The two fa code field must be 6 digits.'],
    ['residentialName', ' ', 'The residential name field is required.'],
  ]
  for (const [at, [name, value, sentence]] of fields.entries()) {
    const after = Object.fromEntries(fields.slice(at + 1).map(([other]) => [other, '']))
    const body = {
      ...coinFields({ otpCode: '1234', twoFACode: '123456' }),
      ...after,
      [name]: value,
    }
    const call = { token: trader.token, body }
    const answer = await tukar.call('POST', '/api/withdraw/withdraw-coin', call)
    assert.equal(answer.status, 400)
    assert.equal(answer.body.message, sentence)
  }
})

test('an amount with more decimals than the coin has is refused', async (t) => {
  const { tukar, trader } = await startWithdrawer(t)
  const sentence = 'The amount field must not have more than 8 decimals.'
  await refused(tukar, trader, { amount: '0.000000001' }, sentence)
  const answer = await withdrawCoin(tukar, trader, { amount: ' 0.00500000000000 ' })
  assert.deepEqual([answer.status, answer.body.data?.amount], [200, '0.005'], answer.text)
})

test("a worth above 1000 USDT requires the recipient's residential address", async (t) => {
  const { tukar, trader, db } = await startWithdrawer(t)
  await fund(tukar, trader, 5_000_000_000n, usdt)
  const to = { symbol: 'USDT', network: 'TRC20', toAddress: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' }
  const above = { ...to, amount: '1000.000001' }
  await refused(tukar, trader, above, 'api.residential_address_required')
  const just = await withdrawCoin(tukar, trader, { ...to, amount: '1000' })
  assert.equal(just.status, 200, just.text)
  await later(tukar, trader)
  await run(tukar, `update settings set value = 'true' where key = 'withdrawal.residential_by_day'`)
  await refused(tukar, trader, { ...to, amount: '10' }, 'api.residential_address_required')
  const given = { ...to, amount: '10', residentialAddress: 'Jalan Merdeka 1' }
  assert.equal((await withdrawCoin(tukar, trader, given)).status, 200)
  await auditsClean(db)
})

test('a reset password locks withdrawals for the full lock time', async (t) => {
  const { tukar, trader } = await startWithdrawer(t)
  const lock = (by: string) =>
    run(tukar, `update users set withdraw_locked_until = now() + interval '${by}'`)
  await lock('1 hour')
  const key = 'api.no_allow_to_withdraw_in_24_hours_after_changed_password'
  await refused(tukar, trader, {}, key)
  await lock('-1 millisecond')
  assert.equal((await withdrawCoin(tukar, trader)).status, 200)
})

test('a suspended user withdraws nothing', async (t) => {
  const { tukar, trader } = await startWithdrawer(t)
  await run(tukar, `update users set suspended_at = now() where id = ${trader.id}`)
  await refused(tukar, trader, {}, 'auth.account_suspended', 403)
})

test('a matching code is used up by a later refusal', async (t) => {
  const { tukar, trader } = await startWithdrawer(t)
  const otpCode = await mailedCode(tukar, trader)
  await refused(
    tukar,
    trader,
    { otpCode, twoFACode: wrongCodeOf(trader.secret) },
    'api.two_fa_failed',
    403,
  )
  const residentialAddress = 'Jalan Merdeka 1'
  await refused(
    tukar,
    trader,
    { otpCode, amount: '11', residentialAddress },
    'api.insufficient_funds',
  )
  await refused(tukar, trader, { otpCode }, 'api.email_otp_error')
  const twoFACode = codeOf(trader.secret)
  const answer = await withdrawCoin(tukar, trader, { twoFACode })
  assert.equal(answer.status, 200, 'the code of the app is used with what was accepted only')
  await run(tukar, 'delete from withdrawal_gates')
  await refused(tukar, trader, { twoFACode }, 'api.two_fa_failed', 403)
})

test('within ten seconds an asset is withdrawn once, and another one beside it', async (t) => {
  const { tukar, trader } = await startWithdrawer(t)
  await fund(tukar, trader, 100_000_000n, xrp)
  assert.equal((await withdrawCoin(tukar, trader)).status, 200)
  const next = () => ({ twoFACode: codeOf(trader.secret, 1) })
  const again = await withdrawCoin(tukar, trader, next())
  assert.equal(again.body.message, 'api.try_again_later')
  assert.equal(again.headers.get('retry-after'), '10')
  const other = {
    ...next(),
    symbol: 'XRP',
    network: 'XRP',
    amount: '25',
    toAddress: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
    destination_tag: '7',
  }
  assert.equal((await withdrawCoin(tukar, trader, other)).status, 200)
})

test('a picture of an identity card is stored encrypted; other files are refused', async (t) => {
  const { tukar, trader, db } = await startWithdrawer(t)
  const bad = await withdrawByForm(tukar, trader, Buffer.from('<script>'))
  assert.equal(bad.status, 400)
  assert.match(bad.body.message, /file of type/)
  const answer = await withdrawByForm(tukar, trader, pngWith({ seed: 3 }), { netki: 'siti.btc' })
  assert.equal(answer.status, 200, answer.text)
  const { rows } = await sql<{ purpose: string; residential: string }>`
    select f.purpose, w.residential from withdrawals w
    join files f on f.name = w.id_card_object`.execute(db.read)
  assert.equal(rows[0]?.purpose, 'residential-id')
  assert.ok(!rows[0].residential.includes('Siti'))
})

test('a form may spell missing values null and undefined, as browsers do', async (t) => {
  const { tukar, trader } = await startWithdrawer(t)
  const missing = { memoType: 'undefined', fromAddress: 'null', destination_tag: 'null' }
  const card = pngWith({ seed: 4 })
  const nameless = await withdrawByForm(tukar, trader, card, { residentialName: 'null' })
  assert.equal(nameless.body.message, 'The residential name field is required.')
  const answer = await withdrawByForm(tukar, trader, card, missing)
  assert.equal(answer.status, 200, answer.text)
})

test('if the store refuses the picture, no money moves', async (t) => {
  const { tukar, trader, db } = await startWithdrawer(t)
  await tukar.control('POST', '/faults', { provider: 'storage', fault: 'error-500' })
  const answer = await withdrawByForm(tukar, trader, pngWith({ seed: 3 }))
  assert.equal(answer.body.message, 'api.oss_upload_fail', answer.text)
  assert.deepEqual(await withdrawalsOf(tukar, trader), [])
  await auditsClean(db)
})

test('an idempotency key makes one withdrawal of many requests', async (t) => {
  const { tukar, trader, db } = await startWithdrawer(t)
  const fields = { otpCode: await mailedCode(tukar, trader), twoFACode: codeOf(trader.secret) }
  const key = { 'idempotency-key': 'once-1' }
  const first = await withdrawCoin(tukar, trader, fields, key)
  assert.equal(first.status, 200, first.text)
  const second = await withdrawCoin(tukar, trader, fields, key)
  assert.equal(second.headers.get('idempotent-replayed'), 'true')
  assert.equal(second.text, first.text)
  const other = await withdrawCoin(tukar, trader, { ...fields, amount: '0.006' }, key)
  assert.equal(other.status, 409)
  assert.equal((await withdrawalsOf(tukar, trader)).length, 1)
  await auditsClean(db)
})

test('keys withdraw when they were allowed to, and with the same codes', async (t) => {
  const { tukar, trader } = await startWithdrawer(t)
  const path = '/api/withdraw/withdraw-coin'
  const withdrawWith = async (permission: string) => {
    const key = await makeKey(tukar, trader, { permissions: [permission] })
    await keysMayWithdraw(tukar)
    const otpCode = await mailedCode(tukar, trader)
    const body = JSON.stringify(coinFields({ otpCode, twoFACode: codeOf(trader.secret) }))
    const headers = signature(key, { method: 'POST', path, body })
    return tukar.call('POST', path, { raw: body, headers })
  }
  assert.equal((await withdrawWith('trade')).body.message, 'api.api_key_permission_denied')
  const answer = await withdrawWith('withdraw')
  assert.equal(answer.status, 200, answer.text)
})

test('the code of another user is not valid for a withdrawal', async (t) => {
  const { tukar, trader } = await startWithdrawer(t)
  const other = await makeTrader(tukar)
  await bindTotp(tukar, other)
  const otpCode = await mailedCode(tukar, other)
  await refused(tukar, trader, { otpCode }, 'api.email_otp_error')
})
