import { z } from 'zod'
import type { Recent } from '../recent.ts'
import { Refused } from '../refused.ts'
import type { Saved } from '../saved.ts'
import { type CustodyAsset, custodyAssets, newTag, type Place } from './addresses.ts'

const Name = z.string().min(1).max(200)
const Reference = z.string().max(200).optional()

export const NewVault = z.object({
  name: Name,
  hiddenOnUI: z.boolean().default(false),
  customerRefId: Reference,
  autoFuel: z.boolean().default(false),
  vaultType: z.literal('MPC').optional(),
})

export const Renamed = z.object({ name: Name })

export const NewAddress = z.object({
  description: z.string().max(200).default(''),
  customerRefId: Reference,
})

type VaultFields = Readonly<Omit<z.infer<typeof NewVault>, 'vaultType'>>
export type Vault = Readonly<{ id: string }> & VaultFields

/** The address of an asset in a vault account. */
export type Address = Place &
  Readonly<{ vaultId: string; assetId: string; description: string; index: number }>

export type Wallet = Pick<Address, 'vaultId' | 'assetId'>

export type Vaults = Readonly<{
  vaults: Recent<Vault>
  addresses: Recent<Address>
  /** The wallets of vault accounts, each with its own address. */
  wallets: Map<string, Address>
  /** The first address of each chain in each vault account, which its tokens share. */
  places: Map<string, Place>
  /** Ids count up from the clock, so that they stay unique across restarts. */
  counted: { next: number }
}>

const firstIds = 1_000_000_000

export const newVaults = (saved: Saved): Vaults => ({
  vaults: saved.list('custody.vaults'),
  addresses: saved.list('custody.addresses'),
  wallets: saved.map('custody.wallets'),
  places: saved.map('custody.places'),
  counted: { next: firstIds + (Date.now() % firstIds) },
})

export function openVault({ vaults, counted }: Vaults, fields: VaultFields): Vault {
  const vault = { ...fields, id: counted.next.toString() }
  counted.next += 1
  vaults.put(vault.id, vault)
  return vault
}

export function vaultNamed({ vaults }: Vaults, id: string): Vault {
  const vault = vaults.get(id)
  if (vault === undefined) throw new Refused(404, '1004', 'The vault account was not found')
  return vault
}

export function changeVault(all: Vaults, id: string, fields: Partial<VaultFields>): Vault {
  const vault = { ...vaultNamed(all, id), ...fields }
  all.vaults.put(id, vault)
  return vault
}

/**
 * Returns the account of that id, and creates an unknown one, which an earlier run may have
 * created.
 */
export function adoptVault({ vaults }: Vaults, id: string): Vault {
  const known = vaults.get(id)
  if (known !== undefined) return known
  if (!/^\d{1,20}$/.test(id)) throw new Refused(404, '1004', 'The vault account was not found')
  const vault = { id, name: `Vault ${id}`, hiddenOnUI: false, autoFuel: false }
  vaults.put(id, vault)
  return vault
}

export function assetNamed(assetId: string): CustodyAsset {
  const asset = custodyAssets.get(assetId)
  if (asset !== undefined) return asset
  const why = `The asset '${assetId}' is not supported by Fireblocks`
  throw new Refused(400, '1503', `${why}, please check the supported assets endpoint.`)
}

export const walletKey = ({ vaultId, assetId }: Wallet): string => `${vaultId} ${assetId}`

/**
 * Creates a wallet, once per account and asset; a token's wallet also creates that of its chain's
 * own coin.
 */
export function createWallet(all: Vaults, { vaultId, assetId }: Wallet): Address {
  const { wallets, places } = all
  const asset = assetNamed(assetId)
  adoptVault(all, vaultId)
  if (wallets.has(walletKey({ vaultId, assetId }))) {
    throw new Refused(400, '1026', 'Asset wallet already exists in the vault account')
  }
  const base = { vaultId, assetId: asset.feeAsset }
  if (assetId !== base.assetId && !wallets.has(walletKey(base))) createWallet(all, base)
  const place = places.get(walletKey(base)) ?? asset.chain.make()
  places.set(walletKey(base), place)
  const own = keepAddress(all, { ...place, vaultId, assetId, description: '', index: 0 })
  wallets.set(walletKey(own), own)
  return own
}

/**
 * Returns a wallet for one side of a transfer; creates an unknown one, which an earlier run may
 * have had.
 */
export const walletFor = (all: Vaults, wallet: Wallet): Address =>
  all.wallets.get(walletKey(wallet)) ?? createWallet(all, wallet)

/** Finds the owner of an address in either format; undefined for one from an earlier run. */
export function findPaid(
  { addresses }: Vaults,
  paid: Readonly<{ address: string; tag?: string | undefined; assetId: string }>,
): Address | undefined {
  const exact = addresses.get(addressKey({ ...paid, tag: paid.tag ?? '' }))
  if (exact !== undefined) return exact
  return addresses
    .all()
    .find(
      ({ legacyAddress, assetId }) => legacyAddress === paid.address && assetId === paid.assetId,
    )
}

/**
 * Adds an address to a wallet: a new one for a UTXO asset, the same with a new tag for a tagged
 * one.
 */
export function addAddress(
  all: Vaults,
  { description, ...wallet }: Wallet & Pick<Address, 'description'>,
): Address {
  const asset = assetNamed(wallet.assetId)
  const index = listAddresses(all, wallet).length
  if (!asset.tagged && !asset.utxo) {
    throw new Refused(400, '', 'The asset supports one address in a vault account')
  }
  const own = walletOf(all, wallet)
  const isTaken = (tag: string) => all.addresses.get(addressKey({ ...own, tag })) !== undefined
  const place = asset.tagged ? { ...own, tag: newTag(isTaken) } : asset.chain.make()
  return keepAddress(all, { ...place, ...wallet, description, index })
}

/** Returns all addresses of a wallet, its own first. */
export function listAddresses(all: Vaults, wallet: Wallet): readonly Address[] {
  const key = walletKey(walletOf(all, wallet))
  return all.addresses.all().filter((one) => walletKey(one) === key)
}

export function walletOf({ wallets }: Vaults, wallet: Wallet): Address {
  const own = wallets.get(walletKey(wallet))
  if (own === undefined) throw new Refused(404, '1006', "The asset doesn't exist")
  return own
}

function keepAddress({ addresses }: Vaults, address: Address): Address {
  addresses.put(addressKey(address), address)
  return address
}

const addressKey = ({ address, tag, assetId }: Pick<Address, 'address' | 'tag' | 'assetId'>) =>
  `${address} ${tag} ${assetId}`

export function forgetVaults({ vaults, addresses, wallets, places }: Vaults): void {
  vaults.clear()
  addresses.clear()
  wallets.clear()
  places.clear()
}
