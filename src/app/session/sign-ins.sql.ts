import type { UserId } from '../../base/values/ids.ts'
import type { Database } from '../../core/database/database.ts'
import { oneOfTexts, readRows } from '../../core/database/driver/read-rows.ts'

export const signInOutcomes = ['signed-in', 'wrong-password', 'wrong-code', 'suspended'] as const

/** Of each of both. */
const listedItems = 50

/**
 * Returns a user's newest sign-ins, and the newest of those that failed: strangers' failures, which
 * anyone may cause, push none that succeeded out of the list.
 */
export const findSignIns = (db: Pick<Database, 'read'>, user: UserId) =>
  readRows(db.read, {
    outcome: oneOfTexts(...signInOutcomes),
    device: 'text?',
    ip: 'text?',
    at: 'timestamptz',
  })`
    select * from (
      (select 'signed-in' as outcome, device_name as device, ip, created_at as at
       from session_families where user_id = ${user} and device is not null
       order by created_at desc limit ${listedItems})
      union all
      (select reason, device_name, ip, at from failed_sign_ins
       where user_id = ${user} order by at desc limit ${listedItems})
    ) as merged
    order by at desc`
