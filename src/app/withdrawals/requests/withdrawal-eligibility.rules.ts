import type { RefusalKey } from '../../../base/refusal.ts'
import { add, compare, idr, type Money, money } from '../../../base/values/money.ts'

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

type DaySums = Readonly<{ usedUnits: bigint; assetUsedUnits: bigint }>
type DayLimits = Readonly<{ dailyLimit: Money; dailyUnits: bigint | null }>

/**
 * Whether a withdrawal exceeds the day's limit of the user's withdrawals together, in rupiah, or
 * that of its asset, in its units.
 */
export function exceedsDay(
  { usedUnits, assetUsedUnits }: DaySums,
  { worth, amount }: Readonly<{ worth: Money; amount: Money }>,
  { dailyLimit, dailyUnits }: DayLimits,
): boolean {
  if (compare(add(money(idr, usedUnits), worth), dailyLimit) > 0) return true
  return dailyUnits !== null && assetUsedUnits + amount.units > dailyUnits
}
