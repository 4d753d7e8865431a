import { openedQrisCode, requestQrisCode } from '../../src/app/deposits/payx/qris-codes.sql.ts'
import type { UserId } from '../../src/base/values/ids.ts'
import { idr, whole } from '../../src/base/values/money.ts'
import type { Database } from '../../src/core/database/database.ts'
import { makeUser } from './ledger.ts'

export type Code = Readonly<{ user: UserId; externalId: string }>

let made = 0

/** Inserts a code that is open at payx, of a new user unless one is given. */
export async function makeCode(
  db: Database,
  given: Readonly<{ user?: UserId; rupiah?: bigint }> = {},
): Promise<Code> {
  made += 1
  const providerId = `qr_${made}`
  const externalId = `qr-${process.pid}-${made}`
  const user = given.user ?? (await makeUser(db))
  const amount = whole(idr, given.rupiah ?? 15_000n)
  await db.inTransaction(async (tx) => {
    await requestQrisCode(tx, { user, externalId, amount, ttlHours: 48 })
    await openedQrisCode(tx, { externalId, providerId, qrString: '000201' })
  })
  return { user, externalId }
}

/** A payment of a code in the flat form of the callback. */
export const scanned = (
  { externalId }: Pick<Code, 'externalId'>,
  id: string,
  amount: unknown = 15_000,
) => ({
  event: 'qr.payment',
  id,
  amount,
  created: new Date().toISOString(),
  qr_code: {
    id: 'qr_object',
    external_id: externalId,
    qr_string: '000201',
    type: 'DYNAMIC',
    metadata: null,
  },
  status: 'COMPLETED',
  payment_details: { receipt_id: '123456789012', source: 'GOPAY', name: null },
})

/** The same payment in the newer form, with the payment inside. */
export const enveloped = (
  { externalId }: Pick<Code, 'externalId'>,
  id: string,
  amount: unknown = 15_000,
) => ({
  event: 'qr.payment',
  api_version: '2022-07-31',
  business_id: 'merchant',
  created: new Date().toISOString(),
  data: {
    id,
    amount,
    currency: 'IDR',
    status: 'SUCCEEDED',
    qr_id: 'qr_object',
    qr_string: '000201',
    reference_id: externalId,
    type: 'DYNAMIC',
    channel_code: 'ID_DANA',
    payment_detail: { receipt_id: '123456789012', source: 'DANA' },
  },
})
