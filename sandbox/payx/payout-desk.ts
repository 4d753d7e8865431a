import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { read } from '../refused.ts'
import { inWire } from './balance.ts'
import { found } from './found.ts'
import { cancel, findPayout, move, type PayoutBooks, payOut } from './payout-books.ts'
import { channels, MovedPayout, NewPayout } from './payouts.ts'

const invalid = 'API_VALIDATION_ERROR'

const Id = z.object({ id: z.string() })
const ByReference = z.object({ reference_id: z.string().min(1) })
const OfCurrency = z.object({ currency: z.string().optional() })
const OfAccount = z.object({ account_type: z.enum(['CASH', 'HOLDING', 'TAX']).default('CASH') })
const Pace = z.strictObject({ auto: z.boolean() })
const NewBalance = z.strictObject({ balance: z.int().min(0) })

export function mountPayouts(api: FastifyInstance, books: PayoutBooks): void {
  api.post('/v2/payouts', (request) => {
    const key = request.headers['idempotency-key']
    const asked = read(NewPayout, request.body, invalid)
    return payOut(books, typeof key === 'string' ? key : undefined, asked)
  })
  api.get('/v2/payouts', (request) => {
    const { reference_id } = read(ByReference, request.query, invalid)
    return books.payouts.all().filter((payout) => payout.reference_id === reference_id)
  })
  api.get('/v2/payouts/:id', (request) => found(books.payouts.get(read(Id, request.params).id)))
  api.post('/v2/payouts/:id/cancel', (request) =>
    cancel(books, found(books.payouts.get(read(Id, request.params).id))),
  )
  api.get('/payouts_channels', (request) => {
    const { currency } = read(OfCurrency, request.query, invalid)
    return channels.filter((one) => currency === undefined || one.currency === currency)
  })
  api.get('/balance', (request) => {
    const { account_type } = read(OfAccount, request.query, invalid)
    return { balance: account_type === 'CASH' ? inWire(books.balance) : 0 }
  })
}

export function controlPayouts(api: FastifyInstance, books: PayoutBooks): void {
  api.post('/payx/payouts/:id', (request) => {
    const { id, status, failure_code } = move(
      books,
      found(findPayout(books, read(Id, request.params).id)),
      read(MovedPayout, request.body),
    )
    return { id, status, failure_code }
  })
  api.post('/payx/pace', (request) => Object.assign(books.pace, read(Pace, request.body)))
  api.post('/payx/balance', (request) => {
    const { balance } = read(NewBalance, request.body)
    books.balance.rupiah = BigInt(balance)
    return { balance }
  })
}
