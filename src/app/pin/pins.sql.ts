import { sql } from 'kysely'
import type { UserId } from '../../base/values/ids.ts'
import type { Database, Reader, Tx } from '../../core/database/database.ts'
import { readRows } from '../../core/database/driver/read-rows.ts'

export async function findPinHash(
  db: Pick<Database, 'read'>,
  user: UserId,
): Promise<string | null> {
  const row = await db.read
    .selectFrom('pins')
    .where('id_user', '=', user)
    .select('pin_hash')
    .executeTakeFirst()
  return row?.pin_hash ?? null
}

/** Sets a first PIN and its lock; returns false if the user has a PIN by now. */
export async function insertPin(tx: Tx, user: UserId, hash: string): Promise<boolean> {
  const set = await sql`
    insert into pins (id_user, pin_hash, pin_lock) values (${user}, ${hash}, 1)
    on conflict (id_user) do update set pin_hash = excluded.pin_hash, pin_lock = 1
    where pins.pin_hash is null
    returning 1`.execute(tx)
  return set.rows.length === 1
}

export type PinChange = Readonly<{ hash: string | null; lock: 0 | 1 | null }>
export type PinChanged = 'changed' | 'no PIN' | 'same lock'

/**
 * Changes the PIN, its lock or both; changes nothing if there is no PIN or the lock is set so
 * already.
 */
export async function changePin(
  tx: Tx,
  user: UserId,
  { hash, lock }: PinChange,
): Promise<PinChanged> {
  const found = await tx
    .selectFrom('pins')
    .where('id_user', '=', user)
    .where('pin_hash', 'is not', null)
    .select('pin_lock')
    .forUpdate()
    .executeTakeFirst()
  if (found === undefined) return 'no PIN'
  if (found.pin_lock === lock) return 'same lock'
  await tx
    .updateTable('pins')
    .set({
      ...(hash === null ? {} : { pin_hash: hash, wrong_in_a_row: 0 }),
      ...(lock === null ? {} : { pin_lock: lock }),
    })
    .where('id_user', '=', user)
    .execute()
  return 'changed'
}

/** Counts a wrong PIN; returns the number of wrong ones in a row, and resets it at the bound. */
export async function countWrongPin(tx: Tx, user: UserId, bound: number): Promise<number> {
  const counted = await readRows(tx, { wrong: 'integer' })`
    update pins set wrong_in_a_row = wrong_in_a_row + 1 where id_user = ${user}
    returning wrong_in_a_row as wrong`
  const wrong = counted[0]?.wrong ?? 0
  if (wrong >= bound) await forgetWrongPins(tx, user)
  return wrong
}

export async function forgetWrongPins(db: Reader, user: UserId): Promise<void> {
  await db
    .updateTable('pins')
    .set({ wrong_in_a_row: 0 })
    .where('id_user', '=', user)
    .where('wrong_in_a_row', '>', 0)
    .execute()
}

/** Deletes the PIN of a user and disables both locks. */
export async function dropPin(tx: Tx, user: UserId): Promise<void> {
  await tx.deleteFrom('pins').where('id_user', '=', user).execute()
}

/** Replaces the stored hash of an unchanged PIN, if it is still the one that was read. */
export async function replacePinHash(
  db: Database['read'],
  user: UserId,
  hash: Readonly<{ from: string; to: string }>,
): Promise<void> {
  await db
    .updateTable('pins')
    .set({ pin_hash: hash.to })
    .where('id_user', '=', user)
    .where('pin_hash', '=', hash.from)
    .execute()
}

/** Sets the biometric lock; returns null if it is already set so. */
export async function setBiometricsLock(
  tx: Tx,
  user: UserId,
  lock: 0 | 1,
): Promise<'created' | 'updated' | null> {
  const set = await readRows(tx, { created: 'boolean' })`
    insert into pins (id_user, biometrics_lock) values (${user}, ${lock})
    on conflict (id_user) do update set biometrics_lock = excluded.biometrics_lock
    where pins.biometrics_lock <> excluded.biometrics_lock
    returning xmax = 0 as created`
  const [row] = set
  if (row === undefined) return null
  return row.created ? 'created' : 'updated'
}
