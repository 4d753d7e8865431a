import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ArgumentsRequired, AuthenticationError, InvalidAddress } from 'ccxt'
import { sql } from 'kysely'
import { startTukar } from '../../../tests/harness.ts'
import { mailedCode, makeWithdrawer, outside } from '../../../tests/make/withdrawal.ts'
import { exchangeOf } from './rig.ts'
import { transactionRules } from './rules.ts'

test('coins are withdrawn with both codes, and listed apart from deposits', async (t) => {
  const service = await startTukar(t)
  const trader = await makeWithdrawer(service)
  const exchange = await exchangeOf(service, trader)
  exchange.twofa = trader.secret
  const params = { network: 'BTC', residentialName: 'Siti Rahayu' }
  await assert.rejects(exchange.withdraw('BTC', 0.005, outside), ArgumentsRequired)
  const wrong = { ...params, otpCode: '0000' }
  await assert.rejects(exchange.withdraw('BTC', 0.005, outside, undefined, wrong), (error) => {
    assert.ok(error instanceof AuthenticationError)
    return /api\.email_otp_error/.test(error.message)
  })
  const coded = { ...params, otpCode: await mailedCode(service, trader) }
  const sent = await exchange.withdraw('BTC', 0.005, outside, undefined, coded)
  assert.deepEqual([sent.type, sent.amount, sent.status], ['withdrawal', 0.005, 'pending'])
  const withdrawals = await exchange.fetchWithdrawals('BTC')
  transactionRules(exchange, withdrawals, 'BTC')
  const [listed, ...others] = withdrawals
  assert.deepEqual([listed?.id, listed?.addressTo, others], [sent.id, outside, []])
  assert.equal(listed?.fee?.currency, 'BTC')
  assert.deepEqual(await exchange.fetchDeposits('BTC'), [])
})

test('an address that is none is an InvalidAddress', async (t) => {
  const service = await startTukar(t)
  const trader = await makeWithdrawer(service)
  const exchange = await exchangeOf(service, trader)
  exchange.twofa = trader.secret
  const otpCode = await mailedCode(service, trader)
  const params = { network: 'BTC', residentialName: 'Siti Rahayu', otpCode }
  const withdrawn = exchange.withdraw('BTC', 0.005, 'nowhere', undefined, params)
  await assert.rejects(withdrawn, InvalidAddress)
})

test('deposits have their fee and state; `since` and currency narrow them', async (t) => {
  const service = await startTukar(t)
  const trader = await makeWithdrawer(service)
  const exchange = await exchangeOf(service, trader)
  await sql`
    insert into cash_deposits
      (user_id, provider, provider_ref, method, status, amount, fee, created_at, updated_at)
    select ${trader.id}, 'payx', n::text, 'VA', 'COMPLETED', 100000 * n, 4440, at, at
    from (select n, timestamptz '2025-03-01T00:00:00Z' + n * interval '1 hour' as at
      from generate_series(1, 3) n) as paid`.execute(service.service.ctx.db.read)
  const deposits = await exchange.fetchDeposits('IDR')
  transactionRules(exchange, deposits, 'IDR')
  assert.deepEqual(
    deposits.map(({ amount, status, fee, datetime }) => [amount, status, fee?.cost, datetime]),
    [1, 2, 3].map((n) => [n * 1_000, 'ok', 44.4, `2025-03-01T0${n}:00:00.000Z`]),
  )
  const since = Date.parse('2025-03-01T02:00:00Z')
  const [second, ...later] = await exchange.fetchDeposits('IDR', since, 1)
  assert.deepEqual([second?.amount, later.length], [2_000, 0])
  assert.deepEqual(await exchange.fetchDeposits('BTC'), [])
})

test('currencies have their networks, with fees and bounds of withdrawals', async (t) => {
  const service = await startTukar(t)
  const exchange = await exchangeOf(service, await makeWithdrawer(service))
  await exchange.loadMarkets()
  const { USDT, IDR } = exchange.currencies
  assert.deepEqual(Object.keys(USDT?.networks ?? {}).toSorted(), ['ERC20', 'TRC20'])
  assert.equal(USDT?.precision, 0.000_001)
  assert.equal(USDT?.networks['TRC20'].fee, 1)
  assert.equal(IDR?.type, 'fiat')
})
