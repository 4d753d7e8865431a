import { z } from 'zod'
import { singleFlight } from '../../../base/concurrency/single-flight.ts'
import { refuse } from '../../../base/refusal.ts'
import { addressOn } from '../../../base/values/coin-address.ts'
import type { Context } from '../../../context.ts'
import { perDatabase } from '../../../core/database/per-database.ts'
import {
  type CustodyAsset,
  listCustodyAssets,
  mainCustodyAsset,
} from '../../../core/reference/custody-assets.sql.ts'
import type { Caller } from '../../../platform/access/signed-in.ts'
import { text } from '../../../platform/http/contracts/contracts.ts'
import type { HttpRequest } from '../../../platform/http/endpoint/endpoint.ts'
import { assertCertified, countPlace } from '../unproven/unproven-bounds.ts'
import {
  type CoinAddress,
  findCoinAddress,
  findVault,
  keepCoinAddress,
  keepVault,
  type WantedAddress,
} from './coin-addresses.sql.ts'

export const OpenCoinAddress = z.object({ symbol: text({ max: 12 }), network: text({ max: 20 }) })

type Opened = CoinAddress & Readonly<{ symbol: string; network: string }>

type AddressOpening = Readonly<{
  ctx: Pick<Context, 'config' | 'counters' | 'custody' | 'db' | 'log' | 'random'>
  asset: CustodyAsset
  wanted: WantedAddress
  caller: Caller
  request: Pick<HttpRequest, 'ip'>
}>

/** Requests at the same time for one address count as one. */
const openOnce = perDatabase((_: Pick<Context, 'db'>) =>
  singleFlight(
    findOrOpen,
    ({ wanted: { user, assetId, network } }) => `${user} ${assetId} ${network}`,
  ),
)

/**
 * Returns the caller's deposit address for a coin, and opens one at custody if there is none. The
 * idempotency key makes custody return the same address if an earlier response was lost.
 */
export async function openCoinAddress(
  ctx: AddressOpening['ctx'],
  { symbol, network }: z.output<typeof OpenCoinAddress>,
  caller: Caller,
  request: Pick<HttpRequest, 'ip'>,
): Promise<Opened> {
  const asset = mainCustodyAsset(await listCustodyAssets(ctx.db.read), { symbol, network })
  if (asset === null) return refuse('api.coin_network_unknown')
  await assertCertified(ctx, caller.id)
  const wanted = { user: caller.id, assetId: asset.asset.id, network }
  const opened = await openOnce(ctx)({ ctx, asset, wanted, caller, request })
  return { symbol, network, ...opened }
}

/**
 * Returns the address if there is one; else counts it against its budgets and opens it.
 *
 * @transactions the vault is stored before custody is asked for an address in it; the alert of a
 * spent budget is sent even if no address is opened.
 */
async function findOrOpen(opening: AddressOpening): Promise<CoinAddress> {
  const { ctx, asset, wanted, caller, request } = opening
  const known = await findCoinAddress(ctx.db.read, wanted)
  if (known !== null) return known
  if (!asset.depositActive) return refuse('api.coin_deposit_is_inactive')
  await countPlace(ctx, caller, request)
  const place = await requestPlace(ctx, asset, caller)
  return ctx.db.inTransaction((tx) => keepCoinAddress(tx, wanted, place))
}

async function requestPlace(
  ctx: Pick<Context, 'config' | 'custody' | 'db'>,
  { custodyId, network, tagged }: CustodyAsset,
  { id }: Caller,
): Promise<CoinAddress> {
  // Users of a tagged coin share the address of our own vault.
  const vault = tagged ? ctx.config.custody.vault : await vaultOf(ctx, id)
  const answer = await ctx.custody.openAddress({
    vault,
    assetId: custodyId,
    tagged,
    description: `user ${id}`,
    key: `address-${custodyId}-${id}`,
  })
  if (answer.kind !== 'accepted') return refuse('api.coin_address_unavailable')
  const { address, legacyAddress, tag } = answer.value
  const spelled = addressOn(network, address)
  if (spelled === null || (tag !== null) !== tagged) {
    throw new Error(`custody returned an invalid address on ${network}`)
  }
  const older = legacyAddress === null ? null : addressOn(network, legacyAddress)
  return { address: spelled, legacyAddress: older, tag }
}

async function vaultOf(ctx: Pick<Context, 'custody' | 'db'>, user: Caller['id']): Promise<string> {
  const known = await findVault(ctx.db.read, user)
  if (known !== null) return known
  const answer = await ctx.custody.openVault({ name: `tukar-${user}`, key: `vault-${user}` })
  if (answer.kind !== 'accepted') return refuse('api.coin_address_unavailable')
  return ctx.db.inTransaction((tx) => keepVault(tx, user, answer.value.id))
}
