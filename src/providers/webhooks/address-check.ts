import { isIP, isIPv4 } from 'node:net'
import { isInNetworks, networksOf, plainAddress } from '../../base/values/network.ts'

/** Networks whose addresses are not those of a public server. */
const special = networksOf([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Teredo, documentation and 6to4, which carry an address of another network.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
])

/** All public addresses of IPv6 are in this network. */
const publicIpv6 = networksOf(['2000::/3'])

const ownMachine: readonly string[] = ['127.0.0.0/8', '::1']

/** Returns whether we may connect to an address: it is public, or in one of the networks. */
export function addressCheck(networks: readonly string[]): (address: string) => boolean {
  const allowed = networksOf(networks)
  return (text) => {
    const address = plainAddress(text)
    if (isIP(address) === 0) return false
    if (isInNetworks(allowed, address)) return true
    return !isInNetworks(special, address) && (isIPv4(address) || isInNetworks(publicIpv6, address))
  }
}

/** The networks besides the public one to which events may be sent. */
export const subscriberNetworks = (
  config: Readonly<{ production: boolean; subscriberNetworks: readonly string[] }>,
): readonly string[] => [...config.subscriberNetworks, ...(config.production ? [] : ownMachine)]
