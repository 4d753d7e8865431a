import { sql } from 'kysely'
import type { Tx } from '../../../database/database.ts'
import { rowsOf } from '../../../database/rows.ts'
import type { Credit, PaidIn, RecordedPayment } from './paid-in.rules.ts'

/** Records payments as deposits; returns the references of those that were not recorded before. */
export async function insertCashDeposits(
  tx: Tx,
  credits: readonly Credit[],
): Promise<ReadonlySet<string>> {
  const rows = rowsOf(
    credits.map(({ paid, user, fee }) => ({
      user,
      provider: paid.provider,
      ref: paid.ref,
      method: paid.method,
      status: user === null ? 'PENDING' : 'COMPLETED',
      amount: paid.amount.units,
      fee: fee.units,
      bank: paid.bankCode,
      account: paid.accountNumber,
    })),
    {
      user: 'bigint',
      provider: 'text',
      ref: 'text',
      method: 'text',
      status: 'text',
      amount: 'numeric',
      fee: 'numeric',
      bank: 'text',
      account: 'text',
    },
    't',
  )
  const inserted = await sql<{ reference: string }>`
    insert into cash_deposits
      (user_id, provider, provider_ref, method, status, amount, fee, bank_code, account_number)
    select t."user", t.provider, t.ref, t.method, t.status, t.amount, t.fee, t.bank, t.account
    from ${rows} order by t.provider, t.ref
    on conflict (provider, provider_ref) do nothing
    returning provider || ':' || provider_ref as reference`.execute(tx)
  return new Set(inserted.rows.map(({ reference }) => reference))
}

/** Finds the amounts and accounts these payments were first recorded with, by `provider:ref`. */
export async function findRecorded(
  tx: Tx,
  payments: readonly PaidIn[],
): Promise<ReadonlyMap<string, RecordedPayment>> {
  if (payments.length === 0) return new Map()
  const wanted = rowsOf(
    payments.map(({ provider, ref }) => ({ provider, ref })),
    { provider: 'text', ref: 'text' },
    't',
  )
  const found = await sql<{
    provider: string
    ref: string
    amount: string
    account: string | null
  }>`
    select d.provider, d.provider_ref as ref, d.amount, d.account_number as account
    from cash_deposits d join ${wanted}
      on d.provider = t.provider and d.provider_ref = t.ref`.execute(tx)
  return new Map(
    found.rows.map(({ provider, ref, amount, account }) => [
      `${provider}:${ref}`,
      { amount: BigInt(amount), accountNumber: account },
    ]),
  )
}
