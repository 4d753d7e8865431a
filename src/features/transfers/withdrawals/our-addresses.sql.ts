import { sql } from 'kysely'
import { addressOn, type Network } from '../../../base/coin-address.ts'
import type { Config } from '../../../config.ts'
import type { Database } from '../../../database/database.ts'
import { grouped } from '../../../database/grouped.ts'
import { rowsOf } from '../../../database/rows.ts'

/** Networks with the same address format: an address of ours on one is ours on the other. */
const families: readonly (readonly Network[])[] = [
  ['ETH', 'ERC20'],
  ['TRX', 'TRC20'],
]

type NetworkAddress = Readonly<{ network: Network; address: string }>

type OurContext = Readonly<{ db: Database; config: Pick<Config, 'custody'> }>

/**
 * Whether an address belongs to any user or to the house. For shared addresses the tag is ignored:
 * every tag counts as ours.
 */
export const isOurAddress = grouped(
  async (
    { db, config }: OurContext,
    places: readonly NetworkAddress[],
  ): Promise<readonly boolean[]> => {
    const rows = rowsOf(
      places.flatMap(({ network, address }, at) => {
        const family = families.find((one) => one.includes(network)) ?? [network]
        return family.map((own) => ({ at, network: own, address }))
      }),
      { at: 'integer', network: 'text', address: 'text' },
      't',
    )
    const { rows: found } = await sql<{ at: number }>`
      select t.at from ${rows} where exists (
          select from coin_addresses a where a.network = t.network and a.address = t.address)
        or exists (
          select from coin_addresses a
          where a.network = t.network and a.legacy_address = t.address)`.execute(db.read)
    const users = new Set(found.map(({ at }) => at))
    const { defaultAddresses } = config.custody
    return places.map(
      ({ network, address }, at) =>
        users.has(at) || defaultAddresses.some((own) => addressOn(network, own) === address),
    )
  },
)
