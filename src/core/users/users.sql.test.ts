import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../tests/database.ts'
import type { UserId } from '../../base/values/ids.ts'
import type { Database } from '../database/database.ts'
import { readPinState } from './pins.sql.ts'
import {
  findUser,
  findUserByEmail,
  insertUser,
  markEmailVerified,
  updatePasswordHash,
} from './users.sql.ts'

const someone = {
  email: 'a@tukar.test',
  passwordHash: 'h1',
  passwordLeaked: false,
  language: 'id',
  currency: 'IDR',
}

async function make(db: Database, email = someone.email, language = 'id'): Promise<UserId> {
  const id = await db.inTransaction((tx) => insertUser(tx, { ...someone, email, language }))
  assert.ok(id !== null)
  return id
}

test('a new user is unverified, unbound and found by address and by id', async (t) => {
  const { db } = await testDatabase(t)
  const id = await make(db)
  const user = await findUserByEmail(db.read, someone.email)
  assert.ok(user)
  const { createdAt, ...known } = user
  assert.ok(createdAt instanceof Date)
  assert.deepEqual(known, {
    id,
    ...someone,
    passwordVersion: 0,
    emailVerifiedAt: null,
    mailRefusedSince: null,
    phone: null,
    bind2FA: false,
    provisional2FA: false,
    provisional2FAUntil: null,
    identityStatus: 'none',
    suspendedAt: null,
  })
  assert.deepEqual(await findUser(db.read, id), user)
})

test('if users are made at once with one address, one is made', async (t) => {
  const { db } = await testDatabase(t)
  const made = await Promise.all(
    Array.from({ length: 8 }, () => db.inTransaction((tx) => insertUser(tx, someone))),
  )
  assert.equal(made.filter((id) => id !== null).length, 1)
})

test('an address that is not in lower case is never stored', async (t) => {
  const { db } = await testDatabase(t)
  await assert.rejects(make(db, 'A@tukar.test'))
  assert.equal(await findUserByEmail(db.read, 'A@tukar.test'), null)
})

test('an address is marked verified once, and keeps the time of verification', async (t) => {
  const { db } = await testDatabase(t)
  const id = await make(db)
  const marks = await Promise.all(
    Array.from({ length: 5 }, () => db.inTransaction((tx) => markEmailVerified(tx, id))),
  )
  assert.deepEqual(marks.toSorted(), [false, false, false, false, true])
  const before = await findUser(db.read, id)
  assert.equal(await db.inTransaction((tx) => markEmailVerified(tx, id)), false)
  assert.deepEqual(await findUser(db.read, id), before)
})

test('a hash is replaced only while it is the one that was read', async (t) => {
  const { db } = await testDatabase(t)
  const [id, other] = [await make(db), await make(db, 'b@tukar.test')]
  await updatePasswordHash(db.read, id, { from: 'h1', to: 'h2' })
  await updatePasswordHash(db.read, id, { from: 'h1', to: 'h3' })
  assert.equal((await findUser(db.read, id))?.passwordHash, 'h2')
  assert.equal((await findUser(db.read, other))?.passwordHash, 'h1')
})

test('a user without a PIN has all locks off; each lock is stored separately', async (t) => {
  const { db } = await testDatabase(t)
  const id = await make(db)
  const off = { status_pin: false, pin_lock: false, biometrics_lock: false }
  assert.deepEqual(await readPinState(db, id), off)
  await sql`insert into pins (id_user, biometrics_lock) values (${id}, 1)`.execute(db.read)
  assert.deepEqual(await readPinState(db, id), { ...off, biometrics_lock: true })
  await sql`update pins set pin_hash = 'h', pin_lock = 1, biometrics_lock = 0`.execute(db.read)
  assert.deepEqual(await readPinState(db, id), { ...off, status_pin: true, pin_lock: true })
})
