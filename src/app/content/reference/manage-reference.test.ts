import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar, type Tukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { auditOf, makeFirstAdmin } from '../../../../tests/make/operator.ts'

const saved = [200, 'api.content_saved']
const unknown = [404, 'api.content_not_found']
const unfit = [400, 'api.bounds_invalid']

async function administered(tukar: Tukar) {
  const admin = await makeFirstAdmin(tukar)
  const put = (to: string, body: unknown) =>
    tukar.call('PUT', `/operator/api/${to}`, { token: admin.token, body })
  const read = async (path: string) => (await tukar.call('GET', path)).body.data
  return { admin, put, read }
}

test('a setting changes to a value of its kind, audited and effective at once', async (t) => {
  const tukar = await startTukar(t)
  const { admin, put, read } = await administered(tukar)
  const key = 'deposit.va_fee_idr'
  const path = `/api/setting/get-value/${key}`
  assert.equal((await read(path)).value, '4440')
  const answer = await put(`settings/${key}`, { value: '5000' })
  assert.deepEqual(messageOf(answer), saved)
  const open = { guarded: false, minimum: '0', maximum: '100000', proposal: null }
  const stored = { key, value: '5000', kind: 'rupiah', isPublic: true }
  assert.deepEqual(answer.body.data, { ...stored, ...open })
  assert.equal((await read(path)).value, '5000')
  const [entry] = await auditOf(tukar, admin, '&subjectKind=setting')
  assert.equal(entry.action, 'setting.edit')
  assert.deepEqual([entry.before, entry.after], [{ value: '4440' }, { value: '5000' }])
})

test('a setting refuses values outside its kind or ceiling, and new settings', async (t) => {
  const tukar = await startTukar(t)
  const { put, read } = await administered(tukar)
  for (const value of ['4440.5', '-1', 'free', '1e3', ' 5000', '100001']) {
    const answer = await put('settings/deposit.va_fee_idr', { value })
    assert.deepEqual(messageOf(answer), [400, 'api.setting_value_invalid'], value)
  }
  const flag = await put('settings/security.lowering_needs_password', { value: 'maybe' })
  assert.deepEqual(messageOf(flag), [400, 'api.setting_value_invalid'])
  assert.equal((await read('/api/setting/get-value/deposit.va_fee_idr')).value, '4440')
  const missing = await put('settings/deposit.nothing', { value: '1' })
  assert.deepEqual(messageOf(missing), [400, 'api.setting_not_found'])
})

test('operators read every setting with its kind, the hidden ones too', async (t) => {
  const tukar = await startTukar(t)
  const { admin } = await administered(tukar)
  const answer = await tukar.call('GET', '/operator/api/settings', { token: admin.token })
  assert.deepEqual(messageOf(answer), [200, 'api.settings_retrieved'])
  type Stored = { key: string; value: string; kind: string; isPublic: boolean }
  const settings: readonly Stored[] = answer.body.data
  assert.deepEqual(
    settings.find(({ key }) => key === 'price.max_age_seconds'),
    {
      key: 'price.max_age_seconds',
      value: '120',
      kind: 'seconds',
      isPublic: false,
      guarded: true,
      minimum: '10',
      maximum: '900',
    },
  )
})

test('an edit changes only the given fields of a pair; a closed pair is hidden', async (t) => {
  const tukar = await startTukar(t)
  const { put, read } = await administered(tukar)
  const answer = await put('pairs/BTC_IDR', { minNotional: '25000', active: false })
  assert.deepEqual(messageOf(answer), saved)
  assert.deepEqual(answer.body.data, {
    txPair: 'BTC_IDR',
    active: false,
    priceTick: '1',
    lotStep: '0.00001',
    minQuantity: '0.00001',
    maxQuantity: '3',
    maxMarketQuantity: '0.5174',
    minNotional: '25000',
    maxNotional: '9000000000',
  })
  const [category] = await read('/api/price/get-category')
  assert.ok(!category.pairs.some(({ txPair }: { txPair: string }) => txPair === 'BTC_IDR'))
})

test('bounds of a pair that exclude each other or no asset can hold are refused', async (t) => {
  const tukar = await startTukar(t)
  const { put } = await administered(tukar)
  const wrong = [
    { priceTick: '0' },
    { priceTick: '0.001' },
    { minQuantity: '4' },
    { maxQuantity: '0.5' },
    { minNotional: '9000000001' },
    { lotStep: '0.000000001' },
  ]
  for (const change of wrong) {
    assert.deepEqual(messageOf(await put('pairs/BTC_IDR', change)), unfit, JSON.stringify(change))
  }
  const text = await put('pairs/BTC_IDR', { lotStep: '1e-5' })
  assert.deepEqual(messageOf(text), [
    400,
    'The lot step field must be a number without an exponent.',
  ])
  assert.deepEqual(messageOf(await put('pairs/DOGE_IDR', { active: true })), unknown)
})

test('fees of a category change for later orders, a tenth at most', async (t) => {
  const tukar = await startTukar(t)
  const { put, read } = await administered(tukar)
  assert.deepEqual(messageOf(await put('fees/RUPIAH', { buyFeePpm: 0, sellFeePpm: 1500 })), saved)
  const { trading } = await read('/api/fee-list')
  assert.deepEqual(
    trading.slice(0, 2).map(({ rate }: { rate: string }) => rate),
    ['0', '0.15'],
  )
  const much = await put('fees/RUPIAH', { buyFeePpm: 100_001, sellFeePpm: 0 })
  assert.equal(much.status, 400)
  assert.deepEqual(messageOf(await put('fees/NONE', { buyFeePpm: 0, sellFeePpm: 0 })), unknown)
})

test('an asset, a bank and a country are switched off and on', async (t) => {
  const tukar = await startTukar(t)
  const { put, read } = await administered(tukar)
  assert.deepEqual(messageOf(await put('assets/TRX', { active: false })), saved)
  assert.equal((await read('/api/asset-information/TRX')).active, false)
  assert.deepEqual(messageOf(await put('assets/TRX', { active: true })), saved)
  assert.equal((await read('/api/asset-information/TRX')).active, true)
  const closed = await put('banks/014', { active: false })
  assert.deepEqual(closed.body.data, { id: '014', active: false })
  const banks = await read('/api/banks')
  assert.ok(!banks.some(({ code }: { code: string }) => code === '014'))
  for (const to of ['assets/DOGE', 'banks/999', 'countries/ZZ']) {
    assert.deepEqual(messageOf(await put(to, { active: false })), unknown, to)
  }
  const malformed = await put('countries/AQ', { active: 'no' })
  assert.deepEqual(messageOf(malformed), [400, 'The active field must be true or false.'])
})

test('fee and limits on a network are changed while withdrawals cover the fee', async (t) => {
  const tukar = await startTukar(t)
  const { put } = await administered(tukar)
  const to = 'assets/USDT/networks/TRC20'
  const answer = await put(to, { withdrawalFee: '2.5', withdrawActive: false })
  assert.deepEqual(answer.body.data, {
    symbol: 'USDT',
    network: 'TRC20',
    depositActive: true,
    withdrawActive: false,
    withdrawalFee: '2.5',
    minWithdrawal: '5',
    maxWithdrawal: '1000000',
  })
  for (const change of [
    { withdrawalFee: '5' },
    { maxWithdrawal: '4' },
    { withdrawalFee: '0.0000001' },
  ]) {
    assert.deepEqual(messageOf(await put(to, change)), unfit, JSON.stringify(change))
  }
  assert.deepEqual(messageOf(await put('assets/BTC/networks/TRC20', {})), unknown)
})

test('the rate of the dollar is set by hand, and ignores every market', async (t) => {
  const tukar = await startTukar(t)
  const { put, read } = await administered(tukar)
  assert.deepEqual(messageOf(await put('prices/USD_IDR', { price: '16350.5' })), saved)
  assert.equal((await read('/api/currency/exchange-rate')).rate, '16350.5')
  assert.deepEqual(messageOf(await put('prices/USD_IDR', { price: '0.00' })), unfit)
  const market = await put('prices/BTC_IDR', { price: '1' })
  assert.deepEqual(messageOf(market), [400, 'The selected pair is invalid.'])
})

test('withdrawals that an operator stops are shown to be inactive at once', async (t) => {
  const tukar = await startTukar(t)
  const { put, read } = await administered(tukar)
  assert.equal((await read('/api/wallet-status')).withdrawal_status, 'active')
  const stop = { type: 'WD', value: 0, reason: 'maintenance' }
  assert.equal((await put('wallet-status', stop)).status, 200)
  assert.equal((await read('/api/wallet-status')).withdrawal_status, 'inactive')
})
