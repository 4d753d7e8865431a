import { sql } from 'kysely'
import type { UserId } from '../../../base/values/ids.ts'
import type { Reader, Tx } from '../../../core/database/database.ts'
import { insertRows } from '../../../core/database/driver/insert.ts'
import { readRows } from '../../../core/database/driver/read-rows.ts'

export async function replaceRecoveryCodes(
  tx: Tx,
  user: UserId,
  digests: readonly Buffer[],
): Promise<void> {
  await dropRecoveryCodes(tx, user)
  const records = digests.map((digest) => ({ user_id: user, digest }))
  await insertRows(tx, 'recovery_codes', records)
}

export async function dropRecoveryCodes(tx: Tx, user: UserId): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', user).execute()
}

/** Deletes the codes of a user without an app. */
export async function dropLeftRecoveryCodes(tx: Tx, user: UserId): Promise<void> {
  await sql`
    delete from recovery_codes where user_id = ${user}
      and not exists (select from totp_secrets where user_id = ${user})`.execute(tx)
}

/** Consumes a code of a bound app; returns false if it is none, or was used. */
export async function useRecoveryCode(tx: Tx, user: UserId, digest: Buffer): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from recovery_codes c using users u
    where c.user_id = ${user} and c.digest = ${digest} and u.id = c.user_id and u.bind_2fa`.execute(
    tx,
  )
  return numAffectedRows === 1n
}

export async function countRecoveryCodes(db: Reader, user: UserId): Promise<number> {
  const [found] = await readRows(db, { codes: 'integer' })`
    select count(*) as codes from recovery_codes where user_id = ${user}`
  return found?.codes ?? 0
}
