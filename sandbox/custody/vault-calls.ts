import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refused, read } from '../refused.ts'
import { unitsOf } from './amounts.ts'
import { assetSums, balancesNow, type VaultAsset } from './balances.ts'
import type { Books } from './books.ts'
import { pageOf, pageQuery } from './paging.ts'
import type { IdempotentReplies } from './replies.ts'
import {
  type Address,
  addAddress,
  assetNamed,
  changeVault,
  createWallet,
  listAddresses,
  NewAddress,
  NewVault,
  openVault,
  Renamed,
  type Vault,
  type Vaults,
  vaultNamed,
  walletOf,
} from './vaults.ts'

/** Custody has no code for a request that it cannot parse. */
const unreadable = ''

const VaultId = z.object({ vaultId: z.string() })
const VaultAssetIds = z.object({ vaultId: z.string(), assetId: z.string() })
const Threshold = z
  .string()
  .regex(/^\d{1,30}(?:\.\d{1,18})?$/)
  .optional()
const Order = z.enum(['ASC', 'DESC']).default('DESC')

const AccountsQuery = z.object({
  namePrefix: z.string().default(''),
  nameSuffix: z.string().default(''),
  minAmountThreshold: Threshold,
  assetId: z.string().optional(),
  orderBy: Order,
  ...pageQuery(200, 500),
})
const WalletsQuery = z.object({
  totalAmountLargerThan: Threshold,
  assetId: z.string().optional(),
  orderBy: Order,
  ...pageQuery(200, 1_000),
})
const AddressesQuery = z.object(pageQuery(200, 500))
const AssetsQuery = z.object({
  accountNamePrefix: z.string().default(''),
  accountNameSuffix: z.string().default(''),
})

type Desk = Readonly<{ books: Books; vaults: Vaults; replies: IdempotentReplies }>

export function mountVaults(api: FastifyInstance, desk: Desk): void {
  mountAccounts(api, desk)
  mountChanges(api, desk)
  mountWallets(api, desk)
  mountSums(api, desk)
}

function mountAccounts(api: FastifyInstance, { vaults, books, replies }: Desk): void {
  api.post('/vault/accounts', (request, reply) =>
    replies.once(request, reply, () => {
      const { vaultType: _, ...fields } = read(NewVault, request.body, unreadable)
      return JSON.stringify(accountOf(openVault(vaults, fields), []))
    }),
  )
  api.get('/vault/accounts_paged', (request) => {
    const query = read(AccountsQuery, request.query, unreadable)
    const accounts = accountsNow(vaults, books).filter((account) => isAsked(account, query))
    const { items, paging } = pageOf(inOrder(accounts, query.orderBy), ({ id }) => id, query)
    return { accounts: items, paging }
  })
  api.get('/vault/accounts/:vaultId', (request) => {
    const vault = vaultNamed(vaults, read(VaultId, request.params).vaultId)
    const balance = balancesNow(books)
    return accountOf(vault, walletsOf(vaults, vault.id).map(balance))
  })
  api.put('/vault/accounts/:vaultId', (request, reply) => {
    const { vaultId } = read(VaultId, request.params)
    const { id, name } = changeVault(vaults, vaultId, read(Renamed, request.body, unreadable))
    return reply.code(201).send({ id, name })
  })
}

const accountOf = (vault: Vault, assets: readonly VaultAsset[]) => ({ ...vault, assets, tags: [] })
type Account = ReturnType<typeof accountOf>

const walletsOf = ({ wallets }: Vaults, vaultId: string): readonly Address[] =>
  [...wallets.values()].filter((wallet) => wallet.vaultId === vaultId)

/** Returns every account with all its wallets, from one pass over the books. */
function accountsNow(vaults: Vaults, books: Books): readonly Account[] {
  const balance = balancesNow(books)
  const assets = new Map<string, VaultAsset[]>()
  for (const wallet of vaults.wallets.values()) {
    const known = assets.get(wallet.vaultId) ?? []
    known.push(balance(wallet))
    assets.set(wallet.vaultId, known)
  }
  return vaults.vaults.all().map((vault) => accountOf(vault, assets.get(vault.id) ?? []))
}

function isAsked(
  { name, assets }: Account,
  { namePrefix, nameSuffix, assetId, minAmountThreshold }: z.infer<typeof AccountsQuery>,
): boolean {
  if (!name.startsWith(namePrefix) || !name.endsWith(nameSuffix)) return false
  if (assetId === undefined && minAmountThreshold === undefined) return true
  return assets.some(
    ({ id, total }) =>
      (assetId === undefined || id === assetId) && isAbove(total, minAmountThreshold),
  )
}

const isAbove = (total: string, threshold: string | undefined): boolean =>
  threshold === undefined || (unitsOf(total) ?? 0n) > (unitsOf(threshold) ?? 0n)

/** Sorts by the account id as a number. */
function inOrder<One extends Readonly<{ id: string }>>(
  all: readonly One[],
  order: z.infer<typeof Order>,
): readonly One[] {
  const direction = order === 'ASC' ? 1 : -1
  return all.toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -direction : direction))
}

function mountChanges(api: FastifyInstance, { vaults, replies }: Desk): void {
  const change = (path: string, fieldsOf: (body: unknown) => Partial<Vault>) =>
    api.post(`/vault/accounts/:vaultId/${path}`, (request, reply) =>
      replies.once(request, reply.code(201), () => {
        const { vaultId } = read(VaultId, request.params)
        changeVault(vaults, vaultId, fieldsOf(request.body))
        return JSON.stringify({ success: true })
      }),
    )
  change('hide', () => ({ hiddenOnUI: true }))
  change('unhide', () => ({ hiddenOnUI: false }))
  change('set_auto_fuel', (body) => read(z.object({ autoFuel: z.boolean() }), body, unreadable))
  change('set_customer_ref_id', (body) =>
    read(z.object({ customerRefId: z.string().max(200) }), body, unreadable),
  )
}

function mountWallets(api: FastifyInstance, { vaults, books, replies }: Desk): void {
  const path = '/vault/accounts/:vaultId/:assetId'
  const walletAsked = ({ params }: FastifyRequest) => {
    const wallet = read(VaultAssetIds, params)
    vaultNamed(vaults, wallet.vaultId)
    return walletOf(vaults, wallet)
  }
  api.post(path, (request, reply) =>
    replies.once(request, reply, () => {
      const wallet = createWallet(vaults, read(VaultAssetIds, request.params))
      return JSON.stringify({ id: wallet.assetId, ...placeOf(wallet), status: 'READY' })
    }),
  )
  api.get(path, (request) => balancesNow(books)(walletAsked(request)))
  api.post(`${path}/balance`, (request, reply) =>
    replies.once(request, reply, () => JSON.stringify(balancesNow(books)(walletAsked(request)))),
  )
  api.get(`${path}/addresses`, () => {
    throw new Refused(400, '', 'This endpoint is unavailable. Read addresses_paginated instead')
  })
  api.post(`${path}/addresses`, (request, reply) =>
    replies.once(request, reply, () => {
      const { description } = read(NewAddress, request.body, unreadable)
      const added = addAddress(vaults, { ...read(VaultAssetIds, request.params), description })
      return JSON.stringify({ ...placeOf(added), bip44AddressIndex: added.index })
    }),
  )
  api.get(`${path}/addresses_paginated`, (request) => {
    const query = read(AddressesQuery, request.query, unreadable)
    const listed = listAddresses(vaults, read(VaultAssetIds, request.params))
    const { items, paging } = pageOf(listed, ({ index }) => index.toString(), query)
    return { addresses: items.map(listedAddress), paging }
  })
}

const placeOf = ({ address, legacyAddress, tag }: Address) => ({
  address,
  legacyAddress,
  enterpriseAddress: '',
  tag,
})

const listedAddress = (one: Address) => ({
  assetId: one.assetId,
  ...placeOf(one),
  description: one.description,
  type: one.index === 0 ? 'Permanent' : 'Deposit',
  ...(assetNamed(one.assetId).utxo ? { addressFormat: 'SEGWIT' } : {}),
  bip44AddressIndex: one.index,
  userDefined: false,
})

/** Balances summed over accounts. */
function mountSums(api: FastifyInstance, { vaults, books }: Desk): void {
  api.get('/vault/assets', (request) => {
    const query = read(AssetsQuery, request.query, unreadable)
    const { accountNamePrefix: prefix, accountNameSuffix: suffix } = query
    if (prefix === '' && suffix === '') return assetSums(books)
    return assetSums(books, (vaultId) => {
      const name = vaults.vaults.get(vaultId)?.name
      return name?.startsWith(prefix) === true && name.endsWith(suffix)
    })
  })
  api.get('/vault/assets/:assetId', (request) => {
    const { assetId } = read(z.object({ assetId: z.string() }), request.params)
    assetNamed(assetId)
    const known = assetSums(books).find(({ id }) => id === assetId)
    return known ?? balancesNow(books)({ vaultId: '', assetId })
  })
  api.get('/vault/asset_wallets', (request) => {
    const query = read(WalletsQuery, request.query, unreadable)
    const all = inOrder(accountsNow(vaults, books), query.orderBy)
      .flatMap(({ id: vaultId, assets }) =>
        assets.map(({ id: assetId, balance: _, ...held }) => ({ vaultId, assetId, ...held })),
      )
      .filter(
        ({ assetId, total }) =>
          (query.assetId === undefined || query.assetId === assetId) &&
          isAbove(total, query.totalAmountLargerThan),
      )
    const { items, paging } = pageOf(all, ({ vaultId, assetId }) => `${vaultId} ${assetId}`, query)
    return { assetWallets: items, paging }
  })
}
