import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../tests/database.ts'
import { auditsClean } from '../../../tests/make/audit.ts'
import {
  books,
  btc,
  credit,
  makeUser,
  makeUsers,
  move,
  owned,
  post,
  posting,
  transfer,
} from '../../../tests/make/ledger.ts'
import { available, house, locked } from './accounts.ts'
import { PostingConflict, postAll } from './post.ts'

test('a posting moves its amounts, and each side keeps its new balance', async (t) => {
  const { db } = await testDatabase(t)
  const [user, other] = await makeUsers(db, 2)
  assert.ok(user && other)
  const whole = posting(
    'first',
    move(house('payx'), available(user), 245_560_00n),
    move(house('payx'), house('fees'), 4_440_00n),
    move(available(user), available(other), 100_000_00n),
  )
  assert.deepEqual(await post(db, whole), ['posted'])
  assert.deepEqual(await owned(db, user), { available: 145_560_00n, locked: 0n })
  assert.deepEqual(await owned(db, other), { available: 100_000_00n, locked: 0n })
  const { rows } = await sql`
    select line, from_kind, from_user, from_after, to_kind, to_user, to_after, units
    from moves order by line`.execute(db.read)
  assert.deepEqual(
    rows.map((row) => Object.values(row ?? {})),
    [
      [0, 5, null, null, 1, user, '24556000', '24556000'],
      [1, 5, null, null, 8, null, null, '444000'],
      [2, 1, user, '14556000', 1, other, '10000000', '10000000'],
    ],
  )
  await auditsClean(db)
})

test('a key that was posted before changes nothing, today or in another list', async (t) => {
  const { db } = await testDatabase(t)
  const user = await makeUser(db)
  await post(db, credit('once', user, 500n))
  const before = await books(db)
  assert.deepEqual(await post(db, credit('once', user, 500n)), ['repeated'])
  assert.deepEqual(await books(db), before)
  const mixed = await post(db, credit('once', user, 500n), credit('new', user, 7n))
  assert.deepEqual(mixed, ['repeated', 'posted'])
  assert.equal((await owned(db, user)).available, 507n)
  await auditsClean(db)
})

test('a key that occurs twice in one list is posted once', async (t) => {
  const { db } = await testDatabase(t)
  const user = await makeUser(db)
  const one = credit('twin', user, 500n)
  assert.deepEqual(await post(db, one, one, { ...one }), ['posted', 'repeated', 'repeated'])
  const poor = posting('poor', move(available(user), house('bank'), 501n))
  assert.deepEqual(await post(db, poor, poor), ['insufficient', 'insufficient'])
  assert.equal((await owned(db, user)).available, 500n)
  await auditsClean(db)
})

test('the same key with other moves is refused and takes its whole list with it', async (t) => {
  const { db } = await testDatabase(t)
  const [user, other] = await makeUsers(db, 2)
  assert.ok(user && other)
  await post(db, credit('fact', user, 500n))
  const before = await books(db)
  const conflicting = [
    credit('fact', user, 501n),
    credit('fact', other, 500n),
    credit('fact', user, 500n, btc),
    posting('fact', move(house('payd'), available(user), 500n)),
    posting('fact', move(house('payx'), locked(user), 500n)),
    posting('fact', ...credit('fact', user, 500n).moves, move(house('payx'), house('fees'), 1n)),
    posting('fact'),
  ]
  for (const conflict of conflicting) {
    await assert.rejects(post(db, credit('neighbour', user, 1n), conflict), PostingConflict)
    assert.deepEqual(await books(db), before)
  }
  await auditsClean(db)
})

test('two meanings of one new key in one list are refused', async (t) => {
  const { db } = await testDatabase(t)
  const user = await makeUser(db)
  const list = [credit('fact', user, 500n), credit('fact', user, 501n)]
  await assert.rejects(post(db, ...list), PostingConflict)
  assert.deepEqual(await post(db, credit('fact', user, 500n)), ['posted'])
  await auditsClean(db)
})

test('an insufficient balance stays unchanged, and other postings are made', async (t) => {
  const { db } = await testDatabase(t)
  const [poor, rich] = await makeUsers(db, 2)
  assert.ok(poor && rich)
  await post(db, credit('a', poor, 100n), credit('b', rich, 1_000n))
  const outcomes = await post(
    db,
    transfer('c', rich, poor, 10n),
    posting(
      'too much in its second move',
      move(available(poor), house('fees'), 50n),
      move(available(poor), house('bank'), 61n),
    ),
    transfer('d', poor, rich, 110n),
    transfer('e', poor, rich, 1n),
  )
  assert.deepEqual(outcomes, ['posted', 'insufficient', 'posted', 'insufficient'])
  assert.equal((await owned(db, poor)).available, 0n)
  assert.equal((await owned(db, rich)).available, 1_100n)
  await auditsClean(db)
})

test('an insufficient posting leaves no trace: its key may be posted later', async (t) => {
  const { db } = await testDatabase(t)
  const [poor, other] = await makeUsers(db, 2)
  assert.ok(poor && other)
  assert.deepEqual(await post(db, transfer('try', poor, other, 5n)), ['insufficient'])
  assert.deepEqual(await post(db, credit('pay', poor, 5n), transfer('try', poor, other, 5n)), [
    'posted',
    'posted',
  ])
  assert.equal((await owned(db, other)).available, 5n)
  await auditsClean(db)
})

test('a later posting of a list may spend the proceeds of an earlier one', async (t) => {
  const { db } = await testDatabase(t)
  const [one, two] = await makeUsers(db, 2)
  assert.ok(one && two)
  const list = [
    transfer('early', one, two, 3n),
    credit('in', one, 3n),
    transfer('late', one, two, 3n),
  ]
  assert.deepEqual(await post(db, ...list), ['insufficient', 'posted', 'posted'])
  await auditsClean(db)
})

test('a zero move is not recorded, and a posting of zero moves is recorded once', async (t) => {
  const { db } = await testDatabase(t)
  const user = await makeUser(db)
  const fee = move(house('payx'), house('fees'), 9n)
  const none = posting('none', move(house('payx'), available(user), 0n))
  await post(db, posting('some', move(house('payx'), available(user), 0n), fee))
  assert.deepEqual(await post(db, none, posting('some', fee)), ['posted', 'repeated'])
  assert.deepEqual(await post(db, none, posting('none')), ['repeated', 'repeated'])
  const { rows } = await sql`select units from moves`.execute(db.read)
  assert.deepEqual(rows, [{ units: '9' }])
  await auditsClean(db)
})

test('a negative amount is a programming error: its list posts nothing', async (t) => {
  const { db } = await testDatabase(t)
  const user = await makeUser(db)
  const list = [credit('good', user, 5n), credit('bad', user, -5n)]
  await assert.rejects(post(db, ...list), RangeError)
  assert.deepEqual(await post(db), [])
  assert.equal((await owned(db, user)).available, 0n)
  await auditsClean(db)
})

test('postings of a failed transaction are rolled back', async (t) => {
  const { db } = await testDatabase(t)
  const user = await makeUser(db)
  const before = await books(db)
  const failing = db.inTransaction(async (tx) => {
    await postAll(tx, [credit('gone', user, 5n)])
    throw new Error('something after it')
  })
  await assert.rejects(failing, /something after it/)
  assert.deepEqual(await books(db), before)
})

test('a fact reported many times at once is posted once, for any user', async (t) => {
  const { db } = await testDatabase(t)
  const user = await makeUser(db)
  const facts = [
    credit('of a user', user, 5n),
    posting('of the house', move(house('payx'), house('suspense'), 7n)),
  ]
  const reports = await Promise.all(Array.from({ length: 20 }, () => post(db, ...facts)))
  for (const at of facts.keys()) {
    const outcomes = reports.map((report) => report[at])
    assert.equal(outcomes.filter((outcome) => outcome === 'posted').length, 1)
    assert.equal(outcomes.filter((outcome) => outcome === 'repeated').length, 19)
  }
  const alone = await Promise.all(
    Array.from({ length: 20 }, () =>
      post(db, posting('alone', move(house('payx'), house('fees'), 1n))),
    ),
  )
  assert.equal(alone.flat().filter((outcome) => outcome === 'posted').length, 1)
  await auditsClean(db)
})
