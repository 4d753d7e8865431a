import { isIPv4 } from 'node:net'
import { networkOf } from '../route.ts'

/**
 * Returns the network that usually has one owner: the /24 of an IPv4 address, the /48 of an IPv6
 * address. Text that is not an address is returned unchanged.
 */
export function wideNetworkOf(address: string): string {
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`
  const narrow = networkOf(address)
  return narrow === address ? address : `${narrow.split(':').slice(0, 3).join(':')}::/48`
}
