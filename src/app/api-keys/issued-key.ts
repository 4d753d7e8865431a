import type { AccountMail } from '../../core/outbox/notices.ts'
import { provisionalLimits } from '../../core/users/provisional-limits.ts'
import type { LockedOwner } from '../../platform/access/api-keys/api-key.sql.ts'
import type { Caller } from '../../platform/access/signed-in.ts'

/**
 * After how long a key may withdraw that is issued with this code of the authenticator, which was
 * consumed: at once if the authenticator counts. Not while the user is on a new device: the key
 * would outlive that session, and with it the review of what it withdraws.
 */
export const withdrawsAfter = (
  { counts2FA, newDevice }: LockedOwner,
  twoFACode: string | undefined,
): number => (counts2FA && !newDevice && twoFACode !== undefined ? 0 : provisionalLimits.seconds)

/** The mail about a key that was issued; its link deletes the key. `of` names the issue. */
export const issuedMail = (
  kind: 'api-key-created' | 'api-key-changed',
  of: string,
  { id }: Readonly<{ id: number }>,
  caller: Caller,
): AccountMail => ({
  to: 'mail',
  kind,
  key: `${kind}:${of}`,
  user: caller.id,
  undo: { what: 'api-key', id },
})
