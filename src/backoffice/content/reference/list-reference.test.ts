import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar, type Tukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { auditOf, makeFirstAdmin, makeOperator } from '../../../../tests/make/operator.ts'

async function administered(tukar: Tukar) {
  const admin = await makeFirstAdmin(tukar)
  const { token } = await makeOperator(tukar, 'viewer', admin)
  const list = async (path: string) => {
    const answer = await tukar.call('GET', `/operator/api/${path}`, { token })
    assert.deepEqual(messageOf(answer), [200, 'api.content_retrieved'], path)
    return answer.body.data
  }
  const put = (to: string, body: unknown) =>
    tukar.call('PUT', `/operator/api/${to}`, { token: admin.token, body })
  return { admin, list, put }
}

test('a viewer reads every asset with its limits and networks, inactive ones too', async (t) => {
  const tukar = await startTukar(t)
  const { list, put } = await administered(tukar)
  await put('assets/USDT', { active: false })
  const assets: readonly { symbol: string }[] = await list('assets')
  const usdt = assets.find(({ symbol }) => symbol === 'USDT')
  assert.ok(usdt !== undefined && 'networks' in usdt && Array.isArray(usdt.networks))
  const { networks, ...asset } = usdt
  assert.deepEqual(asset, {
    symbol: 'USDT',
    name: 'Tether USD',
    kind: 'COIN',
    scale: 6,
    active: false,
    dailyWithdrawalLimit: '50000',
    supplyCap: '3000000',
  })
  assert.deepEqual(
    networks.find(({ network }) => network === 'TRC20'),
    {
      symbol: 'USDT',
      network: 'TRC20',
      depositActive: true,
      withdrawActive: true,
      withdrawalFee: '1',
      minWithdrawal: '5',
      maxWithdrawal: '1000000',
    },
  )
  const rupiah = assets.find(({ symbol }) => symbol === 'IDR')
  assert.ok(rupiah !== undefined && 'dailyWithdrawalLimit' in rupiah)
  assert.equal(rupiah.dailyWithdrawalLimit, null)
})

test('pairs and fees are listed as they are stored, inactive pairs too', async (t) => {
  const tukar = await startTukar(t)
  const { list, put } = await administered(tukar)
  await put('pairs/BTC_IDR', { active: false })
  const pairs: readonly { txPair: string }[] = await list('pair-bounds')
  const pair = pairs.find(({ txPair }) => txPair === 'BTC_IDR')
  assert.deepEqual(pair, {
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
  await put('fees/RUPIAH', { buyFeePpm: 10, sellFeePpm: 1500 })
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
  assert.deepEqual(
    countries.find(({ iso2 }) => iso2 === 'AQ'),
    {
      iso2: 'AQ',
      iso3: 'ATA',
      name: { id: 'Antarktika', en: 'Antarctica' },
      dialCode: null,
      active: false,
    },
  )
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

test('instructions of a bank are replaced, audited, and shown to depositors', async (t) => {
  const tukar = await startTukar(t)
  const { admin, list, put } = await administered(tukar)
  const all: readonly { bankCode: string; lang: string; channel: string; steps: string[] }[] =
    await list('payment-instructions')
  const path = 'payment-instructions/BCA/ATM/en'
  const steps = ['Insert the card', 'Pay <b>now</b>']
  const answer = await put(path, { steps })
  assert.deepEqual(answer.body.data, { bankCode: 'BCA', channel: 'ATM', lang: 'en', steps })
  const shown = await tukar.call('GET', '/api/payment-methods/va/BCA/en')
  assert.deepEqual(shown.body.data.instructions[0], { channel: 'ATM', steps })
  const before = all.find(
    ({ bankCode, channel, lang }) => bankCode === 'BCA' && channel === 'ATM' && lang === 'en',
  )
  const [entry] = await auditOf(tukar, admin, '&subjectKind=payment-instructions')
  assert.deepEqual([entry.before, entry.after], [{ steps: before?.steps }, { steps }])
  const none = await put(path, { steps: [] })
  assert.equal(none.status, 400)
  const many = await put(path, { steps: Array.from({ length: 21 }, () => 'again') })
  assert.equal(many.status, 400)
  await tukar.service.ctx.db.read
    .deleteFrom('payment_instructions')
    .where('bank_code', '=', 'BNC')
    .execute()
  const missing = await put('payment-instructions/BNC/ATM/en', { steps })
  assert.deepEqual(messageOf(missing), [404, 'api.content_not_found'])
})
