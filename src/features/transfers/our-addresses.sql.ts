import { addressOn, type Network } from '../../base/coin-address.ts'
import type { Context } from '../../context.ts'

/** Networks that write one place in one way: what is ours on one is ours on the other. */
const families: readonly (readonly Network[])[] = [
  ['ETH', 'ERC20'],
  ['TRX', 'TRC20'],
]

/**
 * Whether an address belongs to us: to the caller, to another user, or to the house. Of an address
 * that users share every tag does.
 */
export async function isOurAddress(
  { db, config }: Pick<Context, 'db' | 'config'>,
  { network, address }: Readonly<{ network: Network; address: string }>,
): Promise<boolean> {
  const spelled = (text: string) => addressOn(network, text)
  if (config.custody.defaultAddresses.some((own) => spelled(own) === address)) return true
  const family = families.find((one) => one.includes(network)) ?? [network]
  const row = await db.read
    .selectFrom('coin_addresses')
    .where('network', 'in', [...family])
    .where((is) => is.or([is('address', '=', address), is('legacy_address', '=', address)]))
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
