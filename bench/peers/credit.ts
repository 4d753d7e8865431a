/** The callback of a paid virtual account: its holder is credited once, less the fee. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { isNew } from './events.ts'
import { add, post } from './ledger.ts'
import type { Db, Tx } from './tables.ts'

const feeUnits = 444_000n
const unitsPerRupiah = 100n

type Paid = {
  id: string
  payment_id: string
  bank_code: string
  account_number: string
  amount: number
}

const text = { type: 'string', minLength: 1, maxLength: 100 }
const paidSchema = {
  type: 'object',
  required: ['id', 'payment_id', 'bank_code', 'account_number', 'amount'],
  properties: {
    id: text,
    payment_id: text,
    bank_code: text,
    account_number: text,
    amount: { type: 'integer', minimum: 1, maximum: 1_000_000_000_000 },
  },
}

const digestOf = (value: string) => createHash('sha256').update(value).digest()

export function mountCredit(app: FastifyInstance, db: Db, callbackToken: string): void {
  const expected = digestOf(callbackToken)
  app.post<{ Body: Paid }>('/api/webhook/payx/handle-deposit-paid', {
    schema: { body: paidSchema },
    onRequest: async (request, reply) => {
      const token = request.headers['x-callback-token']
      if (typeof token !== 'string' || !timingSafeEqual(digestOf(token), expected)) {
        return reply.code(401).send({ message: 'wrong token' })
      }
    },
    handler: async ({ body }) => {
      await db.transaction().execute((tx) => credit(tx, body))
      return { message: 'success receive data' }
    },
  })
}

async function credit(tx: Tx, paid: Paid): Promise<void> {
  if (!(await isNew(tx, 'payx.deposit-paid', paid.payment_id, JSON.stringify(paid)))) return
  const { user_id: userId } = await tx
    .selectFrom('virtual_accounts')
    .select('user_id')
    .where('bank_code', '=', paid.bank_code)
    .where('account_number', '=', paid.account_number)
    .where('active', '=', true)
    .executeTakeFirstOrThrow()
  const amount = BigInt(paid.amount) * unitsPerRupiah
  const fee = amount < feeUnits ? amount : feeUnits
  const net = amount - fee
  await tx
    .insertInto('deposits')
    .values({ user_id: userId, provider_ref: paid.payment_id, amount, fee })
    .execute()
  const { available } = await add(tx, { userId, asset: 'IDR', available: net })
  await post(tx, `deposit:${paid.payment_id}`, 'DEPOSIT', [
    { account: 'house.payx', asset: 'IDR', amount: -amount },
    { account: 'user.available', asset: 'IDR', amount: net, userId, after: available },
    { account: 'house.fees', asset: 'IDR', amount: fee },
  ])
  const data = JSON.stringify({ payment: paid.payment_id, amount: net.toString() })
  await tx.insertInto('notices').values({ user_id: userId, kind: 'deposit', data }).execute()
}
