import { hmacSha256, keyFor } from '../../../../base/crypto.ts'
import { refuse } from '../../../../base/refusal.ts'
import type { Context } from '../../../../context.ts'
import { ownerOfPaydNumber } from '../../../../providers/payd/fixed-number.ts'
import { payerName } from '../../../../providers/payx/payer-name.ts'
import { findUser } from '../../../../users/users.sql.ts'
import { maskedName } from './masked-name.rules.ts'
import { keepInquiry } from './payd-orders.sql.ts'
import { inquiryIdOf } from './payd-payment.rules.ts'

export type Inquired = Readonly<{ name: string; merchantOrderId: string }>

/**
 * Who is paid at a fixed number, and under which order; null for a number of nobody. The order is
 * made of the number and the session, so any node answers an inquiry that is made again the same.
 * It is committed before it is told, so no payment comes before it.
 */
export async function answerPaydInquiry(
  ctx: Pick<Context, 'config' | 'db'>,
  { bin, vaNo, session }: Readonly<{ bin: string; vaNo: string; session: string }>,
): Promise<Inquired | null> {
  const { vaBin } = ctx.config.payd
  const owner = bin === vaBin ? ownerOfPaydNumber(vaBin, vaNo) : null
  const user = owner === null ? null : await findUser(ctx.db.read, owner)
  if (user === null || user.suspendedAt !== null) return null
  const key = keyFor(ctx.config.appKey, 'payd inquiry')
  const merchantOrderId = inquiryIdOf(hmacSha256(key, JSON.stringify([vaNo, session])))
  const kept = await keepInquiry(ctx.db, { merchantOrderId, user: user.id, vaNo })
  // A session is one payer's attempt. One that was paid can't be paid again under the same order.
  if (kept.status !== 'OPEN') return refuse('api.payd_session_used')
  const name = maskedName(payerName(user.email.slice(0, user.email.indexOf('@'))))
  return { name, merchantOrderId }
}
