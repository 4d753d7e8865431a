import type { Context } from '../../../context.ts'
import { readBanks } from '../../../core/reference/banks.sql.ts'

export async function listBanks(ctx: Pick<Context, 'db'>) {
  const banks = await readBanks(ctx.db)
  return banks.map(({ payxVaCode, payxPayoutCode, paydCode, ...bank }) => ({
    ...bank,
    virtualAccount: payxVaCode !== null,
    payout: payxPayoutCode !== null || paydCode !== null,
  }))
}
