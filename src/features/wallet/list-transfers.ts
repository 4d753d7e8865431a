import { z } from 'zod'
import type { Caller } from '../../access/signed-in.ts'
import { formatMoney, idr, money } from '../../base/money.ts'
import { pageBounds, pageOf } from '../../base/page.ts'
import type { Context } from '../../context.ts'
import { oneOf, optional, text } from '../../http/contracts.ts'
import { pageFields } from '../../http/lists.ts'
import { calendarDay } from './calendar-day.ts'
import { spanOf } from './history.rules.ts'
import { type CashDeposit, countCashDeposits, listCashDeposits } from './history.sql.ts'

export const ListTransfers = z.object({
  currencyType: optional(oneOf(['FIAT', 'COIN'])),
  symbol: optional(text({ max: 12 })),
  startDate: optional(calendarDay),
  endDate: optional(calendarDay),
  ...pageFields,
})

/** The caller's deposits and withdrawals, newest first. */
export async function listTransfers(
  ctx: Pick<Context, 'db'>,
  input: z.output<typeof ListTransfers>,
  caller: Caller,
) {
  const span = spanOf(input.startDate, input.endDate)
  if (input.currencyType === 'COIN' || (input.symbol ?? idr.symbol) !== idr.symbol) {
    return pageOf([], 0, input)
  }
  const deposits = await listCashDeposits(ctx.db, caller.id, span, pageBounds(input))
  const total = await countCashDeposits(ctx.db, caller.id, span)
  return pageOf(deposits.map(cashDepositItem), total, input)
}

const cashDepositItem = (deposit: CashDeposit) => ({
  id: `CASH_DEPOSIT-${deposit.id}`,
  type: 'CASH_DEPOSIT' as const,
  symbol: idr.symbol,
  amount: formatMoney(money(idr, deposit.amount)),
  fee: formatMoney(money(idr, deposit.fee)),
  status: deposit.status,
  network: null,
  address: null,
  txHash: null,
  createdAt: deposit.createdAt.toISOString(),
  updatedAt: deposit.updatedAt.toISOString(),
})
