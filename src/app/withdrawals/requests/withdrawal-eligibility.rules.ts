import type { RefusalKey } from '../../../base/refusal.ts'

/** Why a user may not withdraw at all now; null if nothing prevents it. */
export function ineligibility({
  suspended,
  identityStatus,
  locked,
}: Readonly<{ suspended: boolean; identityStatus: string; locked: boolean }>): RefusalKey | null {
  if (suspended) return 'auth.account_suspended'
  if (identityStatus !== 'success') return 'api.identity_verification_are_required'
  return locked ? 'api.no_allow_to_withdraw_in_24_hours_after_changed_password' : null
}
