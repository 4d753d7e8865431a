import { z } from 'zod'
import type { Money } from '../../base/money.ts'
import type { Tx } from '../../database/database.ts'
import { creditDeposits } from '../../features/transfers/deposits/credit-deposits.ts'
import { paidAmount } from '../../features/transfers/deposits/paid-amount.rules.ts'
import type { Charged, PaidIn } from '../../features/transfers/deposits/paid-in.rules.ts'
import {
  type AccountHolder,
  findHolders,
} from '../../features/transfers/deposits/virtual-accounts.sql.ts'
import { optional, sentNumber, text, textOrInteger } from '../../http/contracts.ts'
import type { Callback } from '../../inbox/callback.ts'
import { readRupiah } from '../../reference/settings.sql.ts'
import { creditReadable, type Unreadable } from './credit-readable.ts'

const DepositPaid = z.object({
  id: text({ max: 100 }),
  payment_id: optional(text({ max: 100 })),
  bank_code: text({ max: 40 }),
  amount: sentNumber,
  account_number: textOrInteger({ max: 40 }),
})

type DepositPaid = z.output<typeof DepositPaid>

/** One payment has one payment id; the oldest form of the callback has only the object's own. */
const paymentOf = (notice: DepositPaid): string => notice.payment_id ?? notice.id

/** payx says that virtual accounts were paid: each holder is credited once, less the fee. */
export const depositPaid: Callback<typeof DepositPaid> = {
  source: 'payx.deposit-paid',
  body: DepositPaid,
  key: paymentOf,
  apply: async (tx, notices) => {
    const holders = await findHolders(
      tx,
      notices.map(({ account_number }) => account_number),
    )
    const fee = await virtualAccountFee(tx)
    return creditReadable(
      tx,
      notices.map((notice) => paidInto(holders, notice, fee) ?? unreadableOf(notice)),
      creditDeposits,
    )
  },
}

/** From the settings; never from the payload. */
const virtualAccountFee = (tx: Tx): Promise<Money> => readRupiah(tx, 'deposit.va_fee_idr')

function paidInto(
  holders: ReadonlyMap<string, readonly AccountHolder[]>,
  notice: DepositPaid,
  fee: Money,
): Charged | null {
  const paid = paidAmount(notice.amount)
  if (paid.kind === 'unreadable') return null
  const odd = paid.kind === 'odd' ? { suspense: paid.reason } : null
  return {
    provider: 'payx',
    ref: paymentOf(notice),
    method: 'VA',
    owner: odd ?? holderOf(holders.get(notice.account_number) ?? [], notice.bank_code),
    amount: paid.amount,
    bankCode: notice.bank_code,
    accountNumber: notice.account_number,
    sent: notice.amount,
    fee,
  }
}

function holderOf(holders: readonly AccountHolder[], bankCode: string): PaidIn['owner'] {
  const holder = holders.find((one) => one.bankCode === bankCode)
  if (holder !== undefined) return { user: holder.user }
  return { suspense: holders.length > 0 ? 'account-at-another-bank' : 'unknown-account' }
}

const unreadableOf = (notice: DepositPaid): Unreadable => ({
  unreadable: {
    payment: paymentOf(notice),
    sent: notice.amount,
    account: notice.account_number,
  },
})
