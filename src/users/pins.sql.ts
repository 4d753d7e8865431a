import type { UserId } from '../base/ids.ts'
import type { Database } from '../database/database.ts'

export type PinState = Readonly<{
  status_pin: boolean
  pin_lock: boolean
  biometrics_lock: boolean
}>

/** Whether a user has a PIN and which locks are on; without a record all is off. */
export async function readPinState(db: Pick<Database, 'read'>, user: UserId): Promise<PinState> {
  const row = await db.read
    .selectFrom('pins')
    .where('id_user', '=', user)
    .select(['pin_hash', 'pin_lock', 'biometrics_lock'])
    .executeTakeFirst()
  return {
    status_pin: typeof row?.pin_hash === 'string',
    pin_lock: row?.pin_lock === 1,
    biometrics_lock: row?.biometrics_lock === 1,
  }
}
