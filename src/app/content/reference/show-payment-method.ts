import { z } from 'zod'
import { refuse } from '../../../base/refusal.ts'
import { formatMoney, idr, perMillion, zero } from '../../../base/values/money.ts'
import { percentOf } from '../../../base/values/ratio.ts'
import type { Context } from '../../../context.ts'
import {
  findPaymentBank,
  listInstructions,
  listPaymentBanks,
} from '../../../core/reference/payment-instructions.sql.ts'
import { readPartsPerMillion, readRupiah } from '../../../core/reference/settings.sql.ts'
import { oneOf } from '../../../platform/http/contracts/contracts.ts'
import { language, vaCodes } from '../content-contracts.ts'

export const PaymentMethod = z.object({ type: oneOf(['va', 'qris']) })

export const VirtualAccountMethod = z.object({ code: oneOf(vaCodes), lang: language })

/** Returns the terms of a payment method, and the banks that offer it. */
export async function showPaymentMethod(
  ctx: Pick<Context, 'db'>,
  { type }: z.output<typeof PaymentMethod>,
) {
  const banks = type === 'va' ? await listPaymentBanks(ctx.db) : []
  return { type, symbol: 'IDR', ...(await termsOf(ctx, type)), banks }
}

/** Returns the terms and step-by-step instructions of deposits to a bank's virtual account. */
export async function showVirtualAccountMethod(
  ctx: Pick<Context, 'db'>,
  { code, lang }: z.output<typeof VirtualAccountMethod>,
) {
  const bank = await findPaymentBank(ctx.db, code)
  if (bank === null) return refuse('api.payment_method_not_found')
  const instructions = await listInstructions(ctx.db, code, lang)
  return { ...bank, lang, symbol: 'IDR', ...(await termsOf(ctx, 'va')), instructions }
}

async function termsOf({ db }: Pick<Context, 'db'>, type: 'va' | 'qris') {
  const inRupiah = async (key: string) => formatMoney(await readRupiah(db.read, key))
  const cost =
    type === 'va'
      ? { fee: await inRupiah('deposit.va_fee_idr'), rate: percentOf(perMillion(0n)) }
      : {
          fee: formatMoney(zero(idr)),
          rate: percentOf(await readPartsPerMillion(db.read, 'deposit.qris_fee_ppm')),
        }
  return {
    ...cost,
    minimum: await inRupiah(`deposit.${type}_minimum_idr`),
    maximum: await inRupiah(`deposit.${type}_maximum_idr`),
  }
}
