import type { Database } from '../../src/core/database/database.ts'
import type { Tukar } from '../harness.ts'
import type { Account } from './payx.ts'
import { expectOk } from './trader.ts'

/** Pays an account at payx itself, which then calls us back. */
export async function payAccount(
  tukar: Tukar,
  { accountNumber, bankCode }: Pick<Account, 'accountNumber' | 'bankCode'>,
  amount: number | string,
  paymentId?: string,
): Promise<void> {
  const body = {
    accountNumber,
    bankCode,
    amount,
    ...(paymentId === undefined ? {} : { paymentId }),
  }
  expectOk(await tukar.control('POST', '/payx/va-payments', body))
}

/** Pays a QR code at payx itself, which then calls us back. */
export async function payCode(
  tukar: Tukar,
  externalId: string,
  amount: number,
  paymentId: string,
): Promise<void> {
  expectOk(await tukar.control('POST', '/payx/qr-payments', { externalId, amount, paymentId }))
}

/** Makes payx not respond to paths with this prefix; returns a function that ends it. */
export async function breakPayx(tukar: Tukar, path: string): Promise<() => Promise<void>> {
  await tukar.control('POST', '/faults', { provider: 'payx', fault: 'error-500', path })
  return async () => {
    await tukar.control('DELETE', '/faults')
  }
}

const counted = 1_000

/** Counts calls to payx with this path prefix; the returned function returns their number. */
export async function countCalls(tukar: Tukar, path: string): Promise<() => Promise<number>> {
  const fault = { provider: 'payx', fault: 'latency', path, delayMs: 0, times: counted }
  expectOk(await tukar.control('POST', '/faults', fault))
  return async () => counted - ((await tukar.control('GET', '/faults')).body[0]?.times ?? 0)
}

/** The states of the reported payments, in the order of their reports. */
export async function reportStates(db: Database): Promise<readonly string[]> {
  const rows = await db.read
    .selectFrom('payment_reports')
    .select('state')
    .orderBy('created_at')
    .orderBy('amount')
    .execute()
  return rows.map(({ state }) => state)
}

/** Alerts that need an operator, each with its severity. */
export async function worries(db: Database): Promise<readonly string[]> {
  const rows = await db.read
    .selectFrom('operator_alerts')
    .select(['kind', 'severity'])
    .where('severity', '<>', 'info')
    .orderBy('id')
    .execute()
  return rows.map(({ kind, severity }) => `${kind} ${severity}`)
}
