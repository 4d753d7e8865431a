import type { Tx } from '../../core/database/database.ts'
import { insertRows } from '../../core/database/driver/insert.ts'
import { readRows } from '../../core/database/driver/read-rows.ts'
import { rowsOf } from '../../core/database/driver/rows.ts'
import type { Credit, PaidIn, RecordedPayment } from './paid-in.rules.ts'

/** Records payments as deposits; returns the references of those that were not recorded before. */
export async function insertCashDeposits(
  tx: Tx,
  credits: readonly Credit[],
): Promise<ReadonlySet<string>> {
  const key = ['provider', 'provider_ref'] as const
  const inserted = await insertRows(
    tx,
    'cash_deposits',
    credits.map(({ paid, user, fee }) => ({
      user_id: user,
      provider: paid.provider,
      provider_ref: paid.ref,
      method: paid.method,
      status: user === null ? 'PENDING' : 'COMPLETED',
      amount: paid.amount.units,
      fee: fee.units,
      bank_code: paid.bankCode,
      account_number: paid.accountNumber,
    })),
    { orderBy: key, unique: key, returning: key },
  )
  return new Set(inserted.map(({ provider, provider_ref }) => `${provider}:${provider_ref}`))
}

/** Finds the amounts and accounts these payments were first recorded with, by `provider:ref`. */
export async function findRecorded(
  tx: Tx,
  payments: readonly Pick<PaidIn, 'provider' | 'ref'>[],
): Promise<ReadonlyMap<string, RecordedPayment>> {
  if (payments.length === 0) return new Map()
  const wanted = rowsOf(payments, { provider: 'text', ref: 'text' })
  const found = await readRows(tx, {
    provider: 'text',
    ref: 'text',
    amount: 'units',
    account: 'text?',
  })`
    select d.provider, d.provider_ref as ref, d.amount, d.account_number as account
    from cash_deposits d join ${wanted}
      on d.provider = t.provider and d.provider_ref = t.ref`
  return new Map(
    found.map(({ provider, ref, amount, account }) => [
      `${provider}:${ref}`,
      { amount, accountNumber: account },
    ]),
  )
}
