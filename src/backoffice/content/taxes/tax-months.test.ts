import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { certify } from '../../../../tests/make/certification.ts'
import { takeFee } from '../../../../tests/make/fee-vats.ts'
import { makeProvenTrader } from '../../../../tests/make/identity.ts'
import { owned, tamper } from '../../../../tests/make/ledger.ts'
import { auditOf, makeFirstAdmin, makeOperator } from '../../../../tests/make/operator.ts'
import { textOf } from '../../../../tests/make/pdf-text.ts'
import { withinOneJakartaDay } from '../../../../tests/make/period.ts'
import { ageProposals, agree, makeIndependentAdmin } from '../../../../tests/make/proposals.ts'
import {
  makeRichUser,
  orderOf,
  owedOf,
  placed,
  reportOf,
} from '../../../../tests/make/random-trading.ts'
import {
  agreedTax,
  closeMonth,
  payLast,
  proposeTax,
  receiptOf,
  recordsOf,
  taxMonths,
  traded,
} from '../../../../tests/make/tax-months.ts'
import { expectOk, type Trader } from '../../../../tests/make/trader.ts'
import { settleOrders } from '../../../app/trading/executions/settle-orders.ts'
import { idr, money } from '../../../base/values/money.ts'
import { readHouseBalances } from '../../../core/ledger/house.ts'
import { listPairs } from '../../../core/reference/pairs.sql.ts'
import { monthStart, senIn } from '../../../core/taxes/tax-months.rules.ts'

/** Reads a user's slip, once the report before it has ended. */
const slipOf = (tukar: Tukar, { token }: Trader, query: string) =>
  eventually('the end of the report before', async () => {
    const path = `/api/users/history/tax/report?${query}`
    const answer = await tukar.call('GET', path, { token })
    return answer.status === 200 ? answer : null
  })

const pdfOf = (tukar: Tukar, { token }: Trader, query: string) =>
  eventually('the end of the report before', async () => {
    const path = `${tukar.url}/api/users/history/tax/report?format=pdf&${query}`
    const answer = await fetch(path, { headers: { authorization: `Bearer ${token}` } })
    const bytes = Buffer.from(await answer.arrayBuffer())
    return answer.status === 200 ? textOf(bytes).text : null
  })

const firstTaxOf = async (tukar: Tukar, { token }: Trader): Promise<number> => {
  const { body } = await tukar.call('GET', '/api/users/history/tax', { token })
  return body.data.data.at(-1).id
}

async function expectCorrectionMessage(tukar: Tukar, { token }: Trader): Promise<void> {
  const message = await eventually('the message of the correction', async () => {
    const { body } = await tukar.call('GET', '/api/user-messages', { token })
    return body.data.data.find(({ kind }: { kind: string }) => kind === 'tax-corrected')
  })
  assert.match(message.body, /TUKAR-K-[0-9]+/)
  assert.match(message.body, /1 September 2025 is IDR 2,100, not IDR 3,360/)
}

test('two operators close a month; what is recorded later belongs to the next', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const finance = await makeOperator(tukar, 'finance', admin)
  const trader = await makeProvenTrader(tukar)
  expectOk(await certify(tukar, trader))
  await traded(tukar, trader, '2025-09-01', '2025-09-30', '2025-10-01')
  const proposed = await proposeTax(tukar, finance, 'tax-months', { month: '2025-09' })
  assert.equal(proposed.body.data.kind, 'tax-month')
  assert.match(proposed.body.data.value, /^tax 6720, VAT 0, 2 records after 0-0-0-0 up to /)
  assert.equal((await recordsOf(tukar, finance, '2025-09')).length, 2)
  await traded(tukar, trader, '2025-09-15')
  await closeMonth(tukar, finance, '2025-09')
  await traded(tukar, trader, '2025-09-16')
  await closeMonth(tukar, finance, '2025-10')
  const months = await taxMonths(tukar, finance)
  assert.deepEqual(
    months.map((one: Record<string, string>) => [one['month'], one['items'], one['taxIdr']]),
    [
      ['2025-10', 2, '6720'],
      ['2025-09', 3, '10080'],
    ],
  )
  const [record, ...more] = await recordsOf(tukar, finance, '2025-09')
  assert.equal(more.length, 2)
  assert.match(record?.['number'] ?? '', /^TUKAR-T-\d+$/)
  assert.match(record?.['payerTaxNumber'] ?? '', /^[0-9]{16}$/)
  assert.deepEqual(
    ['status', 'period', 'taxType', 'asset', 'units', 'valueIdr', 'ratePercent', 'taxIdr'].map(
      (name) => record?.[name],
    ),
    ['normal', '2025-09', 'PPH', 'BTC', '0.001', '1600000', '0.21', '3360'],
  )
  const looks = await auditOf(tukar, admin, '&action=tax-month.download&subjectId=2025-09')
  assert.equal(looks.length, 2)
})

test('a month is not closed before its end, twice, or before the one before it', async (t) => {
  const tukar = await startTukar(t)
  const finance = await makeOperator(tukar, 'finance')
  const refusalOf = async (month: string) =>
    messageOf(await proposeTax(tukar, finance, 'tax-months', { month }))
  const now = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 7)
  assert.deepEqual(await refusalOf(now), [400, 'api.tax_month_not_next'])
  await closeMonth(tukar, finance, '2025-09')
  for (const month of ['2025-09', '2025-08', '2025-11']) {
    assert.deepEqual(await refusalOf(month), [400, 'api.tax_month_not_next'], month)
  }
  assert.deepEqual((await refusalOf('2025-13'))[0], 400)
  const { token } = finance
  const unknown = await tukar.call('GET', '/operator/api/tax-months/2025-10/file', { token })
  assert.deepEqual(messageOf(unknown), [404, 'api.tax_month_not_found'])
})

test('the payment of a month by its receipts takes what is owed to zero, once', async (t) => {
  const tukar = await startTukar(t)
  const finance = await makeOperator(tukar, 'finance')
  const trader = await makeProvenTrader(tukar)
  await traded(tukar, trader, '2025-09-01')
  const pay = async (month: string, body: object) =>
    messageOf(await proposeTax(tukar, finance, `tax-months/${month}/payment`, body))
  const taxReceipt = receiptOf('2025-09')
  assert.deepEqual(await pay('2025-09', { taxReceipt }), [404, 'api.tax_month_not_found'])
  await closeMonth(tukar, finance, '2025-09')
  for (const body of [{}, { vatReceipt: taxReceipt }, { taxReceipt, vatReceipt: taxReceipt }]) {
    assert.deepEqual(await pay('2025-09', body), [400, 'api.tax_receipt_invalid'])
  }
  assert.equal((await pay('2025-09', { taxReceipt: 'abc' }))[0], 400)
  await payLast(tukar, finance)
  const [paid] = await taxMonths(tukar, finance)
  assert.deepEqual([paid.taxReceipt, paid.vatReceipt], [taxReceipt, null])
  assert.equal((await owedOf(tukar.service.ctx.db))['house.tax'], '0')
  assert.deepEqual(await pay('2025-09', { taxReceipt }), [400, 'api.tax_receipt_invalid'])
  await auditsClean(tukar.service.ctx.db)
})

test('a receipt of the treasury pays once', async (t) => {
  const tukar = await startTukar(t)
  const finance = await makeOperator(tukar, 'finance')
  const trader = await makeProvenTrader(tukar)
  await traded(tukar, trader, '2025-09-01', '2025-10-01', '2025-11-01')
  for (const month of ['2025-09', '2025-10', '2025-11']) await closeMonth(tukar, finance, month)
  const pay = (month: string, taxReceipt: string) =>
    proposeTax(tukar, finance, `tax-months/${month}/payment`, { taxReceipt })
  const [first, second] = [receiptOf('2025-09'), receiptOf('2025-10')]
  await agreedTax(tukar, finance, 'tax-months/2025-09/payment', { taxReceipt: first })
  assert.deepEqual(messageOf(await pay('2025-10', first)), [400, 'api.tax_receipt_invalid'])
  const open = [await pay('2025-10', second), await pay('2025-11', second)]
  await ageProposals(tukar, 120)
  const admin = await makeIndependentAdmin(tukar)
  const states = []
  for (const { body } of open) {
    states.push((await agree(tukar, admin, body.data.id)).body.data.state)
  }
  assert.deepEqual(states, ['effective', 'void'])
  const paid = (await taxMonths(tukar, finance)).map(
    (one: Record<string, string>) => one['taxReceipt'],
  )
  assert.deepEqual(paid, [null, second, first])
})

test('a correction names what it corrects, on the slip and in the open month', async (t) => {
  await withinOneJakartaDay()
  const tukar = await startTukar(t)
  const finance = await makeOperator(tukar, 'finance')
  const trader = await makeProvenTrader(tukar)
  expectOk(await certify(tukar, trader))
  await traded(tukar, trader, '2025-09-01', '2025-09-02')
  await closeMonth(tukar, finance, '2025-09')
  const taxId = await firstTaxOf(tukar, trader)
  const before = (await owned(tukar.service.ctx.db, trader.id)).available
  const right = { taxId, valueIdr: '1000000', taxIdr: '2100', reason: 'price of a wrong trade' }
  await agreedTax(tukar, finance, 'tax-corrections', right)
  assert.equal((await owned(tukar.service.ctx.db, trader.id)).available - before, 1_260_00n)
  await expectCorrectionMessage(tukar, trader)
  await agreedTax(tukar, finance, 'tax-corrections', {
    ...{ taxId, valueIdr: '0', taxIdr: '0', reason: 'the trade was cancelled' },
  })
  await closeMonth(tukar, finance, '2025-10')
  const records = await recordsOf(tukar, finance, '2025-10')
  const shown = ['corrects', 'status', 'valueIdr', 'taxIdr', 'rightValueIdr', 'rightTaxIdr']
  assert.deepEqual(
    records.map((record) => shown.map((name) => record[name])),
    [
      [`TUKAR-T-${taxId}`, 'corrected', '-600000', '-1260', '1000000', '2100'],
      [`TUKAR-T-${taxId}`, 'cancelled', '-1000000', '-2100', '0', '0'],
    ],
  )
  const year = new Date(Date.now() + 7 * 3_600_000).getUTCFullYear()
  const slip = (query: string) => slipOf(tukar, trader, query)
  const { corrections } = (await slip(`year=${year}`)).body.data
  const [first, second] = corrections
  assert.deepEqual(
    [first.corrects, first.taxId, first.oldTaxIdr, first.taxIdr, first.differenceIdr],
    [`TUKAR-202509-${trader.id}`, taxId, '3360', '2100', '-1260'],
  )
  assert.deepEqual([second.status, second.oldTaxIdr, second.taxIdr], ['cancelled', '2100', '0'])
  const { rows } = (await slip('year=2025&month=9')).body.data
  assert.deepEqual(
    rows.map((row: Record<string, string>) => [row['status'], row['taxIdr'], row['rightTaxIdr']]),
    [
      ['cancelled', '3360', '0'],
      ['normal', '3360', null],
    ],
  )
  assert.equal(rows[0].correction, second.number)
  const csv = (await slip(`year=${year}&format=csv`)).text
  assert.match(
    csv,
    new RegExp(`\r\nCORRECTION,${first.number},TUKAR-202509-${trader.id},${taxId},`),
  )
  for (const [lang, verb] of [
    ['en', 'corrects'],
    ['id', 'mengoreksi'],
  ] as const) {
    const text = await pdfOf(tukar, trader, `year=${year}&lang=${lang}`)
    assert.match(text, new RegExp(`${first.number} ${verb} ${first.corrects}`))
  }
  await auditsClean(tukar.service.ctx.db)
})

test('the taxes on trades and the value-added tax of a month are paid by themselves', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  const finance = await makeOperator(tukar, 'finance')
  const trader = await makeProvenTrader(tukar)
  await traded(tukar, trader, '2025-09-01')
  const fee = {
    key: 'fee:1',
    user: trader.id,
    source: 'deposit',
    fee: money(idr, 111_00n),
  } as const
  await takeFee(db, fee)
  await tamper(db, "update fee_vats set charged_at = '2025-09-02T00:00:00Z'")
  await closeMonth(tukar, finance, '2025-09')
  const [vat] = (await recordsOf(tukar, finance, '2025-09')).filter(
    ({ taxType }) => taxType === 'VAT',
  )
  assert.deepEqual([vat?.['valueIdr'], vat?.['taxIdr']], ['100', '11'])
  const owed = async () => {
    const { 'house.tax': tax, 'house.vat': ofFees } = await owedOf(db)
    return [tax, ofFees]
  }
  const [taxReceipt, vatReceipt] = ['ABCDEF0123456789', 'VVVVVV0123456789']
  await agreedTax(tukar, finance, 'tax-months/2025-09/payment', { taxReceipt })
  assert.deepEqual(await owed(), ['0', '1100'])
  const [half] = await taxMonths(tukar, finance)
  assert.equal(half.taxReceipt, taxReceipt)
  assert.deepEqual([half.taxPaidAt === null, half.vatReceipt, half.vatPaidAt], [false, null, null])
  const again = { taxReceipt, vatReceipt }
  const refused = await proposeTax(tukar, finance, 'tax-months/2025-09/payment', again)
  assert.deepEqual(messageOf(refused), [400, 'api.tax_receipt_invalid'])
  await agreedTax(tukar, finance, 'tax-months/2025-09/payment', { vatReceipt })
  assert.deepEqual(await owed(), ['0', '0'])
  const [paid] = await taxMonths(tukar, finance)
  assert.deepEqual([paid.taxReceipt, paid.vatReceipt], [taxReceipt, vatReceipt])
  assert.equal(paid.taxPaidAt, half.taxPaidAt)
  await auditsClean(db)
})

test('the base of the tax in the fee of a trade is the fee without it', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  const finance = await makeOperator(tukar, 'finance')
  const pairs = await listPairs(db.read)
  const pair = pairs.find(({ txPair }) => txPair === 'BTC_IDR')
  assert.ok(pair !== undefined)
  const user = await makeRichUser(db)
  const from = monthStart('2025-09')
  for (const side of ['BUY', 'SELL'] as const) {
    const fills = [{ lots: 1_234n, ticks: 56n }]
    const order = orderOf({ pair: 0, side, day: 1, fills, isCancelled: false }, pair, from)
    await placed(db, user, order, pair)
    const report = reportOf(order, pair, order.fills.length)
    assert.deepEqual(await db.inTransaction((tx) => settleOrders(tx, [report])), ['settled'])
  }
  await closeMonth(tukar, finance, '2025-09')
  const records = (await recordsOf(tukar, finance, '2025-09')).filter(
    ({ taxType }) => taxType === 'VAT',
  )
  assert.ok(new Set(records.map(({ asset }) => asset)).size === 2)
  for (const { valueIdr = '', taxIdr = '', asset } of records) {
    const [base, vat] = [senIn(valueIdr) ?? 0n, senIn(taxIdr) ?? 0n]
    // The tax is 11 % of the base, rounded down.
    assert.ok(base > 0n && vat === ((base + vat) * 11n) / 111n, `${asset}: ${valueIdr} ${taxIdr}`)
  }
})

test('a tax that was too low is owed to the house, and not taken from its user', async (t) => {
  const tukar = await startTukar(t)
  const finance = await makeOperator(tukar, 'finance')
  const trader = await makeProvenTrader(tukar)
  await traded(tukar, trader, '2025-09-01')
  const before = await owned(tukar.service.ctx.db, trader.id)
  const taxId = await firstTaxOf(tukar, trader)
  const right = { taxId, valueIdr: '2000000', taxIdr: '4200', reason: 'rate' }
  await agreedTax(tukar, finance, 'tax-corrections', right)
  assert.deepEqual(await owned(tukar.service.ctx.db, trader.id), before)
  assert.equal((await owedOf(tukar.service.ctx.db))['house.tax'], '420000')
  const refusalOf = async (body: object) =>
    messageOf(await proposeTax(tukar, finance, 'tax-corrections', { ...right, ...body }))
  assert.deepEqual(await refusalOf({ taxId: 999_999_999 }), [404, 'api.tax_not_found'])
  for (const body of [{}, { taxIdr: '3000000' }, { taxIdr: '1.001' }]) {
    assert.deepEqual(await refusalOf(body), [400, 'api.tax_correction_invalid'])
  }
})

test('no operator corrects a tax of their own', async (t) => {
  const tukar = await startTukar(t)
  const finance = await makeOperator(tukar, 'finance')
  const trader = await makeProvenTrader(tukar)
  await traded(tukar, trader, '2025-09-01')
  const { db } = tukar.service.ctx
  await db.read
    .updateTable('users')
    .set({ email: finance.email })
    .where('id', '=', trader.id)
    .execute()
  const taxId = await firstTaxOf(tukar, trader)
  const right = { taxId, valueIdr: '0', taxIdr: '0', reason: 'a gift' }
  const answer = await proposeTax(tukar, finance, 'tax-corrections', right)
  assert.deepEqual(messageOf(answer), [403, 'api.operator_own_money'])
})

test('of months proposed together, the later one is void, and is proposed anew', async (t) => {
  const tukar = await startTukar(t)
  const finance = await makeOperator(tukar, 'finance')
  const trader = await makeProvenTrader(tukar)
  await traded(tukar, trader, '2025-09-01', '2025-10-01', '2025-10-02')
  const [september, october] = [
    await proposeTax(tukar, finance, 'tax-months', { month: '2025-09' }),
    await proposeTax(tukar, finance, 'tax-months', { month: '2025-10' }),
  ]
  assert.match(october.body.data.value, /^tax 10080, /)
  await ageProposals(tukar, 120)
  const admin = await makeIndependentAdmin(tukar)
  const states = []
  for (const { body } of [september, october]) {
    states.push((await agree(tukar, admin, body.data.id)).body.data.state)
  }
  assert.deepEqual(states, ['effective', 'void'])
  await closeMonth(tukar, finance, '2025-10')
  const months = await taxMonths(tukar, finance)
  assert.deepEqual(
    months.map((one: Record<string, string>) => [one['month'], one['items'], one['taxIdr']]),
    [
      ['2025-10', 2, '6720'],
      ['2025-09', 1, '3360'],
    ],
  )
})

test('after a tax was too low, its user gets back only what was paid', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  const finance = await makeOperator(tukar, 'finance')
  const trader = await makeProvenTrader(tukar)
  await traded(tukar, trader, '2025-09-01')
  const taxId = await firstTaxOf(tukar, trader)
  const before = (await owned(db, trader.id)).available
  const shown = []
  for (const taxIdr of ['4200', '3500', '2000', '3000', '1500']) {
    const right = { taxId, valueIdr: '2000000', taxIdr, reason: 'rate' }
    await agreedTax(tukar, finance, 'tax-corrections', right)
    const { available: now } = await owned(db, trader.id)
    const books = await db.inTransaction(readHouseBalances)
    const receivable = books.find(({ kind }) => kind === 'receivable')?.units ?? 0n
    shown.push([taxIdr, now - before, (await owedOf(db))['house.tax'], receivable])
  }
  assert.deepEqual(shown, [
    ['4200', 0n, '420000', -840_00n],
    ['3500', 0n, '350000', -140_00n],
    ['2000', 1_360_00n, '200000', 0n],
    ['3000', 1_360_00n, '300000', -1000_00n],
    ['1500', 1_860_00n, '150000', 0n],
  ])
  await auditsClean(db)
})
