import { integerOf } from '../../base/values/integers.ts'
import type { Database, Tx } from '../database/database.ts'

const allBanks = (db: Pick<Database, 'read'>) =>
  db.read.selectFrom('banks').select([
    'id',
    /** The clearing house's code, with leading zeros. */
    'code',
    'name',
    'short_name as shortName',
    'kind',
    /** Each provider's code of the bank; null if the provider does not serve it. */
    'payx_va_code as payxVaCode',
    'payx_payout_code as payxPayoutCode',
    'payd_code as paydCode',
    'account_min_digits as accountMinDigits',
    'account_max_digits as accountMaxDigits',
  ])

const banks = (db: Pick<Database, 'read'>) => allBanks(db).where('active', '=', true)

type BankRow = Awaited<ReturnType<ReturnType<typeof banks>['execute']>>[number]

const bankOf = ({ kind, ...row }: BankRow) => ({
  ...row,
  kind: kind === 'WALLET' ? ('WALLET' as const) : ('BANK' as const),
})

export type Bank = Readonly<ReturnType<typeof bankOf>>

/** Lists every bank and wallet that we can send money to, banks first, by name. */
export async function readBanks(db: Pick<Database, 'read'>): Promise<readonly Bank[]> {
  const rows = await banks(db).orderBy('kind').orderBy('short_name').execute()
  return rows.map(bankOf)
}

/** Lists every bank and wallet, inactive ones included, by its code. */
export async function listAllBanks(
  db: Pick<Database, 'read'>,
): Promise<readonly (Bank & Readonly<{ active: boolean }>)[]> {
  const rows = await allBanks(db).select('active').orderBy('code').execute()
  return rows.map(({ active, ...row }) => ({ ...bankOf(row), active }))
}

/** Finds a bank by its clearing code, with or without leading zeros, or by its name. */
export async function findBank(
  db: Pick<Database, 'read'>,
  codeOrName: string,
): Promise<Bank | null> {
  const wanted = codeOrName.trim()
  const query = /^[0-9]{1,4}$/.test(wanted)
    ? banks(db).where('id', '=', integerOf(wanted))
    : banks(db).where(({ eb, fn, or }) =>
        or([
          eb(fn('lower', ['name']), '=', wanted.toLowerCase()),
          eb(fn('lower', ['short_name']), '=', wanted.toLowerCase()),
        ]),
      )
  const row = await query.executeTakeFirst()
  return row === undefined ? null : bankOf(row)
}

/** Sets payx's payout code of a bank. */
export async function writePayoutCode(tx: Tx, code: string, payxCode: string): Promise<void> {
  await tx
    .updateTable('banks')
    .set({ payx_payout_code: payxCode })
    .where('code', '=', code)
    .execute()
}

/** Whether a bank is enabled; locks its row until the transaction ends. */
export async function lockBankActive(tx: Tx, code: string): Promise<boolean | null> {
  const row = await tx
    .selectFrom('banks')
    .where('code', '=', code)
    .select('active')
    .forUpdate()
    .executeTakeFirst()
  return row?.active ?? null
}

export async function writeBankActive(tx: Tx, code: string, active: boolean): Promise<void> {
  await tx.updateTable('banks').set({ active }).where('code', '=', code).execute()
}
