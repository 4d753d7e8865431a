import type { Database, Reader, Tx } from '../database/database.ts'

export type PaymentBank = Readonly<{ code: string; name: string; shortName: string }>

export type Instructions = Readonly<{ channel: string; steps: readonly string[] }>

export async function listPaymentBanks(
  db: Pick<Database, 'read'>,
): Promise<readonly PaymentBank[]> {
  return paymentBanks(db).orderBy('short_name').execute()
}

/** Finds a bank by payx's code; null if there is none. */
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

/** Lists the instructions for a bank's virtual accounts, by payment channel, in one language. */
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

export type StoredInstructions = Readonly<{
  bankCode: string
  lang: string
  channel: string
  steps: readonly string[]
}>

const stored = (db: Reader) =>
  db
    .selectFrom('payment_instructions')
    .select(['bank_code as bankCode', 'lang', 'channel', 'steps'])

/** Lists the instructions of all banks, in both languages. */
export const listAllInstructions = (
  db: Pick<Database, 'read'>,
): Promise<readonly StoredInstructions[]> =>
  stored(db.read).orderBy('bank_code').orderBy('sort').orderBy('lang').execute()

export type InstructionsKey = Pick<StoredInstructions, 'bankCode' | 'lang' | 'channel'>

/** Finds instructions, and locks them until the transaction ends. */
export async function lockInstructions(
  tx: Tx,
  { bankCode, lang, channel }: InstructionsKey,
): Promise<StoredInstructions | null> {
  const found = await stored(tx)
    .where('bank_code', '=', bankCode)
    .where('lang', '=', lang)
    .where('channel', '=', channel)
    .forUpdate()
    .executeTakeFirst()
  return found ?? null
}

/** Replaces the steps of existing instructions. */
export async function writeInstructions(
  tx: Tx,
  { bankCode, lang, channel }: InstructionsKey,
  steps: readonly string[],
): Promise<void> {
  await tx
    .updateTable('payment_instructions')
    .set({ steps: [...steps] })
    .where('bank_code', '=', bankCode)
    .where('lang', '=', lang)
    .where('channel', '=', channel)
    .execute()
}
