import { createPublicKey, randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Emulator, Frame } from '../emulator.ts'
import { Refused, read } from '../refused.ts'
import { custodyAssets } from './addresses.ts'
import { mountAssets } from './asset-calls.ts'
import {
  type Books,
  byExternalId,
  Deposit,
  forgetBooks,
  holdings,
  move,
  newBooks,
  receive,
} from './books.ts'
import { boost, drop, Transfer, transfer } from './console.ts'
import { mountFees } from './fees.ts'
import { gate } from './jwt.ts'
import { type IdempotentReplies, idempotentReplies } from './replies.ts'
import { found, mountTransactions } from './transaction-calls.ts'
import { Status, type Transaction } from './transactions.ts'
import { mountVaults } from './vault-calls.ts'
import { forgetVaults, newVaults, type Vaults } from './vaults.ts'
import { mountWebhooks } from './webhook-calls.ts'
import { webhooks } from './webhooks.ts'

const root = '/custody'

const Id = z.object({ id: z.string() })
const Moved = z.strictObject({ status: Status, subStatus: z.string().optional() })
const Pace = z.strictObject({ auto: z.boolean() })
const Event = z.strictObject({
  version: z.literal([1, 2]),
  body: z.string(),
  /** Of bytes that are no text: `base64`. */
  encoding: z.enum(['utf8', 'base64']).default('utf8'),
})

type Desk = Readonly<{ books: Books; vaults: Vaults; replies: IdempotentReplies }>

/** The custody provider: vault accounts, addresses, transactions, and webhooks of both versions. */
export function custody(frame: Frame): Emulator {
  const hooks = webhooks(frame.secrets.custodyKey, frame.callbacks)
  const vaults = newVaults(frame.saved)
  const desk = { books: newBooks(frame, hooks, vaults), vaults, replies: idempotentReplies() }
  return {
    name: 'custody',
    root,
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
      desk.replies.forget()
    },
  }
}

const numeric = (status: number, code: string | undefined): number => {
  const own = Number(code)
  return Number.isInteger(own) ? own : status
}

const publicPem = (pem: string): string =>
  createPublicKey(pem).export({ type: 'spki', format: 'pem' }).toString()

function mountApi(api: FastifyInstance, { secrets, callbacks }: Frame, desk: Desk): void {
  const door = gate(secrets.custodyApiKey, publicPem(secrets.custodyKey))
  // The signature covers the body as sent, so it is read here only, as text.
  api.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
  api.addHook('onRequest', async (_request, reply) => {
    reply.header('x-request-id', randomUUID())
  })
  api.addHook('preValidation', async (request) => {
    const { headers, url } = request
    const apiKey = headers['x-api-key']
    const body = typeof request.body === 'string' ? request.body : ''
    door.admit({
      apiKey: typeof apiKey === 'string' ? apiKey : undefined,
      authorization: headers.authorization,
      uris: [url, url.slice(root.length)],
      body,
    })
    request.body = body === '' ? undefined : parsed(body)
    desk.replies.check(request)
  })
  api.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode >= 500) desk.replies.failed(request)
  })
  mountVaults(api, desk)
  mountTransactions(api, desk)
  mountFees(api)
  mountAssets(api)
  mountWebhooks(api, { ...desk, callbacks })
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new Refused(400, '', 'The body is not JSON')
  }
}

function mountControl(api: FastifyInstance, { books }: Desk): void {
  api.post('/custody/deposits', (request) => receive(books, read(Deposit, request.body)))
  api.post('/custody/events', async (request) => {
    const { version, body, encoding } = read(Event, request.body)
    const bytes = Buffer.from(body, encoding)
    const { status, body: answer } = await books.hooks.sendOnce(version, bytes)
    return { status, body: answer }
  })
  api.get('/custody/assets', () => [...custodyAssets.keys()])
  api.get('/custody/pace', () => books.pace)
  api.post('/custody/pace', (request) => Object.assign(books.pace, read(Pace, request.body)))
  const sent = (params: unknown) => {
    const { id } = read(Id, params)
    return found(byExternalId(books, id) ?? books.transactions.get(id))
  }
  const shown = ({ id, txHash, status }: Transaction) => ({ id, txHash, status })
  api.post('/custody/transfers', (request) => shown(transfer(books, read(Transfer, request.body))))
  api.post('/custody/withdrawals/:id/boost', (request) => shown(boost(books, sent(request.params))))
  api.post('/custody/withdrawals/:id/drop', (request) => shown(drop(books, sent(request.params))))
  api.post('/custody/withdrawals/:id', (request) => {
    const transaction = sent(request.params)
    const { status, subStatus } = read(Moved, request.body)
    const { id } = move(books, transaction, status, subStatus)
    return { id, status }
  })
}
