import { formatMoney } from '../../../base/values/money.ts'
import type { Context } from '../../../context.ts'
import { readRupiah } from '../../../core/reference/settings.sql.ts'
import type { Caller } from '../../../platform/access/signed-in.ts'
import { paydNumberOf } from '../../../providers/payd/fixed-number.ts'
import { noteDepositLook } from '../../transfers/deposit-looks.ts'
import { assertCertified } from '../unproven/unproven-bounds.ts'

/**
 * Returns the caller's fixed number at payd and the fee of a payment into it. The caller may be
 * about to pay it.
 */
export async function showPaydNumber(
  ctx: Pick<Context, 'clock' | 'config' | 'db' | 'log'>,
  _input: unknown,
  { id }: Caller,
): Promise<Readonly<{ vaNumber: string; fee: string }>> {
  await assertCertified(ctx, id)
  await noteDepositLook(ctx, id)
  const fee = await readRupiah(ctx.db.read, 'deposit.va_fee_idr')
  return { vaNumber: paydNumberOf(ctx.config.payd.vaBin, id), fee: formatMoney(fee) }
}
