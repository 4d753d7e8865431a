import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import {
  addressesOfKey,
  addressOn,
  hasValidChecksum,
  isNetwork,
  isTag,
  isTagged,
  networks,
} from '../../base/values/coin-address.ts'
import type { Context } from '../../context.ts'
import { accountMail } from '../../core/outbox/account-mail.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import { listAssets, namedAsset } from '../../core/reference/assets.sql.ts'
import { lockSession } from '../../platform/access/lock-session.ts'
import type { Caller } from '../../platform/access/signed-in.ts'
import { line, optional, text } from '../../platform/http/contracts/contracts.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'
import { isDeadAddress } from '../transfers/dead-addresses.rules.ts'
import { isHouseAddress, isOurAddress } from '../transfers/our-addresses.sql.ts'
import { type NewAddress, saveAddressRow, savedAddressLimits } from './saved-addresses.sql.ts'

export const SaveAddress = z.object({
  symbol: text({ max: 12 }),
  network: text({ max: 20 }),
  label: line({ max: savedAddressLimits.labelChars }),
  address: text({ max: savedAddressLimits.addressChars }),
  tag: optional(text({ max: 20 })),
})

type Input = z.output<typeof SaveAddress>
type SaveContext = Pick<Context, 'config' | 'db' | 'random'>

/** Keeps an address to withdraw to; a known one gets the new label. Its owner is notified. */
export async function saveAddress(
  ctx: SaveContext,
  input: Input,
  { id }: Caller,
  request: HttpRequest,
): Promise<void> {
  const checked = await checkedAddress(ctx, input)
  const isSaved = await ctx.db.inTransaction(async (tx) => {
    // Locks the user's row, which must be locked before the session.
    const saved = await saveAddressRow(tx, id, checked)
    await lockSession(tx, request)
    if (saved) enqueueAll(tx, [accountMail(ctx, 'saved-address-changed', id)])
    return saved
  })
  if (!isSaved) refuse('api.saved_address_limit')
}

/** Refuses what a withdrawal would refuse, so that no mistake is kept. */
async function checkedAddress(ctx: SaveContext, input: Input): Promise<NewAddress> {
  const { symbol, network, label, address, tag = null } = input
  const asset = namedAsset(await listAssets(ctx.db), symbol)
  if (!isNetwork(network) || !asset.networks.some((one) => one.network === network)) {
    return refuse('api.validation_failed', { text: 'The selected network is invalid.' })
  }
  const canonical = addressOn(network, address)
  if (canonical === null || !hasValidChecksum(network, address)) {
    return refuse('api.withdrawal_address_invalid')
  }
  const isOurs = await isOurAddress(ctx.db, networks, addressesOfKey(network, canonical))
  if (isOurs || isHouseAddress(ctx, { network, address: canonical })) {
    return refuse('api.withdrawal_to_own_address')
  }
  if (isDeadAddress(network, canonical)) return refuse('api.withdrawal_address_invalid')
  const fits = isTagged(network) ? tag !== null && isTag(tag) : tag === null
  if (!fits) return refuse('api.withdrawal_tag_invalid')
  return { assetId: asset.id, network, label, address: canonical, tag }
}
