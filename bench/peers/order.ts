/** An order: its money is held, then it is sent to the venue, whose response is stored. */
import { createHash, randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { change, post } from './ledger.ts'
import { costOf, pairOf, unitsOf } from './pairs.ts'
import type { Db, Tx } from './tables.ts'
import type { Venue } from './venue.ts'

type Wanted = {
  side: 'BUY' | 'SELL'
  type: 'LIMIT'
  txPair: string
  volume: string
  price: string
}

const decimal = { type: 'string', pattern: '^\\d{1,12}(\\.\\d{1,8})?$' }
const wantedSchema = {
  type: 'object',
  required: ['side', 'type', 'txPair', 'volume', 'price'],
  properties: {
    side: { enum: ['BUY', 'SELL'] },
    type: { const: 'LIMIT' },
    txPair: { const: 'BTC_IDR' },
    volume: decimal,
    price: decimal,
  },
}

class Refused extends Error {
  readonly statusCode: number
  constructor(statusCode: number, message: string) {
    super(message)
    this.statusCode = statusCode
  }
}

export function mountOrder(app: FastifyInstance, db: Db, venue: Venue): void {
  app.post<{ Body: Wanted }>('/api/exchange/venue/order', {
    schema: { body: wantedSchema },
    handler: async ({ headers, body }) => {
      const userId = await signedIn(db, headers.authorization)
      const order = await db.transaction().execute((tx) => hold(tx, userId, body))
      const { orderNo, symbol } = order
      const placed = await venue.place({ ...body, orderNo, symbol })
      if (placed.kind === 'rejected') {
        await db.transaction().execute((tx) => release(tx, userId, order))
        throw new Refused(422, 'the venue rejected the order')
      }
      if (placed.kind === 'accepted') {
        await db
          .updateTable('orders')
          .set({ status: 'OPEN', venue_order_id: placed.venueOrderId })
          .where('id', '=', order.id)
          .where('status', '=', 'PENDING')
          .execute()
      }
      return { orderId: orderNo, status: placed.kind === 'accepted' ? 'OPEN' : 'PENDING' }
    },
  })
}

async function signedIn(db: Db, authorization = ''): Promise<bigint> {
  const token = authorization.replace(/^Bearer /, '')
  const session = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.may_trade'])
    .where('token_digest', '=', createHash('sha256').update(token).digest())
    .where('expires_at', '>', new Date())
    .executeTakeFirst()
  if (session === undefined) throw new Refused(401, 'not signed in')
  if (!session.may_trade) throw new Refused(403, 'may not trade')
  return session.id
}

type Held = Readonly<{ id: bigint; orderNo: string; symbol: string; asset: string; held: bigint }>

async function hold(tx: Tx, userId: bigint, wanted: Wanted): Promise<Held> {
  const pair = pairOf(wanted.txPair)
  const volume = unitsOf(wanted.volume, pair.baseDecimals)
  const price = unitsOf(wanted.price, pair.quoteDecimals)
  const isBuy = wanted.side === 'BUY'
  const asset = isBuy ? pair.quote : pair.base
  const held = isBuy ? costOf(pair, volume, price) : volume
  const balance = await change(tx, { userId, asset, available: -held, locked: held })
  if (balance === undefined) throw new Refused(422, 'the balance is too low')
  const orderNo = randomUUID()
  const { id } = await tx
    .insertInto('orders')
    .values({
      ...{ order_no: orderNo, user_id: userId, pair: pair.name, side: wanted.side },
      ...{ volume, price, held, status: 'PENDING' },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const of = { asset, userId }
  await post(tx, `hold:${orderNo}`, 'HOLD', [
    { ...of, account: 'user.available', amount: -held, after: balance.available },
    { ...of, account: 'user.locked', amount: held, after: balance.locked },
  ])
  return { id, orderNo, symbol: pair.base + pair.quote, asset, held }
}

async function release(tx: Tx, userId: bigint, { id, orderNo, asset, held }: Held): Promise<void> {
  const ended = await tx
    .updateTable('orders')
    .set({ status: 'REJECTED' })
    .where('id', '=', id)
    .where('status', '=', 'PENDING')
    .executeTakeFirst()
  if (ended.numUpdatedRows === 0n) return
  const of = { asset, userId }
  const balance = await change(tx, { ...of, available: held, locked: -held })
  if (balance === undefined) throw new Error(`less is held for ${orderNo} than was stored`)
  await post(tx, `release:${orderNo}`, 'RELEASE', [
    { ...of, account: 'user.locked', amount: -held, after: balance.locked },
    { ...of, account: 'user.available', amount: held, after: balance.available },
  ])
}
