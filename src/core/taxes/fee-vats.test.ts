import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../tests/database.ts'
import { auditsClean } from '../../../tests/make/audit.ts'
import { returnFee, takeFee } from '../../../tests/make/fee-vats.ts'
import { btc, makeUser } from '../../../tests/make/ledger.ts'
import { pricesSeen } from '../../../tests/make/prices.ts'
import { idr, money } from '../../base/values/money.ts'
import type { Database } from '../database/database.ts'

const owed = async (db: Database): Promise<string> => {
  const { rows } = await sql<{ units: string }>`
    select coalesce(sum(case when k.id = m.to_kind then m.units else -m.units end), 0)::text
      as units
    from moves m join account_kinds k on k.id in (m.from_kind, m.to_kind)
    where k.name = 'house.vat'`.execute(db.read)
  return rows[0]?.units ?? '0'
}

test('the tax in a fee is owed once, and no more after the fee is given back', async (t) => {
  const { db } = await testDatabase(t)
  const user = await makeUser(db)
  const fee = money(idr, 5_550_00n)
  const taken = { key: 'withdrawal:1', user, source: 'withdrawal', fee } as const
  await takeFee(db, taken)
  assert.equal(await owed(db), '55000')
  const of = [taken.key, 'late:1']
  for (let time = 0; time < 2; time += 1) {
    await returnFee(db, { key: `reversal:${time}`, user, fee, of })
    assert.equal(await owed(db), '0')
  }
  await auditsClean(db)
})

test('each part of a fee that is given back takes back its part of the tax', async (t) => {
  const { db } = await testDatabase(t)
  const user = await makeUser(db)
  const fee = money(idr, 5_550_00n)
  await takeFee(db, { key: 'deposit:payx:1', user, source: 'deposit', fee })
  const left: string[] = []
  for (const [at, part] of [1_110_00n, 1_480_01n, 2_959_99n].entries()) {
    const back = { key: `suspense:${at}`, user, fee: money(idr, part), of: ['deposit:payx:1'] }
    await returnFee(db, back)
    left.push(await owed(db))
  }
  assert.deepEqual(left, ['44000', '29334', '0'])
  await auditsClean(db)
})

test('a fee in a coin has the value of its price, and none without a price', async (t) => {
  const { db } = await testDatabase(t)
  const user = await makeUser(db)
  const taken = (key: string) => ({
    ...{ key, user, source: 'withdrawal' as const, fee: money(btc, 111n) },
  })
  await takeFee(db, taken('withdrawal:1'))
  await pricesSeen(db, { BTC_IDR: '100000000' })
  await takeFee(db, taken('withdrawal:2'))
  const { rows } = await sql`
    select valued_by as by, fee_idr::text as fee, vat_idr::text as vat
    from fee_vats order by id`.execute(db.read)
  assert.deepEqual(rows, [
    { by: 'none', fee: '0', vat: '0' },
    { by: 'venue-last', fee: '11100', vat: '1100' },
  ])
  assert.equal(await owed(db), '1100')
})

test('a fee in a coin that only USDT prices has the value by way of USDT', async (t) => {
  const { db } = await testDatabase(t)
  const user = await makeUser(db)
  await pricesSeen(db, { BTC_USDT: '50000', USDT_IDR: '16000' })
  await takeFee(db, { key: 'withdrawal:1', user, source: 'withdrawal', fee: money(btc, 111n) })
  const { rows } = await sql`
    select valued_by as by, fee_idr::text as fee, vat_idr::text as vat
    from fee_vats`.execute(db.read)
  assert.deepEqual(rows, [{ by: 'venue-last', fee: '88800', vat: '8800' }])
  assert.equal(await owed(db), '8800')
})
