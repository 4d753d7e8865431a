import { sql } from 'kysely'
import { addressOn, type Network } from '../../../base/values/coin-address.ts'
import type { Config } from '../../../platform/config/config.ts'

/** Networks with the same address format: an address of ours on one is ours on the other. */
const families: readonly (readonly Network[])[] = [
  ['ETH', 'ERC20'],
  ['TRX', 'TRC20'],
]

export type NetworkAddress = Readonly<{ network: Network; address: string }>

/** The columns of `lookupOf`, for the rows `t` of a statement with `isOurs`. */
export const lookupColumns = { network: 'text', sibling: 'text', address: 'text' } as const

export function lookupOf(place: NetworkAddress | null) {
  if (place === null) return { network: null, sibling: null, address: null }
  const { network, address } = place
  const family = families.find((one) => one.includes(network)) ?? []
  return { network, sibling: family.find((one) => one !== network) ?? null, address }
}

/**
 * Whether the address of `t` belongs to a user. For shared addresses the tag is ignored: every tag
 * counts as ours.
 */
export const isOurs = sql`(exists (
    select from coin_addresses a
    where a.network in (t.network, t.sibling) and a.address = t.address
  ) or exists (
    select from coin_addresses a
    where a.network in (t.network, t.sibling) and a.legacy_address = t.address))`

/** Whether an address belongs to the house. */
export const isHouseAddress = (
  { config }: Readonly<{ config: Pick<Config, 'custody'> }>,
  { network, address }: NetworkAddress,
): boolean => config.custody.defaultAddresses.some((own) => addressOn(network, own) === address)
