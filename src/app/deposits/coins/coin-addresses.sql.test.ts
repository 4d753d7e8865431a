import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../../../../tests/database.ts'
import { btc, makeUsers } from '../../../../tests/make/ledger.ts'
import { findVault, keepCoinAddress, keepVault } from './coin-addresses.sql.ts'

const place = (address: string) => ({ address, legacyAddress: null, tag: null })
const ofBitcoin = { assetId: btc.id, network: 'BTC' }

test('concurrent requests store one account and one address at custody, none fails', async (t) => {
  const { db } = await testDatabase(t)
  const users = await makeUsers(db, 60)
  for (const user of users) {
    const keepings = Array.from({ length: 8 }, () =>
      db.inTransaction(async (tx) => {
        const vault = await keepVault(tx, user, `vault-${user}`)
        return { vault, ...(await keepCoinAddress(tx, { user, ...ofBitcoin }, place(`a${user}`))) }
      }),
    )
    const kept = { vault: `vault-${user}`, ...place(`a${user}`) }
    for (const one of await Promise.all(keepings)) assert.deepEqual(one, kept)
  }
})

test("another user's account or address at custody is refused", async (t) => {
  const { db } = await testDatabase(t)
  const [one, two] = await makeUsers(db, 2)
  assert.ok(one !== undefined && two !== undefined)
  await db.inTransaction((tx) => keepVault(tx, one, 'vault'))
  await db.inTransaction((tx) => keepCoinAddress(tx, { user: one, ...ofBitcoin }, place('a')))
  const vault = db.inTransaction((tx) => keepVault(tx, two, 'vault'))
  await assert.rejects(vault, /the account of another user/)
  const address = db.inTransaction((tx) =>
    keepCoinAddress(tx, { user: two, ...ofBitcoin }, place('a')),
  )
  await assert.rejects(address, /the address of another user/)
  assert.equal(await findVault(db.read, two), null)
})
