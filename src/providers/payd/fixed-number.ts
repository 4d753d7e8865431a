import { type UserId, userId } from '../../base/ids.ts'

/** What a fixed number is made of: payd's prefix for us, and whose it is. */
const numberDigits = 16

/** The number that a user is paid at, at any bank that payd reaches; it never changes. */
export const paydNumberOf = (bin: string, user: UserId): string =>
  `${bin}${user.toString().padStart(numberDigits - bin.length, '0')}`

/** Whose number it may be; null for what can't be one of ours. */
export function ownerOfPaydNumber(bin: string, vaNo: string): UserId | null {
  if (!/^[0-9]{16}$/.test(vaNo) || !vaNo.startsWith(bin)) return null
  const id = Number.parseInt(vaNo.slice(bin.length), 10)
  return id === 0 ? null : userId(id)
}
