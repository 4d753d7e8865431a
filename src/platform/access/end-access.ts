import type { UserId } from '../../base/values/ids.ts'
import type { Tx } from '../../core/database/database.ts'
import { recordApp } from '../../core/facts/app-fact.ts'
import { unbindPhone, unbindProvisional2FA, updateBind2FA } from '../../core/users/users.sql.ts'
import type { HttpRequest } from '../http/endpoint/endpoint.ts'
import { deleteAllApiKeys, suspendMovingKeys } from './api-keys/api-key.sql.ts'
import { dropUnboundTotp } from './one-time-codes/totp.sql.ts'
import { revokeAllFamilies, revokeOtherFamilies } from './sessions/tokens.sql.ts'
import { digestOfToken } from './sessions/tokens.ts'
import { bearerOf } from './signed-in.ts'

/**
 * Revokes all access to an account: all tokens and API keys stop working, on every node; devices
 * get no notification. An unbound second-factor secret is dropped after the sessions, because a
 * live session could still show it. Lock the user's row first.
 */
export async function endAccess(tx: Tx, user: UserId): Promise<void> {
  await revokeAllFamilies(tx, user)
  await deleteAllApiKeys(tx, user)
  await dropUnboundTotp(tx, user)
}

/**
 * Revokes access that another person may have, as after a password reset by mail: ends all
 * sessions, unbinds a provisional authenticator, and suspends keys that can trade or withdraw until
 * the user edits them. Read-only keys keep working. Lock the user's row first.
 */
export async function endDoubtfulAccess(tx: Tx, user: UserId): Promise<void> {
  await revokeAllFamilies(tx, user)
  await suspendMovingKeys(tx, user)
  if (await unbindProvisional2FA(tx, user)) recordApp(tx, user, false)
  await dropUnboundTotp(tx, user)
}

/** Deletes a user's data of one room, in the transaction of a password reset. */
export type DropLeftovers = (tx: Tx, user: UserId) => Promise<void>

/**
 * Revokes access after the mailbox's owner reset the password of an account that another person may
 * have registered and used. Ends all sessions, API keys and devices, unbinds the phone, and runs
 * `leftovers` to delete that person's data. A bound authenticator app is unbound too, unless it
 * counts and the account holds money: the app may protect it from a thief of the mailbox. Lock the
 * user's row first.
 */
export async function endAccessOfStranger(
  tx: Tx,
  user: UserId,
  { hasMoney, leftovers }: Readonly<{ hasMoney: boolean; leftovers: readonly DropLeftovers[] }>,
): Promise<void> {
  // Sessions end first: a concurrent change locks its session, so it is either done by now or
  // refused.
  await revokeAllFamilies(tx, user)
  await deleteAllApiKeys(tx, user)
  const isUnbound = hasMoney
    ? await unbindProvisional2FA(tx, user)
    : await updateBind2FA(tx, user, false)
  if (isUnbound) recordApp(tx, user, false)
  await dropUnboundTotp(tx, user)
  await unbindPhone(tx, user)
  for (const drop of leftovers) await drop(tx, user)
}

/**
 * Ends every session of a user except the caller's. Sessions that began under the former factors,
 * possibly by another person, must not outlive them.
 */
export const revokeOtherSessions = (tx: Tx, user: UserId, request: HttpRequest): Promise<void> =>
  revokeOtherFamilies(tx, user, digestOfToken(bearerOf(request) ?? ''))
