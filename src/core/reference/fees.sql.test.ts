import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../../../tests/database.ts'
import { perMillion } from '../../base/values/money.ts'
import { listTaxRates, ratesOn, type TaxRate } from './fees.sql.ts'

const pph: TaxRate = {
  kind: 'PPH',
  side: 'SELL',
  rate: perMillion(1_000n),
  validFrom: '2022-05-01',
  rule: 'PMK 68/PMK.03/2022',
}
const ppn: TaxRate = { ...pph, kind: 'PPN', side: 'BUY', rate: perMillion(1_100n) }
const raised: TaxRate = { ...pph, rate: perMillion(2_100n), validFrom: '2025-08-01' }
const ended: TaxRate = { ...ppn, rate: perMillion(0n), validFrom: '2025-08-01' }
const rates = [pph, ppn, raised, ended]

const lastMoment = new Date('2025-07-31T16:59:59.999Z')
const midnightInJakarta = new Date('2025-07-31T17:00:00.000Z')

test('a rate holds from midnight in Jakarta of its first day, the one before until then', () => {
  assert.deepEqual(ratesOn(rates, 'SELL', lastMoment), [pph])
  assert.deepEqual(ratesOn(rates, 'SELL', midnightInJakarta), [raised])
  assert.deepEqual(ratesOn(rates, 'BUY', lastMoment), [ppn])
  assert.deepEqual(ratesOn(rates, 'BUY', midnightInJakarta), [])
})

test('before the first day of the first rate nothing is taxed', () => {
  assert.deepEqual(ratesOn(rates, 'SELL', new Date('2022-04-30T16:59:59.999Z')), [])
  assert.deepEqual(ratesOn(rates, 'SELL', new Date('2022-04-30T17:00:00.000Z')), [pph])
})

test('the rates of a new database change at the start of August 2025', async (t) => {
  const { db } = await testDatabase(t)
  const stored = await listTaxRates(db)
  const at = (side: 'BUY' | 'SELL', moment: Date) =>
    ratesOn(stored, side, moment).map(({ kind, rate }) => [kind, rate.ppm])
  assert.deepEqual(at('SELL', lastMoment), [['PPH', 1_000n]])
  assert.deepEqual(at('SELL', midnightInJakarta), [['PPH', 2_100n]])
  assert.deepEqual(at('BUY', lastMoment), [['PPN', 1_100n]])
  assert.deepEqual(at('BUY', midnightInJakarta), [])
})
