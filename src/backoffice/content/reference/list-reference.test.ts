import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { editItem, unversioned } from '../../../../tests/make/edits.ts'
import { auditOf, makeFirstAdmin, makeOperator } from '../../../../tests/make/operator.ts'
import { agreeAll, proposalsOf, putAgreed } from '../../../../tests/make/proposals.ts'

async function administered(tukar: Tukar) {
  const admin = await makeFirstAdmin(tukar)
  const { token } = await makeOperator(tukar, 'viewer', admin)
  const list = async (path: string) => {
    const answer = await tukar.call('GET', `/operator/api/${path}`, { token })
    assert.deepEqual(messageOf(answer), [200, 'api.content_retrieved'], path)
    return answer.body.data
  }
  const put = (to: string, body: object) => editItem(tukar, admin, to, body)
  return { admin, list, put }
}

test('a viewer reads every asset with its limits and networks, inactive ones too', async (t) => {
  const tukar = await startTukar(t)
  const { list, put } = await administered(tukar)
  await put('assets/USDT', { active: false })
  const assets: readonly { symbol: string; version: string }[] = await list('assets')
  const usdt = assets.find(({ symbol }) => symbol === 'USDT')
  assert.ok(usdt !== undefined && 'networks' in usdt && Array.isArray(usdt.networks))
  const { networks, ...asset } = usdt
  assert.deepEqual(unversioned(asset), {
    symbol: 'USDT',
    name: 'Tether USD',
    kind: 'COIN',
    scale: 6,
    active: false,
    dailyWithdrawalLimit: '50000',
    supplyCap: '3000000',
  })
  assert.deepEqual(unversioned(networks.find(({ network }) => network === 'TRC20') ?? {}), {
    symbol: 'USDT',
    network: 'TRC20',
    depositActive: true,
    withdrawActive: true,
    withdrawalFee: '1',
    minWithdrawal: '5',
    maxWithdrawal: '1000000',
  })
  const rupiah = assets.find(({ symbol }) => symbol === 'IDR')
  assert.ok(rupiah !== undefined && 'dailyWithdrawalLimit' in rupiah)
  assert.equal(rupiah.dailyWithdrawalLimit, null)
})

test('pairs and fees are listed as they are stored, inactive pairs too', async (t) => {
  const tukar = await startTukar(t)
  const { admin, list, put } = await administered(tukar)
  await put('pairs/BTC_IDR', { active: false })
  const pairs: readonly { txPair: string; version: string }[] = await list('pair-bounds')
  const pair = pairs.find(({ txPair }) => txPair === 'BTC_IDR')
  assert.ok(pair !== undefined)
  assert.deepEqual(unversioned(pair), {
    txPair: 'BTC_IDR',
    base: 'BTC',
    quote: 'IDR',
    category: 'RUPIAH',
    venueSymbol: 'BTCIDR',
    active: false,
    priceTick: '1',
    lotStep: '0.00001',
    minQuantity: '0.00001',
    maxQuantity: '3',
    maxMarketQuantity: '0.5174',
    minNotional: '20000',
    maxNotional: '9000000000',
  })
  await putAgreed(tukar, admin, 'fees/RUPIAH', { buyFeePpm: 10, sellFeePpm: 1500 })
  const fees: readonly { code: string }[] = await list('fees')
  const rupiah = fees.find(({ code }) => code === 'RUPIAH')
  assert.ok(rupiah !== undefined && 'sellFeePpm' in rupiah && 'buyFeePpm' in rupiah)
  assert.deepEqual([rupiah.buyFeePpm, rupiah.sellFeePpm], [10, 1500])
})

test('disabled banks and countries stay in the lists of operators', async (t) => {
  const tukar = await startTukar(t)
  const { list, put } = await administered(tukar)
  await put('banks/014', { active: false })
  await put('countries/AQ', { active: false })
  const banks: readonly { code: string; active: boolean }[] = await list('banks')
  assert.equal(banks.find(({ code }) => code === '014')?.active, false)
  assert.equal(banks.find(({ code }) => code === '008')?.active, true)
  const countries: readonly { iso2: string }[] = await list('countries')
  assert.deepEqual(unversioned(countries.find(({ iso2 }) => iso2 === 'AQ') ?? {}), {
    iso2: 'AQ',
    iso3: 'ATA',
    name: { id: 'Antarktika', en: 'Antarctica' },
    dialCode: null,
    active: false,
  })
})

test('the wallet status is listed with the reason of its last change', async (t) => {
  const tukar = await startTukar(t)
  const { list, put } = await administered(tukar)
  await put('wallet-status', { type: 'WD', value: 0, reason: 'maintenance' })
  const flags: readonly { type: string; value: number; reason: string | null }[] =
    await list('wallet-status')
  assert.deepEqual(
    flags.map(({ type, value, reason }) => [type, value, reason]),
    [
      ['WD', 0, 'maintenance'],
      ['TRADE', 1, null],
      ['DEPO', 1, null],
    ],
  )
})

test('instructions of a bank change for depositors once two operators agree', async (t) => {
  const tukar = await startTukar(t)
  const { admin, list, put } = await administered(tukar)
  const all: readonly { bankCode: string; lang: string; channel: string; steps: string[] }[] =
    await list('payment-instructions')
  const path = 'payment-instructions/BCA/ATM/en'
  const steps = ['Insert the card', 'Pay <b>now</b>']
  const before = all.find(
    ({ bankCode, channel, lang }) => bankCode === 'BCA' && channel === 'ATM' && lang === 'en',
  )
  const shown = async () => {
    const { data } = (await tukar.call('GET', '/api/payment-methods/va/BCA/en')).body
    return data.instructions[0]
  }
  const answer = await put(path, { steps })
  const { proposal, ...stored } = answer.body.data
  assert.deepEqual(stored, before, 'users still see what they saw')
  assert.deepEqual((await shown()).steps, before?.steps)
  assert.deepEqual([proposal.before, proposal.value], [before?.steps.join('\n'), steps.join('\n')])
  await agreeAll(tukar, answer)
  assert.deepEqual(await shown(), { channel: 'ATM', steps })
  const entries = await auditOf(tukar, admin, '&subjectKind=payment-instructions')
  assert.deepEqual(
    entries.map(({ action }) => action),
    ['proposal.make', 'proposal.agree', 'proposal.apply'],
  )
  const alerts = await eventually('the alerts', async () => {
    const url = '/operator/api/alerts?severity=critical&limit=100'
    const { data } = (await tukar.call('GET', url, { token: admin.token })).body.data
    return data.length === 3 && data
  })
  for (const { subject } of alerts)
    assert.match(subject, /the payment instructions of BCA\/ATM\/en$/)
})

test('instructions name no account: eight digits in a row are refused', async (t) => {
  const tukar = await startTukar(t)
  const { admin, put } = await administered(tukar)
  const path = 'payment-instructions/BCA/ATM/en'
  for (const number of [
    '12345678',
    '1234 5678 90',
    '123-456-78',
    '1.234.567.890',
    '１２３４５６７８',
  ]) {
    const answer = await put(path, { steps: ['Insert the card', `Pay to ${number}`] })
    assert.deepEqual(messageOf(answer), [400, 'api.account_number_in_text'], number)
  }
  assert.deepEqual(await proposalsOf(tukar, admin), [])
  const fine = await put(path, { steps: ['Choose 1, 2 and 3', 'Pay Rp 9.999.999 at most'] })
  assert.deepEqual(messageOf(fine), [200, 'api.content_saved'])
})

test('instructions have steps, twenty at most, and belong to a bank', async (t) => {
  const tukar = await startTukar(t)
  const { put } = await administered(tukar)
  const path = 'payment-instructions/BCA/ATM/en'
  const none = await put(path, { steps: [] })
  assert.equal(none.status, 400)
  const many = await put(path, { steps: Array.from({ length: 21 }, () => 'again') })
  assert.equal(many.status, 400)
  await tukar.service.ctx.db.read
    .deleteFrom('payment_instructions')
    .where('bank_code', '=', 'BNC')
    .execute()
  const missing = await put('payment-instructions/BNC/ATM/en', { steps: ['Pay'] })
  assert.deepEqual(messageOf(missing), [404, 'api.content_not_found'])
})
