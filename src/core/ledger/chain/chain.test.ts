import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../../tests/database.ts'
import { eventually } from '../../../../tests/harness.ts'
import { raiseEpoch } from '../../../../tests/make/inbox-node.ts'
import { credit, makeUser, post, tamper } from '../../../../tests/make/ledger.ts'
import { earlier, linkAll, linkEarlier } from '../../../../tests/make/ledger-chain.ts'
import { setLimits } from '../../../../tests/make/set-limits.ts'
import { LeadershipLost } from '../../database/cluster/leader.ts'
import type { Database } from '../../database/database.ts'
import { forgetTransactions } from '../forget-transactions.ts'
import { ledgerLimits } from '../ledger-limits.ts'
import { postAll } from '../post.ts'
import { hasUnlinked, insertLink, listChangedLinks } from './links.sql.ts'
import { sealDays } from './seal-days.ts'
import { sealKeyOf } from './seal-key.ts'
import { hasUnsealedDay, listSealKeys, listSeals } from './seals.sql.ts'

const keys = { appKeys: [Buffer.alloc(32, 7)] } as const

const ranges = async (db: Database) =>
  (await db.read.selectFrom('ledger_links').select(['above', 'upto']).orderBy('id').execute()).map(
    ({ above, upto }) => [above, upto],
  )

const isTrue = async (db: Database, condition: typeof hasUnlinked): Promise<boolean> => {
  const { rows } = await sql<{ is: boolean }>`select ${condition} as is`.execute(db.read)
  return rows[0]?.is ?? false
}

test('a posting that commits after later ones is linked, once it has committed', async (t) => {
  setLimits(t, ledgerLimits, { writersMs: 300 })
  const { db } = await testDatabase(t)
  const epoch = await raiseEpoch(db)
  const [slow, quick] = [await makeUser(db), await makeUser(db)]
  await post(db, credit('first', slow, 1n))
  await linkAll(db, epoch)
  const written = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const late = db.inTransaction(async (tx) => {
    await postAll(tx, [credit('late', slow, 5n)])
    await sql`select 1`.execute(tx)
    written.resolve()
    await release.promise
  })
  await written.promise
  await post(db, credit('early', quick, 7n))
  await linkAll(db, epoch)
  assert.deepEqual(await ranges(db), [[0, 1]])
  const linking = linkAll(db, epoch)
  release.resolve()
  await Promise.all([late, linking])
  await linkAll(db, epoch)
  assert.equal(await isTrue(db, hasUnlinked), false)
  const { rows } = await sql<{ keys: string[] }>`
    select array_agg(p.key order by p.id) as keys from ledger_links l
    join postings p on p.id > l.above and p.id <= l.upto`.execute(db.read)
  assert.deepEqual(rows, [{ keys: ['first', 'late', 'early'] }])
})

test('ids that were never committed leave nothing to link', async (t) => {
  const { db } = await testDatabase(t)
  const epoch = await raiseEpoch(db)
  const user = await makeUser(db)
  const failing = db.inTransaction(async (tx) => {
    await postAll(tx, [credit('rolled back', user, 5n)])
    await sql`select 1 / 0`.execute(tx)
  })
  await assert.rejects(failing)
  assert.equal(await isTrue(db, hasUnlinked), false)
  await post(db, credit('kept', user, 5n))
  await linkAll(db, epoch)
  assert.deepEqual(await ranges(db), [[0, 2]])
})

test('only the present leader adds links', async (t) => {
  const { db } = await testDatabase(t)
  const epoch = await raiseEpoch(db)
  await post(db, credit('one', await makeUser(db), 5n))
  await assert.rejects(linkAll(db, epoch - 1), LeadershipLost)
  assert.deepEqual(await ranges(db), [])
})

test('links are found unchanged after a restore into another cluster', async (t) => {
  const { db } = await testDatabase(t)
  const epoch = await raiseEpoch(db)
  await post(db, credit('one', await makeUser(db), 5n))
  await linkAll(db, epoch)
  assert.deepEqual(await listChangedLinks(db.read, { from: 1, to: 1 }), [])
  await db.inTransaction(forgetTransactions)
  assert.deepEqual(await listChangedLinks(db.read, { from: 1, to: 1 }), [])
  await tamper(db, 'update moves set units = units + 1')
  assert.deepEqual(await listChangedLinks(db.read, { from: 1, to: 1 }), [
    { link: 1, above: 0, upto: 1 },
  ])
})

test('a day that is over is sealed once, and changed rows of it are reported', async (t) => {
  const database = await testDatabase(t)
  const { db } = database
  const epoch = await raiseEpoch(db)
  const user = await makeUser(db)
  await post(db, credit('one', user, 5n))
  await linkEarlier(database, epoch, 3)
  await post(db, credit('two', user, 7n))
  await linkEarlier(database, epoch, 2)
  await tamper(db, `update postings set key = 'other' where key = 'two'`)
  await post(db, credit('today', user, 11n))
  await linkAll(db, epoch)
  const breaches = await sealDays(db, keys, epoch)
  assert.deepEqual(breaches, [
    { invariant: 'I7 links match their rows', details: { link: 2, above: 1, upto: 2 } },
  ])
  assert.equal(await isTrue(db, hasUnsealedDay), false)
  assert.deepEqual(await sealDays(db, keys, epoch), [])
  const seals = await listSeals(db.read)
  assert.deepEqual(
    seals.map(({ link, totals }) => [link, totals]),
    [
      [2, { 1: '12' }],
      [1, { 1: '5' }],
    ],
  )
  const { id, publicKey } = sealKeyOf(keys)
  assert.deepEqual(await listSealKeys(db.read), [{ id, publicKey }])
})

test('links by an older clock are sealed with the next day, after theirs was sealed', async (t) => {
  const database = await testDatabase(t)
  const { db } = database
  const epoch = await raiseEpoch(db)
  const user = await makeUser(db)
  await post(db, credit('one', user, 5n))
  await linkEarlier(database, epoch, 3)
  assert.deepEqual(await sealDays(db, keys, epoch), [])
  await post(db, credit('two', user, 7n))
  await linkEarlier(database, epoch, 4)
  assert.deepEqual(await sealDays(db, keys, epoch), [])
  const seals = (await listSeals(db.read)).map(({ link, totals }) => [link, totals])
  assert.deepEqual(seals, [
    [2, { 1: '12' }],
    [1, { 1: '5' }],
  ])
})

test('a link of a day that is committed after its end is within its seal', async (t) => {
  const database = await testDatabase(t)
  const { db } = database
  const epoch = await raiseEpoch(db)
  const user = await makeUser(db)
  await post(db, credit('one', user, 5n))
  await linkEarlier(database, epoch, 3)
  await post(db, credit('two', user, 7n))
  const added = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const adding = earlier(database, 3, (behind) =>
    behind.inTransaction(async (tx) => {
      await insertLink(tx, 2)
      added.resolve()
      await release.promise
    }),
  )
  await added.promise
  const sealing = sealDays(db, keys, epoch)
  const waiting = eventually('a seal that waits for the link', async () => {
    const { rows } = await sql`
      select from pg_locks where relation = 'ledger_links'::regclass and not granted`.execute(
      db.read,
    )
    return rows.length > 0
  })
  await Promise.race([sealing, waiting])
  release.resolve()
  await Promise.all([adding, sealing])
  await sealDays(db, keys, epoch)
  const seals = (await listSeals(db.read)).map(({ link, totals }) => [link, totals])
  assert.deepEqual(seals, [[2, { 1: '12' }]])
})
