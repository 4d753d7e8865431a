import { z } from 'zod'
import { refuse } from '../../../base/refusal.ts'
import type { Context } from '../../../context.ts'
import type { Caller } from '../../../platform/access/signed-in.ts'
import { oneOf, rupiahAmount } from '../../../platform/http/contracts/contracts.ts'
import { paymentMethods } from '../../../providers/payd/payment-methods.ts'
import { payerName } from '../../../providers/payx/payer-name.ts'
import { assertWithinBounds } from '../deposit-bounds.ts'
import { assertCertified, assertRoomFor } from '../unproven/unproven-bounds.ts'
import { paydLimits } from './payd-limits.ts'
import { insertPaydOrder, writeAnswer } from './payd-orders.sql.ts'
import { orderIdOf } from './payd-payment.rules.ts'

export const OpenPaydOrder = z.object({
  amount: rupiahAmount({ min: 1, max: paydLimits.maxRupiah }),
  paymentMethod: oneOf(paymentMethods),
})

export type OpenedOrder = Readonly<{
  merchantOrderId: string
  paymentUrl: string
  vaNumber: string | null
}>

const idBytes = 12

/**
 * Opens an order at payd for a deposit. The order is stored before payd is called, so a payment is
 * credited even if payd's response is lost.
 *
 * @transactions the order is stored before payd is called, its answer after.
 */
export async function openPaydOrder(
  ctx: Pick<Context, 'config' | 'db' | 'payd' | 'random'>,
  { amount, paymentMethod }: z.output<typeof OpenPaydOrder>,
  { id: user, email }: Caller,
): Promise<OpenedOrder> {
  await assertWithinBounds(ctx, 'payd', amount)
  await assertCertified(ctx, user)
  await assertRoomFor(ctx, user, amount)
  const merchantOrderId = orderIdOf(ctx.random.bytes(idBytes))
  const order = { merchantOrderId, user, amount, paymentMethod }
  await ctx.db.inTransaction((tx) => insertPaydOrder(tx, order))
  const answer = await ctx.payd.createPayment({
    merchantOrderId,
    amount,
    paymentMethod,
    email,
    payerName: payerName(email.slice(0, email.indexOf('@')))
      .slice(0, paydLimits.nameChars)
      .trim(),
    callbackUrl: `${ctx.config.callbackUrl}/api/webhook/payd-deposit`,
    returnUrl: ctx.config.appUrl,
    expiryMinutes: paydLimits.orderMinutes,
  })
  if (answer.kind === 'unknown') return refuse('api.payd_order_unavailable')
  if (answer.kind === 'rejected') {
    await ctx.db.inTransaction((tx) => writeAnswer(tx, merchantOrderId, { status: 'FAILED' }))
    return refuse('api.payd_order_unavailable')
  }
  const opened = { ...answer.value, status: 'OPEN' } as const
  await ctx.db.inTransaction((tx) => writeAnswer(tx, merchantOrderId, opened))
  const { paymentUrl, vaNumber } = answer.value
  return { merchantOrderId, paymentUrl, vaNumber }
}
