import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refused, read } from '../refused.ts'
import { type Books, byExternalId, cancel, checkTransfer, send } from './books.ts'
import { drop } from './console.ts'
import { transactionFee } from './fees.ts'
import { pageOf } from './paging.ts'
import type { IdempotentReplies } from './replies.ts'
import { NewTransaction, type Peer, Status, type Transaction } from './transactions.ts'
import { assetNamed } from './vaults.ts'
import { wire, wireText } from './webhooks.ts'

const unreadable = ''
const usualWindowMs = 90 * 24 * 60 * 60_000

const Id = z.object({ id: z.string() })
const AssetAddress = z.object({ assetId: z.string(), address: z.string() })
const Time = z.coerce.number().int().nonnegative().optional()
const Query = z.object({
  after: Time,
  before: Time,
  status: Status.optional(),
  orderBy: z.enum(['createdAt', 'lastUpdated']).optional(),
  sort: z.enum(['ASC', 'DESC']).default('DESC'),
  limit: z.coerce.number().int().min(1).max(500).default(200),
  sourceType: z.string().optional(),
  sourceId: z.string().optional(),
  destType: z.string().optional(),
  destId: z.string().optional(),
  assets: z.string().optional(),
  txHash: z.string().optional(),
  sourceWalletId: z.string().optional(),
  destWalletId: z.string().optional(),
  next: z.string().optional(),
  prev: z.string().optional(),
})
type Query = z.infer<typeof Query>

type Desk = Readonly<{ books: Books; replies: IdempotentReplies }>

export function mountTransactions(api: FastifyInstance, { books, replies }: Desk): void {
  api.post('/transactions', (request, reply) =>
    replies.once(request, reply, () => {
      const { id, status } = send(books, read(NewTransaction, request.body, unreadable))
      return JSON.stringify({ id, status })
    }),
  )
  api.post('/transactions/estimate_fee', (request, reply) =>
    replies.once(request, reply, () => {
      const fee = transactionFee(checkTransfer(read(NewTransaction, request.body, unreadable)))
      return JSON.stringify({ low: fee, medium: fee, high: fee })
    }),
  )
  api.get('/transactions', (request, reply) => list(books, request, reply))
  api.get('/transactions/external_tx_id/:id', (request, reply) =>
    show(reply, byExternalId(books, read(Id, request.params).id)),
  )
  api.get('/transactions/:id', (request, reply) =>
    show(reply, books.transactions.get(read(Id, request.params).id)),
  )
  api.post('/transactions/:id/cancel', (request, reply) =>
    replies.once(request, reply, () => {
      const transaction = found(books.transactions.get(read(Id, request.params).id))
      return JSON.stringify({ success: cancel(books, transaction) })
    }),
  )
  api.post('/transactions/:id/drop', (request, reply) =>
    replies.once(request, reply, () => {
      const { id } = drop(books, found(books.transactions.get(read(Id, request.params).id)))
      return JSON.stringify({ success: true, transactions: [id] })
    }),
  )
  api.get('/transactions/validate_address/:assetId/:address', (request) => {
    const { assetId, address } = read(AssetAddress, request.params)
    const { chain, tagged } = assetNamed(assetId)
    // Custody checks addresses of XRP, DOT, XLM and EOS; the sandbox only has XRP.
    if (assetId !== 'XRP') throw new Refused(400, '', 'Addresses of this asset are not validated')
    const isValid = chain.isValid(address)
    return { isValid, isActive: isValid, requiresTag: isValid && tagged }
  })
}

/** Headers link to other pages, unless the caller chose the order of the list. */
function list(books: Books, request: FastifyRequest, reply: FastifyReply) {
  const query = read(Query, request.query, unreadable)
  const { limit, next: after, prev: before } = query
  const { items, paging } = pageOf(listed(books, query), ({ id }) => id, { limit, after, before })
  if (query.orderBy === undefined) {
    const { after: next, before: prev } = paging
    if (next !== undefined) reply.header('next-page', linkTo(request, { next }))
    if (prev !== undefined) reply.header('prev-page', linkTo(request, { prev }))
  }
  return reply.type('application/json').send(wireText(items.map(wire)))
}

/** Returns the URL of the same list at another cursor. */
function linkTo({ protocol, host, originalUrl }: FastifyRequest, cursor: Record<string, string>) {
  const url = new URL(originalUrl, `${protocol}://${host}`)
  for (const name of ['next', 'prev']) url.searchParams.delete(name)
  for (const [name, text] of Object.entries(cursor)) url.searchParams.set(name, text)
  return url.href
}

function listed(books: Books, query: Query): readonly Transaction[] {
  const { before, status, txHash, orderBy = 'createdAt', sort } = query
  const after = query.after ?? Date.now() - usualWindowMs
  const assets = query.assets?.split(',')
  const fits = (one: Transaction) =>
    one.createdAt > after &&
    (before === undefined || one.createdAt < before) &&
    (status === undefined || one.status === status) &&
    (txHash === undefined || one.txHash === txHash) &&
    (assets === undefined || assets.includes(one.assetId)) &&
    isPeer(one.source, query.sourceType, query.sourceId) &&
    isPeer(one.destination, query.destType, query.destId) &&
    // The sandbox has no end users' wallets.
    query.sourceWalletId === undefined &&
    query.destWalletId === undefined
  const direction = sort === 'ASC' ? 1 : -1
  return books.transactions
    .all()
    .filter(fits)
    .toSorted((a, b) => (a[orderBy] - b[orderBy]) * direction)
}

const isPeer = (peer: Peer, type: string | undefined, id: string | undefined): boolean =>
  (type === undefined || peer.type === type) && (id === undefined || peer.id === id)

const show = (reply: FastifyReply, transaction: Transaction | undefined) =>
  reply.type('application/json').send(wireText(wire(found(transaction))))

export function found(transaction: Transaction | undefined): Transaction {
  if (transaction === undefined) throw new Refused(404, '', 'The transaction was not found')
  return transaction
}
