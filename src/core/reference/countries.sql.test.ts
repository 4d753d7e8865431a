import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../../../tests/database.ts'
import { findCountry } from './countries.sql.ts'

test('a country is found by its id, its ISO codes and its name in either language', async (t) => {
  const { db } = await testDatabase(t)
  const germany = await findCountry(db, 'DE')
  assert.deepEqual(germany, {
    id: 276,
    iso2: 'DE',
    iso3: 'DEU',
    name: 'Germany',
    nameId: 'Jerman',
    dialCode: '49',
  })
  for (const named of ['276', 'de', 'DEU', 'deu', 'Germany', 'GERMANY', ' jerman ']) {
    assert.deepEqual(await findCountry(db, named), germany, named)
  }
  assert.equal((await findCountry(db, "Cote d'Ivoire")) ?? null, null)
  assert.equal((await findCountry(db, 'Türkiye'))?.iso2, 'TR')
  assert.equal((await findCountry(db, '004'))?.iso2, 'AF')
})

test('an unknown name finds no country', async (t) => {
  const { db } = await testDatabase(t)
  for (const named of ['', '0', '999', '99999', '-1', 'ZZ', 'ZZZ', '%', "' or 1=1 --", '１']) {
    assert.equal(await findCountry(db, named), null, named)
  }
})
