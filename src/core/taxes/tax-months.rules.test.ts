import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  closingIn,
  closingText,
  correctionIn,
  correctionNumber,
  correctionText,
  dueText,
  figuresText,
  isMonth,
  monthAfter,
  monthStart,
  paysDue,
  receiptsIn,
  receiptsText,
  senIn,
  taxSources,
} from './tax-months.rules.ts'

test('a month is spelled with four digits of its year and two of its number', () => {
  for (const month of ['2026-01', '2026-09', '2026-10', '2099-12']) assert.ok(isMonth(month))
  const none = ['2026-00', '2026-13', '2026-1', '1999-12', '2026-012', '12026-01', '2026/01', '']
  for (const text of none) assert.ok(!isMonth(text), text)
})

test('a month begins in Jakarta, and the one after December is January', () => {
  assert.equal(monthStart('2026-12').toISOString(), '2026-11-30T17:00:00.000Z')
  assert.equal(monthAfter('2026-12'), '2027-01')
  assert.equal(monthAfter('2026-11'), '2026-12')
  assert.equal(monthAfter('2026-08'), '2026-09')
})

test('rupiah may be below zero', () => {
  assert.equal(senIn('12.5'), 1_250n)
  assert.equal(senIn('-12.5'), -1_250n)
  for (const text of ['', '-', '--1', '1-', '1.234', 'x']) assert.equal(senIn(text), null, text)
})

describe('the text of a closing', () => {
  const closing = {
    tax: 735_000_00n,
    vat: -11_50n,
    items: 3,
    after: { tax: 5, correction: 0, 'trade-fee': 2, fee: 3 },
    upto: { tax: 9, correction: 0, 'trade-fee': 4, fee: 7 },
  }
  const text = 'tax 735000, VAT -11.5, 3 records after 5-0-2-3 up to 9-0-4-7'

  test('names the figures, the records and the last id of each kind', () => {
    assert.deepEqual(taxSources, ['tax', 'correction', 'trade-fee', 'fee'])
    assert.equal(closingText(closing), text)
    assert.deepEqual(closingIn(text), closing)
    for (const change of [{ tax: -1n }, { vat: 1n }, { items: 123 }]) {
      const other = { ...closing, ...change }
      assert.deepEqual(closingIn(closingText(other)), other)
    }
  })

  test('is refused in any other spelling', () => {
    const others = [
      `x${text}`,
      `${text}x`,
      text.replace('735000', '7.350.00'),
      text.replace('-11.5', '11..5'),
      text.replace('9-0-4-7', '10-20-47'),
      text.replace('9-0-4-7', '9-0-4-7-1'),
      text.replace('9-0-4-7', '9-0-4'),
      text.replace('5-0-2-3', '5-0-2'),
      text.replace('3 records', 'no records'),
      '',
    ]
    for (const other of others) assert.equal(closingIn(other), null, other)
  })

  test('is refused with a number beyond what is exact', () => {
    assert.throws(() => closingIn(text.replace('9-0', '99999999999999999-0')), RangeError)
  })
})

describe('the receipts of a payment', () => {
  const receipt = 'ABCDEF0123456789'

  test('are each of 16 letters and digits, or none', () => {
    for (const receipts of [
      { tax: receipt, vat: null },
      { tax: null, vat: receipt },
      { tax: receipt, vat: receipt },
      { tax: null, vat: null },
    ]) {
      assert.deepEqual(receiptsIn(receiptsText(receipts)), receipts)
    }
    assert.equal(receiptsText({ tax: null, vat: receipt }), `paid: tax -, VAT ${receipt}`)
    const others = [
      `paid: tax ${receipt}0, VAT -`,
      `paid: tax -, VAT ${receipt.slice(1)}`,
      `paid: tax ${receipt.toLowerCase()}, VAT -`,
      `xpaid: tax -, VAT -`,
      `paid: tax -, VAT -x`,
    ]
    for (const other of others) assert.equal(receiptsIn(other), null, other)
  })

  test('pay what is due: at least one, and each for an amount above zero', () => {
    const due = (tax: bigint, vat: bigint) => ({ tax, vat })
    assert.ok(paysDue(due(1n, 1n), { tax: receipt, vat: receipt }))
    assert.ok(paysDue(due(1n, 0n), { tax: receipt, vat: null }))
    assert.ok(paysDue(due(0n, 1n), { tax: null, vat: receipt }))
    assert.ok(!paysDue(due(1n, 1n), { tax: null, vat: null }))
    assert.ok(!paysDue(due(0n, 1n), { tax: receipt, vat: receipt }))
    assert.ok(!paysDue(due(1n, 0n), { tax: receipt, vat: receipt }))
    assert.ok(!paysDue(due(-1n, 1n), { tax: receipt, vat: null }))
    assert.equal(dueText(due(-50n, 100n)), 'due: tax -0.5, VAT 1')
  })
})

describe('a correction', () => {
  const correction = { value: 1_000_00n, tax: 2_10n, reason: 'wrong day' }
  const text = 'base 1000, tax 2.1: wrong day'

  test('names its base, its tax and its reason', () => {
    assert.equal(correctionText(correction), text)
    assert.equal(figuresText(correction), 'base 1000, tax 2.1')
    assert.deepEqual(correctionIn(text), correction)
    assert.deepEqual(correctionIn('base 1, tax 1: x'), { value: 100n, tax: 100n, reason: 'x' })
    assert.equal(correctionNumber(17), 'TUKAR-K-17')
  })

  test('is refused if its tax exceeds its base, or in any other spelling', () => {
    const others = [
      'base 1, tax 1.01: x',
      `x${text}`,
      'base 1.001, tax 1: x',
      'base 1.001, tax 0: x',
      'base 1, tax 0.001: x',
      'base -1, tax 0: x',
      'base 1000, tax 2.1: ',
      'base 1000, tax 2.1:  x',
      `base 1000, tax 2.1: ${'x'.repeat(201)}`,
      'base 1000, tax 2.1: x\ny',
    ]
    for (const other of others) assert.equal(correctionIn(other), null, other)
    assert.equal(correctionIn(`base 1, tax 0: ${'x'.repeat(200)}`)?.reason.length, 200)
  })
})
