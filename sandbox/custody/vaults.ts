import { z } from 'zod'
import { keptItems, type Recent, recent } from '../recent.ts'
import { Refused } from '../refused.ts'
import { type CustodyAsset, custodyAssets, newTag, type Place } from './addresses.ts'

export const NewVault = z.object({
  name: z.string().min(1).max(200),
  hiddenOnUI: z.boolean().default(false),
  customerRefId: z.string().max(200).optional(),
  autoFuel: z.boolean().default(false),
})

export const NewAddress = z.object({
  description: z.string().max(200).default(''),
  customerRefId: z.string().max(200).optional(),
})

export type Vault = Readonly<{ id: string; asked: z.infer<typeof NewVault> }>

/** Where an asset of a vault account can be paid. */
export type Address = Place & Readonly<{ vaultId: string; assetId: string; description: string }>

export type Vaults = Readonly<{
  vaults: Recent<Vault>
  addresses: Recent<Address>
  /** The first place of each chain in each vault account, which its tokens share. */
  places: Map<string, Place>
  /** Ids given out so far: counted from a random start, as ids must outlive the sandbox. */
  counted: { next: number }
}>

const firstIds = 1_000_000_000

export const newVaults = (): Vaults => ({
  vaults: recent(keptItems),
  addresses: recent(keptItems),
  places: new Map(),
  counted: { next: firstIds + (Date.now() % firstIds) },
})

export function openVault({ vaults, counted }: Vaults, asked: z.infer<typeof NewVault>): Vault {
  const vault = { id: counted.next.toString(), asked }
  counted.next += 1
  vaults.put(vault.id, vault)
  return vault
}

export function assetNamed(assetId: string): CustodyAsset {
  const asset = custodyAssets.get(assetId)
  if (asset === undefined) throw new Refused(404, '1006', 'The asset was not found')
  return asset
}

/** The place of an asset in a vault account; a tagged asset gets one more tag with each call. */
export function openAddress(
  { vaults, addresses, places }: Vaults,
  { vaultId, assetId, description }: Pick<Address, 'vaultId' | 'assetId' | 'description'>,
): Address {
  const asset = assetNamed(assetId)
  // A vault the sandbox does not know is one it forgot when it was started again.
  if (!/^\d{1,20}$/.test(vaultId)) throw new Refused(404, '1004', 'The vault account was not found')
  if (vaults.get(vaultId) === undefined) {
    const asked = { name: `Vault ${vaultId}`, hiddenOnUI: false, autoFuel: false }
    vaults.put(vaultId, { id: vaultId, asked })
  }
  const key = `${vaultId} ${asset.feeAsset}`
  const first = places.get(key) ?? asset.chain.make()
  places.set(key, first)
  const tag = asset.tagged
    ? newTag((one) => addresses.get(addressKey(first.address, one)) !== undefined)
    : ''
  const address = { ...first, tag, vaultId, assetId, description }
  addresses.put(`${addressKey(first.address, tag)} ${assetId}`, address)
  return address
}

const addressKey = (address: string, tag: string): string => `${address} ${tag}`

export function forgetVaults({ vaults, addresses, places }: Vaults): void {
  vaults.clear()
  addresses.clear()
  places.clear()
}
