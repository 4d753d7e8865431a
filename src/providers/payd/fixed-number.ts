import { type UserId, userId } from '../../base/values/ids.ts'
import { integerOf } from '../../base/values/integers.ts'

/** A fixed number consists of payd's prefix for us and the user's id. */
const numberDigits = 16

/** Returns the user's permanent account number, payable from any bank that payd reaches. */
export const paydNumberOf = (bin: string, user: UserId): string =>
  `${bin}${user.toString().padStart(numberDigits - bin.length, '0')}`

/** Returns the user whom the number belongs to; null if it cannot be one of ours. */
export function ownerOfPaydNumber(bin: string, vaNo: string): UserId | null {
  if (!/^[0-9]{16}$/.test(vaNo) || !vaNo.startsWith(bin)) return null
  const id = integerOf(vaNo.slice(bin.length))
  return id === 0 ? null : userId(id)
}
