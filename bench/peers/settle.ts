/** The venue's report of a trade: both sides of it are booked, and at its end the rest released. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isNew } from './events.ts'
import { add, change, post } from './ledger.ts'
import { pairOf, unitsOf } from './pairs.ts'
import type { Db, Tx } from './tables.ts'

const feePpm = 2_000n
const million = 1_000_000n

/** The venue's words: c order, i its id there, X status, l volume, Y amount, t trade, T time. */
type Report = {
  e: 'executionReport'
  c: string
  i: string
  X: string
  x: string
  l: string
  Y: string
  t: number
  T: number
}

const text = { type: 'string', minLength: 1, maxLength: 100 }
const reportSchema = {
  type: 'object',
  required: ['e', 'c', 'i', 'X', 'x', 'l', 'Y', 't', 'T'],
  properties: {
    ...{ e: { const: 'executionReport' }, x: { const: 'TRADE' } },
    ...{ c: text, i: text, X: text, l: text, Y: text },
    ...{ t: { type: 'integer' }, T: { type: 'integer' } },
  },
}

/** Registered in a separate scope, because the signature covers the raw bytes. */
export async function mountSettle(app: FastifyInstance, db: Db, secret: string): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    const parse = async (request: FastifyRequest, body: Buffer): Promise<unknown> => {
      if (!isSigned(request, body, secret)) throw new Unsigned('wrong signature')
      return JSON.parse(body.toString('utf8'))
    }
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, parse)
    scope.post<{ Body: Report }>('/api/webhook/venue', {
      schema: { body: reportSchema },
      handler: async ({ body }) => {
        await db.transaction().execute((tx) => settle(tx, body))
        return { message: 'success receive data' }
      },
    })
  })
}

class Unsigned extends Error {
  readonly statusCode = 401
}

function isSigned({ headers }: FastifyRequest, body: Buffer, secret: string): boolean {
  const hmac = createHmac('sha256', secret).update(`${headers['x-venue-timestamp']}.`).update(body)
  const expected = hmac.digest()
  const sent = Buffer.from(String(headers['x-venue-signature']), 'hex')
  return sent.length === expected.length && timingSafeEqual(sent, expected)
}

async function settle(tx: Tx, report: Report): Promise<void> {
  if (!(await isNew(tx, 'venue.report', `trade:${report.t}`, JSON.stringify(report)))) return
  const order = await tx
    .selectFrom('orders')
    .select(['id', 'user_id', 'pair', 'side', 'volume', 'held', 'spent', 'executed', 'status'])
    .where('order_no', '=', report.c)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const pair = pairOf(order.pair)
  const isBuy = order.side === 'BUY'
  const volume = unitsOf(report.l, pair.baseDecimals)
  const quote = unitsOf(report.Y, pair.quoteDecimals)
  const [paid, received] = isBuy ? [quote, volume] : [volume, quote]
  const fee = (received * feePpm) / million
  const executed = order.executed + volume
  const isDone = executed === order.volume
  const rest = isDone ? order.held - order.spent - paid : 0n
  await tx
    .insertInto('fills')
    .values({
      ...{ pair: pair.name, trade_id: BigInt(report.t), order_id: order.id, volume, quote, fee },
      traded_at: new Date(report.T),
    })
    .execute()
  await tx
    .updateTable('orders')
    .set({
      ...{ executed, spent: order.spent + paid, status: isDone ? 'DONE' : 'OPEN' },
      ...{ venue_order_id: report.i, updated_at: new Date() },
    })
    .where('id', '=', order.id)
    .execute()
  const from = { userId: order.user_id, asset: isBuy ? pair.quote : pair.base }
  const into = { userId: order.user_id, asset: isBuy ? pair.base : pair.quote }
  const left = await change(tx, { ...from, available: rest, locked: -paid - rest })
  if (left === undefined) throw new Error(`less is held for ${report.c} than was paid`)
  const got = await add(tx, { ...into, available: received - fee })
  const released = { ...from, account: 'user.available', amount: rest, after: left.available }
  await post(tx, `trade:${report.t}`, 'TRADE', [
    { ...from, account: 'user.locked', amount: -paid - rest, after: left.locked },
    { asset: from.asset, account: 'house.venue', amount: paid },
    { asset: into.asset, account: 'house.venue', amount: -received },
    { ...into, account: 'user.available', amount: received - fee, after: got.available },
    { asset: into.asset, account: 'house.fees', amount: fee },
    ...(rest > 0n ? [released] : []),
  ])
  if (!isDone) return
  const data = JSON.stringify({ orderNo: report.c })
  await tx.insertInto('notices').values({ user_id: order.user_id, kind: 'order', data }).execute()
}
