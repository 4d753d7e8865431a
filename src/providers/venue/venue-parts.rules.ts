/** The venue counts every asset in hundred-millionths of a whole unit. */
export const venueDecimals = 8

/**
 * Converts digits into the venue's smallest units; truncates further decimals, as the venue does.
 */
export function partsIn(digits: string): bigint | null {
  const parts = /^(\d{1,20})(?:\.(\d{1,18}))?$/.exec(digits)
  if (parts === null) return null
  const [, whole = '0', fraction = ''] = parts
  return BigInt(whole + fraction.slice(0, venueDecimals).padEnd(venueDecimals, '0'))
}
