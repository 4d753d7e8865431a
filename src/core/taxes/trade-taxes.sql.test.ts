import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../../../tests/database.ts'
import { makeUser } from '../../../tests/make/ledger.ts'
import { taxed, tradeTax } from '../../../tests/make/taxes.ts'
import { idr, money } from '../../base/values/money.ts'
import { countTradeTaxes, listTradeTaxes } from './trade-taxes.sql.ts'

const everything = { pairId: null, side: null, from: null, until: null }

test('a tax is recorded once, however often its trade is reported', async (t) => {
  const { db } = await testDatabase(t)
  const user = await makeUser(db)
  const tax = tradeTax(user)
  assert.deepEqual(await taxed(db, tax, tax), ['recorded', 'known'])
  assert.deepEqual(await taxed(db, tax), ['known'])
  assert.deepEqual(await taxed(db), [])
  const [listed, ...more] = await listTradeTaxes(
    db.read,
    { user, ...everything },
    { after: null, limit: 10 },
  )
  assert.equal(more.length, 0)
  assert.deepEqual(
    [listed?.amount.units, listed?.value.units, listed?.tax.units, listed?.rate.ppm],
    [tax.amount.units, tax.value.units, tax.tax.units, tax.rate.ppm],
  )
  assert.deepEqual(listed?.tradedAt, tax.tradedAt)
})

test('the same trade with different content changes nothing and is reported', async (t) => {
  const { db } = await testDatabase(t)
  const user = await makeUser(db)
  const tax = tradeTax(user)
  await taxed(db, tax)
  const other = { ...tax, tax: money(idr, 1n) }
  assert.deepEqual(await taxed(db, other, tradeTax(user)), ['different', 'recorded'])
  const filter = { user, ...everything }
  const rows = await listTradeTaxes(db.read, filter, { after: null, limit: 10 })
  assert.ok(rows.every(({ tax: { units } }) => units === 336_000n))
})

test('two kinds of tax on one trade are two rows, and each user of it has their own', async (t) => {
  const { db } = await testDatabase(t)
  const [one, other] = [await makeUser(db), await makeUser(db)]
  const tax = tradeTax(one)
  const recorded = await taxed(db, tax, { ...tax, kind: 'PPN' }, { ...tax, user: other })
  assert.deepEqual(recorded, ['recorded', 'recorded', 'recorded'])
  assert.equal(await countTradeTaxes(db.read, { user: one, ...everything }, 10), 2)
  assert.equal(await countTradeTaxes(db.read, { user: one, ...everything }, 1), 1)
})

test('the same tax recorded at once by many is recorded by one of them', async (t) => {
  const { db } = await testDatabase(t)
  const tax = tradeTax(await makeUser(db))
  const recorded = await Promise.all(Array.from({ length: 8 }, () => taxed(db, tax)))
  assert.equal(recorded.flat().filter((one) => one === 'recorded').length, 1)
  assert.equal(recorded.flat().filter((one) => one === 'known').length, 7)
})

test('recorded taxes are never changed or deleted', async (t) => {
  const { db } = await testDatabase(t)
  await taxed(db, tradeTax(await makeUser(db)))
  await assert.rejects(db.read.updateTable('trade_taxes').set({ tax: '0' }).execute())
  await assert.rejects(db.read.deleteFrom('trade_taxes').execute())
})
