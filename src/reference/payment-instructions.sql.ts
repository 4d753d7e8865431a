import type { Database } from '../database/database.ts'

export type PaymentBank = Readonly<{ code: string; name: string; shortName: string }>

export type Instructions = Readonly<{ channel: string; steps: readonly string[] }>

/** The banks whose virtual accounts may be paid, by payx' code for them. */
export async function listPaymentBanks(
  db: Pick<Database, 'read'>,
): Promise<readonly PaymentBank[]> {
  return paymentBanks(db).orderBy('short_name').execute()
}

/** One of them; null when there is none of this code. */
export async function findPaymentBank(
  db: Pick<Database, 'read'>,
  code: string,
): Promise<PaymentBank | null> {
  return (await paymentBanks(db).where('payx_va_code', '=', code).executeTakeFirst()) ?? null
}

const paymentBanks = (db: Pick<Database, 'read'>) =>
  db.read
    .selectFrom('banks')
    .where('active', '=', true)
    .where('payx_va_code', 'is not', null)
    .select(['name', 'short_name as shortName'])
    .select(({ fn }) => fn.coalesce('payx_va_code', 'code').as('code'))

/** How an account at a bank is paid, by each way there is, in a language. */
export const listInstructions = (
  db: Pick<Database, 'read'>,
  bankCode: string,
  lang: 'id' | 'en',
): Promise<readonly Instructions[]> =>
  db.read
    .selectFrom('payment_instructions')
    .where('bank_code', '=', bankCode)
    .where('lang', '=', lang)
    .select(['channel', 'steps'])
    .orderBy('sort')
    .execute()
