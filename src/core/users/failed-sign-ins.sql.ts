import { sql } from 'kysely'
import type { UserId } from '../../base/values/ids.ts'
import type { Database, Tx } from '../database/database.ts'
import { deleteInSteps } from '../database/driver/delete-in-steps.sql.ts'

const keptDays = 90

export type FailedSignIn = Readonly<{
  /** Null if no account has the address that was tried. */
  user: UserId | null
  reason: 'wrong-password' | 'wrong-code' | 'suspended'
  /** Whether the device proved by its key that it signed in before. */
  knownDevice: boolean
  deviceName: string
  ip: string
}>

export async function insertFailedSignIn(tx: Tx, failed: FailedSignIn): Promise<void> {
  const { user, reason, knownDevice, deviceName, ip } = failed
  await tx
    .insertInto('failed_sign_ins')
    .values({ user_id: user, reason, known_device: knownDevice, device_name: deviceName, ip })
    .execute()
}

/** Deletes failed sign-ins after 90 days, and at once those of addresses without an account. */
export const deleteOldFailedSignIns = (db: Pick<Database, 'read'>): Promise<number> =>
  deleteInSteps(
    db,
    'failed_sign_ins',
    sql`user_id is null or at < now() - make_interval(days => ${keptDays})`,
  )
