import { isIPv4, isIPv6 } from 'node:net'

const mappedIpv4 = /^::ffff:([0-9.]{7,15})$/i

/** Returns an address in our notation: an IPv4-mapped IPv6 address as IPv4. */
export function plainAddress(address: string | undefined): string {
  if (address === undefined) return 'unknown'
  const mapped = mappedIpv4.exec(address)?.[1]
  return mapped !== undefined && isIPv4(mapped) ? mapped : address
}

/**
 * Returns the network that counts as one caller: an IPv4 address, or the /64 of an IPv6 address.
 */
export function networkOf(ip: string): string {
  const groups = ipv6Groups(ip)
  return groups === null ? ip : `${groups.slice(0, 4).join(':')}::/64`
}

/** Returns the /48 of an IPv6 address, which one customer may hold; null for IPv4. */
export function wideNetworkOf(ip: string): string | null {
  const groups = ipv6Groups(ip)
  return groups === null ? null : `${groups.slice(0, 3).join(':')}::/48`
}

/**
 * Returns the network that one owner usually holds: the /24 of an IPv4 address, the /48 of an IPv6
 * address. Text that is not an address is returned unchanged.
 */
export const ownerNetworkOf = (ip: string): string =>
  wideNetworkOf(ip) ?? (isIPv4(ip) ? `${ip.slice(0, ip.lastIndexOf('.'))}.0/24` : ip)

/** Returns the eight groups of an IPv6 address without leading zeros; null for other addresses. */
function ipv6Groups(ip: string): readonly string[] | null {
  if (!ip.includes(':')) return null
  const address = ip.split('%', 1).join()
  if (!isIPv6(address)) return null
  const [before = '', after] = address.toLowerCase().split('::')
  const front = before === '' ? [] : before.split(':')
  const back = after === undefined || after === '' ? [] : after.split(':')
  const gap = after === undefined ? 0 : Math.max(0, 8 - front.length - back.length)
  const groups = [...front, ...Array.from({ length: gap }, () => '0'), ...back]
  return groups.map((group) => group.replace(/^0+(?=.)/, ''))
}
