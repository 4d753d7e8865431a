import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Refused, read } from '../refused.ts'
import { inWire } from './balance.ts'
import { found } from './found.ts'
import { cancel, findPayout, move, type PayoutBooks, payOut } from './payout-books.ts'
import { categories, channels, MovedPayout, NewPayout, type Payout } from './payouts.ts'

const invalid = 'API_VALIDATION_ERROR'

const Id = z.object({ id: z.string() })
const Listed = z.object({
  reference_id: z.string().min(1).max(255),
  limit: z.coerce.number().int().min(1).max(100).default(10),
  after_id: z.string().optional(),
  before_id: z.string().optional(),
})
const WantedChannels = z.object({
  currency: z.string().optional(),
  channel_code: z.string().optional(),
  channel_category: z
    .string()
    .transform((list) => list.split(','))
    .pipe(z.array(z.enum(categories)))
    .optional(),
})
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
    return pageOf(books.payouts.all(), read(Listed, request.query, invalid))
  })
  api.get('/v2/payouts/:id', (request) => found(books.payouts.get(read(Id, request.params).id)))
  api.post('/v2/payouts/:id/cancel', (request) =>
    cancel(books, found(books.payouts.get(read(Id, request.params).id))),
  )
  api.get('/payouts_channels', (request) => {
    const wanted = read(WantedChannels, request.query, invalid)
    return channels.filter(
      (one) =>
        (wanted.currency ?? one.currency) === one.currency &&
        (wanted.channel_code ?? one.channel_code) === one.channel_code &&
        wanted.channel_category?.includes(one.channel_category) !== false,
    )
  })
  api.get('/balance', (request) => {
    const { account_type } = read(OfAccount, request.query, invalid)
    return { balance: account_type === 'CASH' ? inWire(books.balance) : 0 }
  })
}

/**
 * Returns a page of a reference's payouts, oldest first, with a link to the next in its direction.
 */
function pageOf(payouts: readonly Payout[], listed: z.infer<typeof Listed>) {
  const { reference_id, limit, after_id, before_id } = listed
  const all = payouts.filter((payout) => payout.reference_id === reference_id)
  const placeOf = (id: string): number => {
    const place = all.findIndex((payout) => payout.id === id)
    if (place < 0) throw new Refused(400, invalid, 'after_id, before_id: no such payout')
    return place
  }
  const first = after_id === undefined ? 0 : placeOf(after_id) + 1
  const end = before_id === undefined ? all.length : placeOf(before_id)
  const forwards = before_id === undefined
  const start = forwards ? first : Math.max(first, end - limit)
  const data = all.slice(start, Math.min(start + limit, end))
  const has_more = forwards ? start + data.length < end : start > first
  const [next, rel] = forwards
    ? [{ after_id: data.at(-1)?.id ?? '' }, 'next']
    : [{ before_id: data[0]?.id ?? '' }, 'previous']
  const query = new URLSearchParams({ reference_id, limit: `${limit}`, ...next })
  const links = has_more ? { href: `/v2/payouts?${query}`, rel, method: 'GET' } : {}
  return { data, has_more, links }
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
  api.get('/payx/pace', () => books.pace)
  api.post('/payx/pace', (request) => Object.assign(books.pace, read(Pace, request.body)))
  api.post('/payx/balance', (request) => {
    const { balance } = read(NewBalance, request.body)
    books.balance.rupiah = BigInt(balance)
    return { balance }
  })
}
