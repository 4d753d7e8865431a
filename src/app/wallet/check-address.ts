import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import { addressOn, isNetwork } from '../../base/values/coin-address.ts'
import type { Context } from '../../context.ts'
import { listAssets } from '../../core/reference/assets.sql.ts'
import { integer, text } from '../../platform/http/contracts/contracts.ts'
import { isOurAddress } from './our-addresses.sql.ts'
import { walletLimits } from './wallet-limits.ts'

export const CheckAddress = z.object({
  address: text({ max: walletLimits.addressChars }),
  chain_id: integer({ min: 0, max: 2_147_483_647 }),
})

/**
 * Checks if an address on a chain is one of ours, in any of its spellings: a withdrawal to it would
 * stay in the house. The answer does not reveal the owner. The database is queried even if the text
 * is no address of the chain, so that response times reveal nothing either.
 */
export async function checkAddress(
  ctx: Pick<Context, 'db'>,
  { address, chain_id }: z.output<typeof CheckAddress>,
) {
  const onChain = (await listAssets(ctx.db))
    .flatMap(({ networks }) => networks)
    .filter(({ chainId }) => chainId === chain_id)
  const networks = [...new Set(onChain.map(({ network }) => network))]
  if (networks.length === 0) {
    return refuse('api.validation_failed', { text: 'The selected chain id is invalid.' })
  }
  const spellings = networks.flatMap((network) => {
    const canonical = isNetwork(network) ? addressOn(network, address) : null
    return canonical ?? []
  })
  const asked = [...new Set([address, ...spellings])]
  const exists = await isOurAddress(ctx.db, networks, asked)
  return { address, chain_id, exists: spellings.length > 0 && exists }
}
