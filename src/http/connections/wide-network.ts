import { isIPv4 } from 'node:net'
import { networkOf } from '../route.ts'

/**
 * The network that one owner usually has whole: the /24 of an IPv4 address, the /48 of an IPv6
 * address. What is no address stands for itself.
 */
export function wideNetworkOf(address: string): string {
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`
  const narrow = networkOf(address)
  return narrow === address ? address : `${narrow.split(':').slice(0, 3).join(':')}::/48`
}
