import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../../../tests/database.ts'
import { findBank, readBanks } from './banks.sql.ts'

test('a bank is found by its code, also without the zeros, and by its names', async (t) => {
  const { db } = await testDatabase(t)
  const bca = await findBank(db, '014')
  assert.deepEqual(bca, {
    id: 14,
    code: '014',
    name: 'Bank Central Asia',
    shortName: 'BCA',
    kind: 'BANK',
    payxVaCode: 'BCA',
    payxPayoutCode: 'ID_BCA',
    paydCode: '014',
    accountMinDigits: 10,
    accountMaxDigits: 10,
  })
  for (const named of ['14', '0014', 'BCA', ' bca ', 'bank central asia']) {
    assert.deepEqual(await findBank(db, named), bca, named)
  }
  assert.equal((await findBank(db, '1012'))?.kind, 'WALLET')
})

test('an unknown name finds no bank', async (t) => {
  const { db } = await testDatabase(t)
  for (const named of ['', '0', '999', '12345', '%', "' or 1=1 --", '-14']) {
    assert.equal(await findBank(db, named), null, named)
  }
})

test('the list has every bank and wallet once, each with a code of its own', async (t) => {
  const { db } = await testDatabase(t)
  const banks = await readBanks(db)
  assert.ok(banks.length > 100)
  assert.equal(new Set(banks.map(({ code }) => code)).size, banks.length)
  for (const code of ['002', '008', '009', '011', '013', '014', '022', '200', '451', '1010']) {
    assert.ok(
      banks.some((bank) => bank.code === code),
      code,
    )
  }
  assert.deepEqual([...new Set(banks.map(({ kind }) => kind))], ['BANK', 'WALLET'])
})
