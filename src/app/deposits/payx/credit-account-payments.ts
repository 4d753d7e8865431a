import type { Tx } from '../../../core/database/database.ts'
import { readSettings } from '../../../core/reference/settings.sql.ts'
import { type Credited, creditDeposits } from '../credit-deposits.ts'
import { type AccountPayment, type AccountTerms, chargedInto } from './va-payment.rules.ts'
import { findHolders } from './virtual-accounts.sql.ts'

/** The holders of the virtual accounts and the terms that payments into them follow. */
export type Accounts = Readonly<{
  terms: AccountTerms
  holders: Awaited<ReturnType<typeof findHolders>>
}>

/** Runs both queries at once to save a round trip. */
export async function readAccounts(tx: Tx, payments: readonly AccountPayment[]): Promise<Accounts> {
  const numbers = payments.map(({ accountNumber }) => accountNumber)
  const [terms, holders] = await Promise.all([readTerms(tx), findHolders(tx, numbers)])
  return { terms, holders }
}

async function readTerms(tx: Tx): Promise<AccountTerms> {
  const { rupiah } = await readSettings(tx, [
    'deposit.va_fee_idr',
    'deposit.va_minimum_idr',
    'deposit.va_maximum_idr',
    'payx.confirm_from_idr',
  ])
  return {
    fee: rupiah('deposit.va_fee_idr'),
    minimum: rupiah('deposit.va_minimum_idr'),
    maximum: rupiah('deposit.va_maximum_idr'),
    confirmFrom: rupiah('payx.confirm_from_idr'),
  }
}

/** Credits payments into virtual accounts to their holders, each once. */
export async function creditAccountPayments(
  tx: Tx,
  payments: readonly AccountPayment[],
  { terms, holders }: Accounts,
): Promise<readonly Credited[]> {
  if (payments.length === 0) return []
  return creditDeposits(
    tx,
    payments.map((payment) =>
      chargedInto(payment, holders.get(payment.accountNumber) ?? [], terms),
    ),
  )
}
