import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../tests/database.ts'
import { perMillion } from '../../base/values/money.ts'
import { listTaxRates } from './fees.sql.ts'
import { pairClasses, ratesOn, type Taxed, type TaxRate } from './tax-rates.rules.ts'

const pph: TaxRate = {
  kind: 'PPH',
  side: 'SELL',
  pairClass: 'rupiah',
  base: { numerator: 1n, denominator: 1n },
  rate: perMillion(1_000n),
  validFrom: '2022-05-01',
  rule: 'PMK 68/PMK.03/2022',
}
const ppn: TaxRate = { ...pph, kind: 'PPN', side: 'BUY', rate: perMillion(1_100n) }
const raised: TaxRate = { ...pph, rate: perMillion(2_100n), validFrom: '2025-08-01' }
const ended: TaxRate = { ...ppn, rate: perMillion(0n), validFrom: '2025-08-01' }
const rates = [pph, ppn, raised, ended]

const of = (side: 'BUY' | 'SELL') => ({ side, pairClass: 'rupiah' }) as const

const lastMoment = new Date('2025-07-31T16:59:59.999Z')
const midnightInJakarta = new Date('2025-07-31T17:00:00.000Z')

test('a rate holds from midnight in Jakarta of its first day, the one before until then', () => {
  assert.deepEqual(ratesOn(rates, of('SELL'), lastMoment), [pph])
  assert.deepEqual(ratesOn(rates, of('SELL'), midnightInJakarta), [raised])
  assert.deepEqual(ratesOn(rates, of('BUY'), lastMoment), [ppn])
  assert.deepEqual(ratesOn(rates, of('BUY'), midnightInJakarta), [])
})

test('before the first day of the first rate nothing is taxed', () => {
  assert.deepEqual(ratesOn(rates, of('SELL'), new Date('2022-04-30T16:59:59.999Z')), [])
  assert.deepEqual(ratesOn(rates, of('SELL'), new Date('2022-04-30T17:00:00.000Z')), [pph])
})

test('the rates of a new database change at the start of August 2025', async (t) => {
  const { db } = await testDatabase(t)
  const stored = await listTaxRates(db.read)
  const at = (taxed: Taxed, moment: Date) =>
    ratesOn(stored, taxed, moment).map(({ kind, rate }) => [kind, rate.ppm])
  assert.deepEqual(at(of('SELL'), lastMoment), [['PPH', 1_000n]])
  assert.deepEqual(at(of('SELL'), midnightInJakarta), [['PPH', 2_100n]])
  assert.deepEqual(at(of('BUY'), lastMoment), [['PPN', 1_100n]])
  assert.deepEqual(at(of('BUY'), midnightInJakarta), [])
})

test('both parties of a swap are taxed, of other pairs the seller, by our status', async (t) => {
  const { db } = await testDatabase(t)
  const taxes = async () => {
    const stored = await listTaxRates(db.read)
    return pairClasses.map((pairClass) =>
      (['BUY', 'SELL'] as const).map(
        (side) => ratesOn(stored, { side, pairClass }, midnightInJakarta)[0]?.rate.ppm ?? 0n,
      ),
    )
  }
  assert.deepEqual(await taxes(), [
    [0n, 2_100n],
    [0n, 2_100n],
    [2_100n, 2_100n],
  ])
  await sql`update settings set value = 'foreign' where key = 'tax.collector'`.execute(db.read)
  assert.deepEqual(await taxes(), [
    [0n, 10_000n],
    [0n, 10_000n],
    [10_000n, 10_000n],
  ])
})
