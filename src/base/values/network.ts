import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'
import { integerOf } from './integers.ts'

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

/**
 * Returns an address or a network in one spelling, the network by its first address: `10.1.2.3/8`
 * is `10.0.0.0/8`. Null for other text, and for an address with a zone, which no caller has.
 */
export function plainRange(text: string): string | null {
  const [address = '', bits, ...more] = text.split('/')
  const family = address.includes('%') ? 0 : isIP(address)
  if (family === 0 || more.length > 0) return null
  const width = family === 4 ? 32 : 128
  if (bits === undefined) return family === 4 ? address : shortIpv6(address)
  if (!/^\d{1,3}$/.test(bits) || integerOf(bits) > width) return null
  return `${firstOf(address, width - integerOf(bits))}/${integerOf(bits)}`
}

/** The shortest form, as RFC 5952 defines it. */
const shortIpv6 = (address: string): string => new URL(`http://[${address}]`).hostname.slice(1, -1)

/** Returns the first address of a network, given the number of its free bits. */
function firstOf(address: string, freeBits: number): string {
  const parts = ipv6Groups(shortIpv6(isIPv4(address) ? `::ffff:${address}` : address)) ?? []
  const all = BigInt(`0x${parts.map((part) => part.padStart(4, '0')).join('')}`)
  const first = (all >> BigInt(freeBits)) << BigInt(freeBits)
  const digits = first.toString(16).padStart(32, '0')
  if (!isIPv4(address)) return shortIpv6(digits.replace(/.{4}(?=.)/g, '$&:'))
  return [...Buffer.from(digits.slice(-8), 'hex')].join('.')
}

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

const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6')

/** Returns the list of these addresses and networks, such as `10.0.0.0/8` or `::1`. */
export function networksOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, integerOf(bits), familyOf(address))
  }
  return list
}

/** Whether an address is in one of the networks; a text that is no address is in none. */
export function isInNetworks(list: BlockList, text: string | undefined): boolean {
  const address = plainAddress(text).split('%', 1).join()
  return isIP(address) !== 0 && list.check(address, familyOf(address))
}
