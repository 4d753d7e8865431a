import type { UserId } from '../base/ids.ts'
import type { Tx } from '../database/database.ts'
import type { HttpRequest } from '../http/endpoint.ts'
import { unbindPhone, updateBind2FA } from '../users/users.sql.ts'
import { deleteAllApiKeys, suspendMovingKeys } from './api-keys/api-key.sql.ts'
import { dropUnboundTotp } from './one-time-codes/totp.sql.ts'
import { revokeAllFamilies, revokeOtherFamilies } from './sessions/tokens.sql.ts'
import { digestOfToken } from './sessions/tokens.ts'
import { bearerOf } from './signed-in.ts'

/**
 * Closes every way into an account: none of its tokens and keys works any more, on any node, and
 * no device is told anything. The secret of a second factor that is not bound comes after the
 * sessions, which could show it. Hold the user's row first.
 */
export async function endAccess(tx: Tx, user: UserId): Promise<void> {
  await revokeAllFamilies(tx, user)
  await deleteAllApiKeys(tx, user)
  await dropUnboundTotp(tx, user)
}

/**
 * After a password was set by whoever reads the mailbox: every session ends, and so do keys that
 * can trade or withdraw until the user edits them. Keys that only read go on.
 */
export async function endAccessAfterReset(tx: Tx, user: UserId): Promise<void> {
  await revokeAllFamilies(tx, user)
  await suspendMovingKeys(tx, user)
  await dropUnboundTotp(tx, user)
}

/** Deletes what a user left in one room; it runs in the transaction of a password reset. */
export type DropLeftovers = (tx: Tx, user: UserId) => Promise<void>

/**
 * After a password was set by the mailbox's owner, in an account that somebody else may have
 * registered and used: nothing of theirs may stay. Every session, API key and device ends, and so
 * do the phone and what `leftovers` name. A bound authenticator app ends too, unless the account
 * holds money: the app may protect it from a thief of the mailbox. Lock the user's row first.
 */
export async function endAccessOfStranger(
  tx: Tx,
  user: UserId,
  { hasMoney, leftovers }: Readonly<{ hasMoney: boolean; leftovers: readonly DropLeftovers[] }>,
): Promise<void> {
  // Sessions come first: whoever adds something holds theirs, and is done or refused after this.
  await revokeAllFamilies(tx, user)
  await deleteAllApiKeys(tx, user)
  if (!hasMoney) await updateBind2FA(tx, user, false)
  await dropUnboundTotp(tx, user)
  await unbindPhone(tx, user)
  for (const drop of leftovers) await drop(tx, user)
}

/**
 * Ends every session of a user but the one that asks: what was started under the former factors,
 * maybe by somebody else, must not outlive them.
 */
export const endOtherSessions = (tx: Tx, user: UserId, request: HttpRequest): Promise<void> =>
  revokeOtherFamilies(tx, user, digestOfToken(bearerOf(request) ?? ''))
