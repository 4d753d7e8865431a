import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar, type Tukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { editItem, unversioned } from '../../../../tests/make/edits.ts'
import { auditOf, makeFirstAdmin } from '../../../../tests/make/operator.ts'
import { bindOperatorApp } from '../../../../tests/make/operator-app.ts'
import {
  agree,
  agreeAll,
  makeIndependentAdmin,
  proposalsOf,
  putAgreed,
} from '../../../../tests/make/proposals.ts'
import { deactivateWallet, listWalletFlags } from '../../../core/reference/wallet-flags.sql.ts'

const saved = [200, 'api.content_saved']
const unknown = [404, 'api.content_not_found']
const unfit = [400, 'api.bounds_invalid']

async function administered(tukar: Tukar) {
  const admin = await makeFirstAdmin(tukar)
  const put = (to: string, body: object) => editItem(tukar, admin, to, body)
  const agreed = (to: string, body: Record<string, unknown>) => putAgreed(tukar, admin, to, body)
  const read = async (path: string) => (await tukar.call('GET', path)).body.data
  return { admin, put, agreed, read }
}

test('an open setting changes at once, audited; the list names the few that are', async (t) => {
  const tukar = await startTukar(t)
  const { admin, put } = await administered(tukar)
  const key = 'order.most_open'
  const answer = await put(`settings/${key}`, { value: '150' })
  assert.deepEqual(messageOf(answer), saved)
  const open = { guarded: false, minimum: '10', maximum: '10000', proposal: null }
  assert.deepEqual(unversioned(answer.body.data), {
    key,
    value: '150',
    kind: 'count',
    isPublic: false,
    ...open,
  })
  const [entry] = await auditOf(tukar, admin, '&subjectKind=setting')
  assert.equal(entry.action, 'setting.edit')
  assert.deepEqual([entry.before, entry.after], [{ value: '200' }, { value: '150' }])
  const { data } = (await tukar.call('GET', '/operator/api/settings', { token: admin.token })).body
  const opened = data.filter(({ guarded }: { guarded: boolean }) => !guarded)
  assert.deepEqual(
    opened.map((one: { key: string }) => one.key),
    [
      'order.most_open',
      'order.per_day',
      'order.per_ten_seconds',
      'order.repeat_guard_seconds',
      'payd.banks_kept_seconds',
    ],
  )
})

test('a fee of a setting changes once two operators agree', async (t) => {
  const tukar = await startTukar(t)
  const { agreed, read } = await administered(tukar)
  const key = 'deposit.va_fee_idr'
  const path = `/api/setting/get-value/${key}`
  const answer = await agreed(`settings/${key}`, { value: '5000' })
  assert.equal(answer.body.data.value, '4440')
  assert.equal((await read(path)).value, '5000')
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
  assert.deepEqual(unversioned(settings.find(({ key }) => key === 'price.max_age_seconds') ?? {}), {
    key: 'price.max_age_seconds',
    value: '120',
    kind: 'seconds',
    isPublic: false,
    guarded: true,
    minimum: '10',
    maximum: '900',
  })
})

test('closing a pair holds at once; its bounds and opening it take two operators', async (t) => {
  const tukar = await startTukar(t)
  const { admin, put, read } = await administered(tukar)
  const answer = await put('pairs/BTC_IDR', { minNotional: '25000', active: false })
  assert.deepEqual(messageOf(answer), saved)
  const { proposal, ...stored } = answer.body.data
  assert.deepEqual(unversioned(stored), {
    txPair: 'BTC_IDR',
    active: false,
    priceTick: '1',
    lotStep: '0.00001',
    minQuantity: '0.00001',
    maxQuantity: '3',
    maxMarketQuantity: '0.5174',
    minNotional: '20000',
    maxNotional: '9000000000',
  })
  assert.deepEqual(
    [proposal.kind, proposal.subject, proposal.before, proposal.value],
    ['pair-terms', 'BTC_IDR', 'minNotional 20000', 'minNotional 25000'],
  )
  const listed = async () => {
    const [category] = await read('/api/price/get-category')
    return category.pairs.some(({ txPair }: { txPair: string }) => txPair === 'BTC_IDR')
  }
  assert.equal(await listed(), false)
  await agreeAll(tukar, answer)
  const opened = await put('pairs/BTC_IDR', { active: true })
  assert.equal(opened.body.data.minNotional, '25000')
  assert.equal(opened.body.data.active, false)
  const { proposedAt, dueAt } = opened.body.data.proposal
  assert.equal(proposedAt, dueAt, 'what resumes is not delayed')
  assert.equal(await listed(), false)
  await agreeAll(tukar, opened)
  assert.equal(await listed(), true)
  const entries = await auditOf(tukar, admin, '&subjectKind=pair&action=proposal.apply')
  assert.deepEqual(
    entries.map(({ before, after }) => [before.minNotional ?? before.active, after.proposal]),
    [
      ['20000', proposal.id],
      [false, opened.body.data.proposal.id],
    ],
  )
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

test('trading fees change once two operators agree, to a percent at most', async (t) => {
  const tukar = await startTukar(t)
  const { put, agreed, read } = await administered(tukar)
  const rates = async () =>
    (await read('/api/fee-list')).trading.slice(0, 2).map(({ rate }: { rate: string }) => rate)
  const before = await rates()
  const answer = await put('fees/RUPIAH', { buyFeePpm: 0, sellFeePpm: 1500 })
  assert.deepEqual(messageOf(answer), saved)
  const { proposal, ...stored } = answer.body.data
  assert.deepEqual(unversioned(stored), { code: 'RUPIAH', buyFeePpm: 1000, sellFeePpm: 1000 })
  assert.equal(proposal.value, 'buyFeePpm 0, sellFeePpm 1500')
  assert.deepEqual(await rates(), before)
  await agreeAll(tukar, answer)
  assert.deepEqual(await rates(), ['0', '0.15'])
  await agreed('fees/RUPIAH', { buyFeePpm: 10_000, sellFeePpm: 0 })
  const much = await put('fees/RUPIAH', { buyFeePpm: 10_001, sellFeePpm: 0 })
  assert.equal(much.status, 400)
  const none = await put('fees/NONE', { buyFeePpm: 0, sellFeePpm: 0 })
  assert.deepEqual(messageOf(none), unknown)
})

test('an asset and a bank are closed at once, and opened by two operators', async (t) => {
  const tukar = await startTukar(t)
  const { put, agreed, read } = await administered(tukar)
  assert.deepEqual(messageOf(await put('assets/TRX', { active: false })), saved)
  assert.equal((await read('/api/asset-information/TRX')).active, false)
  const opened = await agreed('assets/TRX', { active: true })
  assert.equal(opened.body.data.active, false)
  assert.equal((await read('/api/asset-information/TRX')).active, true)
  const closed = await put('banks/014', { active: false })
  assert.deepEqual(unversioned(closed.body.data), { id: '014', active: false, proposal: null })
  const isOffered = async () =>
    (await read('/api/banks')).some(({ code }: { code: string }) => code === '014')
  assert.equal(await isOffered(), false)
  const asked = await put('banks/014', { active: true })
  assert.equal(asked.body.data.active, false)
  assert.equal(await isOffered(), false)
  await agreeAll(tukar, asked)
  assert.equal(await isOffered(), true)
  for (const to of ['assets/DOGE', 'banks/999', 'countries/ZZ']) {
    assert.deepEqual(messageOf(await put(to, { active: false })), unknown, to)
  }
  const malformed = await put('countries/AQ', { active: 'no' })
  assert.deepEqual(messageOf(malformed), [400, 'The active field must be true or false.'])
})

test('a network closes at once; its fee takes two operators and has a ceiling', async (t) => {
  const tukar = await startTukar(t)
  const { admin, put, agreed } = await administered(tukar)
  const to = 'assets/USDT/networks/TRC20'
  const answer = await put(to, { withdrawalFee: '2.5', withdrawActive: false })
  const { proposal, ...stored } = answer.body.data
  assert.deepEqual(unversioned(stored), {
    symbol: 'USDT',
    network: 'TRC20',
    depositActive: true,
    withdrawActive: false,
    withdrawalFee: '1',
    minWithdrawal: '5',
    maxWithdrawal: '1000000',
  })
  assert.equal(proposal.value, 'withdrawalFee 2.5')
  await agreeAll(tukar, answer)
  const raised = await agreed(to, { withdrawalFee: '25', minWithdrawal: '50' })
  assert.equal(raised.body.data.withdrawalFee, '2.5')
  for (const change of [
    { withdrawalFee: '50' },
    { withdrawalFee: '25.000001' },
    { maxWithdrawal: '4' },
    { withdrawalFee: '0.0000001' },
  ]) {
    assert.deepEqual(messageOf(await put(to, change)), unfit, JSON.stringify(change))
  }
  const same = await put(to, { withdrawalFee: '25' })
  assert.deepEqual(messageOf(same), [400, 'api.nothing_to_change'])
  assert.deepEqual(messageOf(await put('assets/BTC/networks/TRC20', {})), unknown)
  assert.deepEqual(await proposalsOf(tukar, admin, '&state=proposed'), [])
})

test('a network closes even if its stored terms are beyond the ceilings', async (t) => {
  const tukar = await startTukar(t)
  const { put } = await administered(tukar)
  await tukar.service.ctx.db.read
    .updateTable('networks')
    .set({ withdrawal_fee: 4_000_000_000n, min_withdrawal: 5_000_000_000n })
    .where('network', '=', 'TRC20')
    .execute()
  const answer = await put('assets/USDT/networks/TRC20', { withdrawActive: false })
  assert.deepEqual([answer.status, answer.body.data.withdrawActive], [200, false])
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

test('one operator stops withdrawals at once, and two resume them', async (t) => {
  const tukar = await startTukar(t)
  const { put, read } = await administered(tukar)
  const status = async () => (await read('/api/wallet-status')).withdrawal_status
  const resume = { type: 'WD', value: 1, reason: 'all is well' }
  const inactive = await put('wallet-status', resume)
  assert.deepEqual(messageOf(inactive), [400, 'api.nothing_to_change'])
  assert.equal((await put('wallet-status', { ...resume, value: 0 })).status, 200)
  assert.equal(await status(), 'inactive')
  const proposed = await put('wallet-status', resume)
  const { proposal, ...shown } = proposed.body.data
  assert.deepEqual(shown, { type: 'WD', value: 0 })
  assert.deepEqual(
    [proposal.before, proposal.value, proposal.dueAt],
    ['stopped: all is well', 'active: all is well', proposal.proposedAt],
  )
  assert.equal(await status(), 'inactive')
  await agreeAll(tukar, proposed)
  assert.equal(await status(), 'active')
})

test('an agreement resumes nothing that was stopped again after the proposal', async (t) => {
  const tukar = await startTukar(t)
  const { put, read } = await administered(tukar)
  const stop = { type: 'WD', value: 0, reason: 'maintenance' }
  assert.equal((await put('wallet-status', stop)).status, 200)
  const { id } = (await put('wallet-status', { ...stop, value: 1 })).body.data.proposal
  assert.equal((await put('wallet-status', { ...stop, reason: 'a leaked key' })).status, 200)
  const agreed = await agree(tukar, await makeIndependentAdmin(tukar), id)
  assert.equal(agreed.body.data.state, 'void')
  assert.equal((await read('/api/wallet-status')).withdrawal_status, 'inactive')
})

test('an agreement resumes nothing that the service stopped again meanwhile', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  const { put, read } = await administered(tukar)
  const stop = { type: 'WD', value: 0, reason: 'maintenance' }
  assert.equal((await put('wallet-status', stop)).status, 200)
  const { id } = (await put('wallet-status', { ...stop, value: 1 })).body.data.proposal
  for (const reason of ['break of BTC at custody', 'ledger breach', 'ledger breach']) {
    await db.inTransaction((tx) => deactivateWallet(tx, 'WD', reason))
  }
  const flags = await listWalletFlags(db)
  const { reason } = flags.find(({ type }) => type === 'WD') ?? {}
  assert.equal(reason, 'maintenance; break of BTC at custody; ledger breach')
  const agreed = await agree(tukar, await makeIndependentAdmin(tukar), id)
  assert.equal(agreed.body.data.state, 'void')
  assert.equal((await read('/api/wallet-status')).withdrawal_status, 'inactive')
})

const tries = { name: 'operator-codes', points: 5, windowSeconds: 900, kept: true } as const

test('the bearer of an operator with an app opens, prices and directs nothing alone', async (t) => {
  const tukar = await startTukar(t)
  const { admin, put } = await administered(tukar)
  for (const [to, body] of [
    ['assets/TRX', { active: false }],
    ['banks/014', { active: false }],
    ['pairs/ETH_IDR', { active: false }],
    ['assets/SOL/networks/SOL', { depositActive: false }],
    ['wallet-status', { type: 'DEPO', value: 0, reason: 'x' }],
  ] as const) {
    assert.equal((await put(to, body)).status, 200, to)
  }
  await bindOperatorApp(tukar, admin)
  for (const [to, body] of [
    ['settings/otp.texts_per_prefix_hour', { value: '1000' }],
    ['settings/otp.mails_per_hour', { value: '200' }],
    ['settings/security.lowering_needs_password', { value: 'true' }],
    ['assets/TRX', { active: true }],
    ['assets/BTC', { supplyCap: '19000' }],
    ['assets/SOL/networks/SOL', { depositActive: true }],
    ['assets/SOL/networks/SOL', { withdrawalFee: '0.02' }],
    ['banks/014', { active: true }],
    ['pairs/ETH_IDR', { active: true }],
    ['pairs/BTC_IDR', { minNotional: '25000' }],
    ['fees/RUPIAH', { buyFeePpm: 0, sellFeePpm: 0 }],
    ['wallet-status', { type: 'DEPO', value: 1, reason: 'x' }],
    ['listings/asset/TRX', { state: 'sell-only' }],
    ['payment-instructions/BCA/ATM/en', { steps: ['Pay'] }],
  ] as const) {
    assert.deepEqual(messageOf(await put(to, body)), [403, 'auth.otp_failed'], to)
    await tukar.service.ctx.counters.reset(tries, String(admin.id))
  }
  assert.deepEqual(await proposalsOf(tukar, admin), [])
  const stopped = await put('pairs/BTC_IDR', { active: false })
  assert.equal(stopped.status, 200, 'what stops takes no code')
})
