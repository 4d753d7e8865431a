import type { UserId } from '../../base/values/ids.ts'
import type { Database } from '../database/database.ts'

export type PinState = Readonly<{
  status_pin: boolean
  pin_lock: boolean
  biometrics_lock: boolean
}>

const columns = ['pin_hash', 'pin_lock', 'biometrics_lock'] as const

type PinRow = Readonly<{
  pin_hash: string | null
  pin_lock: number | null
  biometrics_lock: number | null
}>

/** Without a record, both locks are off and there is no PIN. */
const stateOf = (row: PinRow | undefined): PinState => ({
  status_pin: typeof row?.pin_hash === 'string',
  pin_lock: row?.pin_lock === 1,
  biometrics_lock: row?.biometrics_lock === 1,
})

/** Returns whether a user has a PIN and which locks are on. */
export async function readPinState(db: Pick<Database, 'read'>, user: UserId): Promise<PinState> {
  const row = await db.read
    .selectFrom('pins')
    .where('id_user', '=', user)
    .select(columns)
    .executeTakeFirst()
  return stateOf(row)
}

/**
 * The same by address; null if there is no such user. One statement, so that the time does not
 * reveal which addresses exist.
 */
export async function findPinState(
  db: Pick<Database, 'read'>,
  email: string,
): Promise<PinState | null> {
  const row = await db.read
    .selectFrom('users')
    .leftJoin('pins', 'pins.id_user', 'users.id')
    .where('users.email', '=', email)
    .select(columns)
    .executeTakeFirst()
  return row === undefined ? null : stateOf(row)
}
