import { isIPv4 } from 'node:net'
import { integerOf } from '../../base/values/integers.ts'
import { isInNetworks, networksOf } from '../../base/values/network.ts'

const widthOf = (address: string) => (isIPv4(address) ? 32 : 128)

/**
 * Returns whether each entry of `wanted` lies within a single entry of `allowed`. An empty
 * `allowed` permits every address. Networks that cover an entry only jointly do not count.
 */
export function isCoveredBy(allowed: readonly string[], wanted: readonly string[]): boolean {
  if (allowed.length === 0) return true
  if (wanted.length === 0) return false
  return wanted.every((one) => allowed.some((network) => contains(network, one)))
}

function contains(network: string, wanted: string): boolean {
  const [outer = '', outerBits = widthOf(outer)] = network.split('/')
  const [inner = '', innerBits = widthOf(inner)] = wanted.split('/')
  if (isIPv4(outer) !== isIPv4(inner) || integerOf(innerBits) < integerOf(outerBits)) return false
  return allowsAddress([network], inner)
}

/** Returns whether an address is in a list of addresses and networks; an empty list allows any. */
export const allowsAddress = (allowed: readonly string[], address: string): boolean =>
  allowed.length === 0 || isInNetworks(networksOf(allowed), address)
