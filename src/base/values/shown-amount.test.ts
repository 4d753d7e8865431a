import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatDecimal } from '../../../packages/client/src/decimal.ts'
import { idr, money } from './money.ts'
import { shownAmount, shownMoney } from './shown-amount.ts'

test('mails, alerts and pages write an amount alike', () => {
  const amounts = ['0', '7', '999', '1000', '1250000', '245560.5', '0.00000001', '12345678901.25']
  for (const language of ['en', 'id'] as const) {
    for (const symbol of ['IDR', 'BTC']) {
      for (const amount of amounts) {
        const onPages = formatDecimal(amount, language, { symbol }).replace('\u00a0', ' ')
        assert.equal(shownAmount(amount, symbol, language), onPages)
      }
    }
  }
})

test('alerts write money in English', () => {
  assert.equal(shownMoney(money(idr, 1_250_50n)), 'IDR 1,250.5')
})
