import { createPublicKey } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Emulator, Frame } from '../emulator.ts'
import { keptItems, type Recent, recent } from '../recent.ts'
import { Refused, read } from '../refused.ts'
import { describedAsset } from './assets.ts'
import {
  type Books,
  byExternalId,
  cancel,
  Deposit,
  forgetBooks,
  holdings,
  move,
  newBooks,
  receive,
  send,
} from './books.ts'
import { gate } from './jwt.ts'
import { NewTransaction, Status, type Transaction } from './transactions.ts'
import {
  type Address,
  addAddress,
  assetNamed,
  createWallet,
  forgetVaults,
  listAddresses,
  NewAddress,
  NewVault,
  newVaults,
  openVault,
  type Vaults,
} from './vaults.ts'
import { webhooks, wire, wireText } from './webhooks.ts'

/** Custody has no code for a request that it can't read. */
const unreadable = ''

const Id = z.object({ id: z.string() })
const VaultAsset = z.object({ vaultId: z.string(), assetId: z.string() })
const AssetAddress = z.object({ assetId: z.string(), address: z.string() })
const Query = z.object({
  after: z.coerce.number().default(0),
  before: z.coerce.number().default(Number.MAX_SAFE_INTEGER),
  status: z.string().optional(),
  orderBy: z.enum(['createdAt', 'lastUpdated']).default('createdAt'),
  sort: z.enum(['ASC', 'DESC']).default('DESC'),
  limit: z.coerce.number().int().min(1).max(500).default(200),
  txHash: z.string().optional(),
  assets: z.string().optional(),
})
const Moved = z.strictObject({ status: Status, subStatus: z.string().optional() })
const Pace = z.strictObject({ auto: z.boolean() })
const Event = z.strictObject({ version: z.literal([1, 2]), body: z.string() })

type Desk = Readonly<{
  books: Books
  vaults: Vaults
  /** First answers by the keys they were asked with, and keys whose call failed inside. */
  answered: Recent<string>
  failed: Recent<true>
}>

/** The custody provider: vault accounts, addresses, transactions, and webhooks of both forms. */
export function custody(frame: Frame): Emulator {
  const hooks = webhooks(frame.secrets.custodyKey, frame.callbacks)
  const desk = {
    books: newBooks(frame, hooks),
    vaults: newVaults(),
    answered: recent<string>(keptItems),
    failed: recent<true>(keptItems),
  }
  return {
    name: 'custody',
    root: '/custody',
    mount(api) {
      api.get('/.well-known/jwks.json', () => hooks.jwks())
      void api.register(async (signed) => mountApi(signed, frame, desk), { prefix: '/v1' })
    },
    control: (api) => mountControl(api, desk),
    failure: (status, message, code) => ({
      // Some of custody's refusals have no code.
      body: code === '' ? { message } : { message, code: numeric(status, code) },
    }),
    state: () => ({
      custody: {
        transactions: desk.books.transactions.all(),
        addresses: desk.vaults.addresses.all(),
        balances: holdings(desk.books),
      },
    }),
    reset() {
      forgetBooks(desk.books)
      forgetVaults(desk.vaults)
      desk.answered.clear()
      desk.failed.clear()
    },
  }
}

const numeric = (status: number, code: string | undefined): number => {
  const own = Number(code)
  return Number.isInteger(own) ? own : status
}

const publicPem = (pem: string): string =>
  createPublicKey(pem).export({ type: 'spki', format: 'pem' }).toString()

function mountApi(api: FastifyInstance, { secrets }: Frame, desk: Desk): void {
  const door = gate(secrets.custodyApiKey, publicPem(secrets.custodyKey))
  // The body is signed as it is sent, so it is read here as text and nowhere else.
  api.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
  api.addHook('preValidation', async (request) => {
    const { headers, url } = request
    const apiKey = headers['x-api-key']
    const body = typeof request.body === 'string' ? request.body : ''
    door.admit({
      apiKey: typeof apiKey === 'string' ? apiKey : undefined,
      authorization: headers.authorization,
      uri: url.slice('/custody'.length),
      body,
    })
    request.body = body === '' ? undefined : parsed(body)
    const key = keyOf(request)
    if (key !== null && desk.failed.get(key) !== undefined) {
      const why = "This operation doesn't support the usage of the same idempotency key"
      throw new Refused(400, '', `${why} after an internal error`)
    }
  })
  api.addHook('onResponse', async (request, reply) => {
    const key = keyOf(request)
    if (key !== null && reply.statusCode >= 500) desk.failed.put(key, true)
  })
  mountVaults(api, desk)
  mountTransactions(api, desk)
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new Refused(400, unreadable, 'The body is not JSON')
  }
}

function keyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key']
  return typeof key === 'string' ? key : null
}

/** The first answer again for a key that was used before. */
function once(desk: Desk, request: FastifyRequest, reply: FastifyReply, work: () => string) {
  const key = keyOf(request)
  const known = key === null ? undefined : desk.answered.get(key)
  const text = known ?? work()
  if (key !== null) desk.answered.put(key, text)
  return reply.type('application/json').send(text)
}

function mountVaults(api: FastifyInstance, desk: Desk): void {
  const { vaults, books } = desk
  api.post('/vault/accounts', (request, reply) =>
    once(desk, request, reply, () => {
      const { id, asked } = openVault(vaults, read(NewVault, request.body, unreadable))
      return JSON.stringify({ id, assets: [], ...asked })
    }),
  )
  api.post('/vault/accounts/:vaultId/:assetId', (request, reply) =>
    once(desk, request, reply, () => {
      const wallet = createWallet(vaults, read(VaultAsset, request.params))
      return JSON.stringify({ id: wallet.assetId, ...placeOf(wallet), status: 'READY' })
    }),
  )
  api.post('/vault/accounts/:vaultId/:assetId/addresses', (request, reply) =>
    once(desk, request, reply, () => {
      const { description } = read(NewAddress, request.body, unreadable)
      const added = addAddress(vaults, { ...read(VaultAsset, request.params), description })
      return JSON.stringify({ ...placeOf(added), bip44AddressIndex: added.index })
    }),
  )
  api.get('/vault/accounts/:vaultId/:assetId/addresses_paginated', (request) => ({
    addresses: listAddresses(vaults, read(VaultAsset, request.params)).map(listedAddress),
    paging: {},
  }))
  api.get('/assets/:id', (request) => describedAsset(read(Id, request.params).id))
  api.get('/vault/assets', () =>
    Object.entries(holdings(books)).map(([id, total]) => ({
      id,
      total,
      available: total,
      pending: '0',
      frozen: '0',
      lockedAmount: '0',
      staked: '0',
    })),
  )
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
  addressFormat: assetNamed(one.assetId).utxo ? 'SEGWIT' : '',
  bip44AddressIndex: one.index,
  userDefined: false,
})

function mountTransactions(api: FastifyInstance, { books }: Desk): void {
  api.post('/transactions', (request) => {
    const { id, status } = send(books, read(NewTransaction, request.body, unreadable))
    return { id, status }
  })
  api.get('/transactions', (request, reply) => {
    const found = listed(books, read(Query, request.query, unreadable))
    return reply.type('application/json').send(wireText(found.map(wire)))
  })
  api.get('/transactions/external_tx_id/:id', (request, reply) =>
    show(reply, byExternalId(books, read(Id, request.params).id)),
  )
  api.get('/transactions/:id', (request, reply) =>
    show(reply, books.transactions.get(read(Id, request.params).id)),
  )
  api.post('/transactions/:id/cancel', (request) => ({
    success: cancel(books, found(books.transactions.get(read(Id, request.params).id))),
  }))
  api.get('/transactions/validate_address/:assetId/:address', (request) => {
    const { assetId, address } = read(AssetAddress, request.params)
    const { chain, tagged } = assetNamed(assetId)
    // Custody checks addresses of XRP, DOT, XLM and EOS; of these the sandbox has one.
    if (assetId !== 'XRP') throw new Refused(400, '', 'Addresses of this asset are not validated')
    const isValid = chain.isValid(address)
    return { isValid, isActive: isValid, requiresTag: isValid && tagged }
  })
  api.get('/estimate_network_fee', (request) => {
    const { assetId } = read(z.object({ assetId: z.string() }), request.query, unreadable)
    const { networkFee } = assetNamed(assetId)
    return { low: { networkFee }, medium: { networkFee }, high: { networkFee } }
  })
}

function listed(books: Books, query: z.infer<typeof Query>): readonly Transaction[] {
  const { after, before, status, txHash, orderBy, sort, limit } = query
  const assets = query.assets?.split(',')
  const fits = (one: Transaction) =>
    one.createdAt > after &&
    one.createdAt < before &&
    (status === undefined || one.status === status) &&
    (txHash === undefined || one.txHash === txHash) &&
    (assets === undefined || assets.includes(one.assetId))
  const direction = sort === 'ASC' ? 1 : -1
  return books.transactions
    .all()
    .filter(fits)
    .toSorted((a, b) => (a[orderBy] - b[orderBy]) * direction)
    .slice(0, limit)
}

const show = (reply: FastifyReply, transaction: Transaction | undefined) =>
  reply.type('application/json').send(wireText(wire(found(transaction))))

function found(transaction: Transaction | undefined): Transaction {
  if (transaction === undefined) throw new Refused(404, '', 'The transaction was not found')
  return transaction
}

function mountControl(api: FastifyInstance, { books }: Desk): void {
  api.post('/custody/deposits', (request) => receive(books, read(Deposit, request.body)))
  api.post('/custody/events', async (request) => {
    const { version, body } = read(Event, request.body)
    const { status, body: answer } = await books.hooks.sayOnce(version, body)
    return { status, body: answer }
  })
  api.post('/custody/pace', (request) => Object.assign(books.pace, read(Pace, request.body)))
  api.post('/custody/withdrawals/:id', (request) => {
    const transaction = found(byExternalId(books, read(Id, request.params).id))
    const { status, subStatus } = read(Moved, request.body)
    const { id } = move(books, transaction, status, subStatus)
    return { id, status }
  })
}
