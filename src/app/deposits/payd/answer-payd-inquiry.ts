import { refuse } from '../../../base/refusal.ts'
import { lookupOf } from '../../../base/secrets/app-keys.ts'
import type { Context } from '../../../context.ts'
import { findUncertified } from '../../../core/users/certifications.sql.ts'
import { findUser } from '../../../core/users/users.sql.ts'
import { ownerOfPaydNumber } from '../../../providers/payd/fixed-number.ts'
import { payerName } from '../../../providers/payx/payer-name.ts'
import { keepInquiry } from './payd-orders.sql.ts'
import { inquiryIdOf } from './payd-payment.rules.ts'

export type Inquired = Readonly<{ name: string; merchantOrderId: string }>

/**
 * Returns the payer name and order id for a payment into a fixed number; null if the number has no
 * owner, or the owner is suspended or lacks a certification. The order id is derived from number
 * and session, so a repeated inquiry gets the same one at any node. The order is committed before
 * it is returned, so it exists before any payment arrives.
 */
export async function answerPaydInquiry(
  ctx: Pick<Context, 'config' | 'db'>,
  { bin, vaNo, session }: Readonly<{ bin: string; vaNo: string; session: string }>,
): Promise<Inquired | null> {
  const { vaBin } = ctx.config.payd
  const owner = bin === vaBin ? ownerOfPaydNumber(vaBin, vaNo) : null
  const user = owner === null ? null : await findUser(ctx.db.read, owner)
  if (user === null || user.suspendedAt !== null) return null
  if ((await findUncertified(ctx.db.read, [user.id])).has(user.id)) return null
  const mac = lookupOf(ctx.config, 'payd inquiry', JSON.stringify([vaNo, session]))
  const merchantOrderId = inquiryIdOf(mac)
  const kept = await keepInquiry(ctx.db, { merchantOrderId, user: user.id, vaNo })
  // A session is one payment attempt. After it was paid, its order cannot be paid again.
  if (kept.status !== 'OPEN') return refuse('api.payd_session_used')
  const name = maskedName(payerName(user.email.slice(0, user.email.indexOf('@'))))
  return { name, merchantOrderId }
}

const shownChars = 20
const clearChars = 2

/**
 * Masks an account holder's name for payers: enough to notice a mistyped number, too little to
 * collect names by trying numbers.
 */
const maskedName = (name: string): string =>
  name
    .split(' ')
    .map((word) => word.slice(0, clearChars).padEnd(word.length, '*'))
    .join(' ')
    .slice(0, shownChars)
    .trim()
