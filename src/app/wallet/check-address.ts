import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import { addressesOfKey, addressOn, isNetwork, networks } from '../../base/values/coin-address.ts'
import type { Context } from '../../context.ts'
import { listAssets } from '../../core/reference/assets.sql.ts'
import { integer, text } from '../../platform/http/contracts/contracts.ts'
import { isDeadAddress } from '../transfers/dead-addresses.rules.ts'
import { isOurAddress } from '../transfers/our-addresses.sql.ts'
import { walletLimits } from './wallet-limits.ts'

export const CheckAddress = z.object({
  address: text({ max: walletLimits.addressChars }),
  chain_id: integer({ min: 0, max: 2_147_483_647 }),
})

/**
 * Checks if an address on a chain is one of ours, in any of its spellings: a withdrawal to it would
 * stay in the house. Refuses an address from which nothing returns, as a withdrawal to it would be.
 * The answer does not reveal the owner. The database is queried even if the text
 * is no address of the chain, so that response times reveal nothing either.
 */
export async function checkAddress(
  ctx: Pick<Context, 'db'>,
  { address, chain_id }: z.output<typeof CheckAddress>,
) {
  const onChain = (await listAssets(ctx.db))
    .flatMap(({ networks }) => networks)
    .filter(({ chainId }) => chainId === chain_id)
  if (onChain.length === 0) {
    return refuse('api.validation_failed', { text: 'The selected chain id is invalid.' })
  }
  const places = onChain.flatMap(({ network }) => {
    const canonical = isNetwork(network) ? addressOn(network, address) : null
    return canonical === null || !isNetwork(network) ? [] : [{ network, canonical }]
  })
  const ofKey = places.flatMap(({ network, canonical }) => addressesOfKey(network, canonical))
  const isOurs = await isOurAddress(ctx.db, networks, [...new Set([address, ...ofKey])])
  const exists = places.length > 0 && isOurs
  if (!exists && places.some(({ network, canonical }) => isDeadAddress(network, canonical))) {
    return refuse('api.withdrawal_address_invalid')
  }
  return { address, chain_id, exists }
}
