import { type RawBuilder, sql } from 'kysely'
import {
  addressesOfKey,
  addressOn,
  type Network,
  networks,
} from '../../base/values/coin-address.ts'
import type { Database } from '../../core/database/database.ts'
import { readRows } from '../../core/database/driver/read-rows.ts'
import type { Config } from '../../platform/config/config.ts'

export type NetworkAddress = Readonly<{ network: Network; address: string }>

/** The columns of `addressLookupOf`, for the rows `t` of a statement with `isOurs`. */
export const lookupColumns = { addresses: 'jsonb' } as const

export const addressLookupOf = (place: NetworkAddress | null) => ({
  addresses: place === null ? [] : addressesOfKey(place.network, place.address),
})

const wanted = sql`array(select jsonb_array_elements_text(t.addresses))`

/** Whether one of these spellings is an address of a user on one of these networks. */
const isOfUser = (on: readonly string[], addresses: RawBuilder<unknown>) => sql<boolean>`(exists (
    select from coin_addresses a
    where a.network = any(${[...on]}::text[]) and a.address = any(${addresses})
  ) or exists (
    select from coin_addresses a
    where a.network = any(${[...on]}::text[]) and a.legacy_address = any(${addresses})))`

/**
 * Whether the address of `t` belongs to a user, on whichever network: the key of an address owns
 * one on each. For shared addresses the tag is ignored: every tag counts as ours.
 */
export const isOurs = isOfUser(networks, wanted)

/** Checks if any of these spellings is an address of ours on any of these networks. */
export async function isOurAddress(
  db: Pick<Database, 'read'>,
  on: readonly string[],
  addresses: readonly string[],
): Promise<boolean> {
  const [row] = await readRows(db.read, { found: 'boolean' })`
    select ${isOfUser(on, sql`${addresses}::text[]`)} as found`
  return row?.found ?? false
}

/** Whether an address belongs to the house, on whichever network. */
export function isHouseAddress(
  { config }: Readonly<{ config: Pick<Config, 'custody'> }>,
  { network, address }: NetworkAddress,
): boolean {
  const ofKey = addressesOfKey(network, address)
  return config.custody.defaultAddresses.some((own) =>
    networks.some((one) => ofKey.includes(addressOn(one, own) ?? '')),
  )
}
