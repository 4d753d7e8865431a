import type { Tx } from '../../../core/database/database.ts'
import { readSettings, type SettingsRead } from '../../../core/reference/settings.sql.ts'
import { type Credited, creditDeposits } from '../credit-deposits.ts'
import type { AccountPayment } from '../payment-report.rules.ts'
import { type AccountTerms, chargedBy, ownerOfPaid } from './va-payment.rules.ts'
import { findHolders } from './virtual-accounts.sql.ts'

/** The holders of the virtual accounts and the terms that payments into them follow. */
export type Accounts = Readonly<{
  terms: AccountTerms
  holders: Awaited<ReturnType<typeof findHolders>>
  /** The further settings that the caller asked for. */
  settings: SettingsRead
}>

const termKeys = ['deposit.va_fee_idr', 'deposit.va_minimum_idr', 'deposit.va_maximum_idr'] as const

/** Runs both queries at once to save a round trip. */
export async function readAccounts(
  tx: Tx,
  numbers: readonly string[],
  furtherKeys: readonly string[] = [],
): Promise<Accounts> {
  const [settings, holders] = await Promise.all([
    readSettings(tx, [...termKeys, ...furtherKeys]),
    findHolders(tx, numbers),
  ])
  const [fee, minimum, maximum] = termKeys
  const terms = {
    fee: settings.rupiah(fee),
    minimum: settings.rupiah(minimum),
    maximum: settings.rupiah(maximum),
  }
  return { terms, holders, settings }
}

/** Credits payments into virtual accounts to their holders, each once. */
export async function creditAccountPayments(
  tx: Tx,
  payments: readonly AccountPayment[],
  accounts?: Accounts,
): Promise<readonly Credited[]> {
  if (payments.length === 0) return []
  const numbers = payments.map(({ account }) => account)
  const { terms, holders } = accounts ?? (await readAccounts(tx, numbers))
  return creditDeposits(
    tx,
    payments.map((payment) => {
      const owner = ownerOfPaid(payment, holders.get(payment.account) ?? [], terms)
      return chargedBy(payment, owner, terms.fee)
    }),
  )
}
