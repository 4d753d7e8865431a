import { z } from 'zod'
import type { Answer, OutboundCall } from '../outbound.ts'
import { reportedCount, reportedDecimal } from '../reported-decimal.ts'

/** An address that receives a coin. */
type CustodyAddress = Readonly<{
  address: string
  /** The same address in an older format. */
  legacyAddress: string | null
  tag: string | null
}>

/** One signed call; with a `key` it is idempotent. */
export type CustodyCall = <Schema extends z.ZodType>(
  call: Omit<OutboundCall<Schema>, 'refusal' | 'headers'> & Readonly<{ key?: string }>,
) => Promise<Answer<z.output<Schema>>>

export const textOrNothing = z.string().nullish()
export const absent = (text: string | null | undefined): string | null =>
  text === undefined || text === null || text === '' ? null : text

const AddressObject = z
  .object({ address: z.string().min(1), legacyAddress: textOrNothing, tag: textOrNothing })
  .transform(
    ({ address, legacyAddress, tag }): CustodyAddress => ({
      address,
      legacyAddress: absent(legacyAddress),
      tag: absent(tag),
    }),
  )

/** A wallet that is still being activated has no address yet. */
const WalletObject = z.union([
  AddressObject,
  z.object({ address: textOrNothing }).transform((): null => null),
])

const ListedAddress = z
  .object({
    addressFormat: textOrNothing,
    bip44AddressIndex: reportedCount(9).nullish(),
  })
  .and(AddressObject)

const AddressPage = z.object({ addresses: z.array(ListedAddress) })

const Holdings = z
  .array(z.object({ id: z.string().min(1), total: reportedDecimal }))
  .max(2_000)
  .transform((assets) => new Map(assets.map(({ id, total }) => [id, total])))

const AssetObject = z
  .object({
    legacyId: z.string(),
    onchain: z.object({ decimals: reportedCount(2) }).nullish(),
    metadata: z.object({ deprecated: z.boolean() }),
  })
  .transform(({ legacyId, onchain, metadata }) => ({
    legacyId,
    decimals: onchain?.decimals ?? null,
    deprecated: metadata.deprecated,
  }))

/** Custody's code for a wallet that the vault account already has. */
const walletExists = '1026'

/** Custody's calls for vault accounts. */
export type VaultCalls = Readonly<{
  /** Opens an account for one owner; the same key within minutes returns the same account. */
  openVault: (input: Readonly<{ name: string; key: string }>) => Promise<Answer<{ id: string }>>
  /**
   * Returns the address of the account's wallet, and creates the wallet if needed. For a tagged
   * asset it creates a new tag at that address, with the owner as its description.
   */
  openAddress: (
    input: Readonly<{
      vault: string
      assetId: string
      tagged: boolean
      description: string
      key: string
    }>,
  ) => Promise<Answer<CustodyAddress>>
  /** Custody checks addresses of a few networks only and rejects the call for others. */
  checkAddress: (
    input: Readonly<{ assetId: string; address: string }>,
  ) => Promise<Answer<{ isValid: boolean }>>
  /** Returns custody's description of an asset; rejected with status 404 if there is none. */
  findAsset: (
    assetId: string,
  ) => Promise<Answer<Readonly<{ decimals: number | null; deprecated: boolean }>>>
  /** Returns all our balances at custody as plain decimals, by custody's asset names. */
  holdings: () => Promise<Answer<ReadonlyMap<string, string>>>
}>

const OpenedVault = z.object({ id: z.string().min(1) })
const CheckedAddress = z.object({ isValid: z.boolean() })

export const vaultCalls = (ask: CustodyCall): VaultCalls => ({
  openVault: ({ name, key }) =>
    ask({
      method: 'POST',
      path: ['v1', 'vault', 'accounts'],
      json: { name, hiddenOnUI: true, customerRefId: name, autoFuel: true },
      key,
      answer: OpenedVault,
    }),
  openAddress: (wanted) => openAddress(ask, wanted),
  checkAddress: ({ assetId, address }) =>
    ask({
      method: 'GET',
      path: ['v1', 'transactions', 'validate_address', assetId, address],
      answer: CheckedAddress,
    }),
  findAsset: (assetId) =>
    ask({
      method: 'GET',
      path: ['v1', 'assets', assetId],
      answer: AssetObject.refine((asset) => asset.legacyId === assetId, 'another asset'),
    }),
  holdings: () => ask({ method: 'GET', path: ['v1', 'vault', 'assets'], answer: Holdings }),
})

type Wanted = Parameters<VaultCalls['openAddress']>[0]

/**
 * Creates the wallet first, which custody does once per account. Its own address is the account's;
 * for a tagged asset, each owner gets a further address of the wallet instead.
 */
async function openAddress(ask: CustodyCall, wanted: Wanted): Promise<Answer<CustodyAddress>> {
  const { vault, assetId, tagged, description, key } = wanted
  const wallet = ['v1', 'vault', 'accounts', vault, assetId]
  const created = await ask({
    method: 'POST',
    path: wallet,
    json: {},
    answer: WalletObject,
  })
  const exists = created.kind === 'rejected' && created.code === walletExists
  if (created.kind !== 'accepted' && !exists) return created
  if (tagged) {
    const path = [...wallet, 'addresses']
    return ask({ method: 'POST', path, json: { description }, key, answer: AddressObject })
  }
  if (created.kind === 'accepted' && created.value !== null) {
    return { kind: 'accepted', value: created.value }
  }
  return readAddress(ask, wallet)
}

/**
 * Returns the address of an existing wallet: a token's wallet brings that of its network's coin,
 * and the response to a creation may have been lost. The wallet's own address has the lowest index.
 */
async function readAddress(
  ask: CustodyCall,
  wallet: readonly string[],
): Promise<Answer<CustodyAddress>> {
  const path = [...wallet, 'addresses_paginated']
  const page = await ask({ method: 'GET', path, answer: AddressPage })
  if (page.kind !== 'accepted') return page
  const [first] = page.value.addresses
    .filter(({ addressFormat }) => addressFormat !== 'LEGACY')
    .toSorted((a, b) => (a.bip44AddressIndex ?? 0) - (b.bip44AddressIndex ?? 0))
  if (first === undefined) return { kind: 'unknown', why: 'unreadable' }
  const { address, legacyAddress, tag } = first
  return { kind: 'accepted', value: { address, legacyAddress, tag } }
}
