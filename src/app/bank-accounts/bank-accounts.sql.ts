import { sql } from 'kysely'
import type { UserId } from '../../base/values/ids.ts'
import type { Database, Tx } from '../../core/database/database.ts'
import { countRows } from '../../core/database/partitions/page-query.ts'

export const bankAccountLimits = {
  ownerChecksAMinute: 30,
  perUser: 20,
  idChars: 32,
  numberDigits: 34,
  nameChars: 100,
  addressChars: 255,
} as const

export type BankAccountFields = Readonly<{
  bankId: string
  bankName: string
  account: string
  bankOwner: string
  address: string
}>

export type BankAccount = BankAccountFields & Readonly<{ userBankAddressId: number }>

const columns = [
  'id as userBankAddressId',
  'bank_id as bankId',
  'bank_name as bankName',
  'account',
  'bank_owner as bankOwner',
  'address',
] as const

const valuesOf = ({ bankId, bankName, account, bankOwner, address }: BankAccountFields) => ({
  bank_id: bankId,
  bank_name: bankName,
  account,
  bank_owner: bankOwner,
  address,
})

export async function selectBankAccounts(
  db: Pick<Database, 'read'>,
  user: UserId,
): Promise<readonly BankAccount[]> {
  return db.read
    .selectFrom('bank_accounts')
    .where('user_id', '=', user)
    .select(columns)
    .orderBy('id')
    .limit(bankAccountLimits.perUser)
    .execute()
}

/** Adds an account; returns null at the user's limit. Locks the user's row. */
export async function insertBankAccount(
  tx: Tx,
  user: UserId,
  fields: BankAccountFields,
): Promise<BankAccount | null> {
  // Concurrent inserts for the same user wait here, so the count below includes theirs.
  await sql`select 1 from users where id = ${user} for no key update`.execute(tx)
  const count = await countRows(tx.selectFrom('bank_accounts').where('user_id', '=', user))
  if (count >= bankAccountLimits.perUser) return null
  return tx
    .insertInto('bank_accounts')
    .values({ user_id: user, ...valuesOf(fields) })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/**
 * Changes an account of this user; returns null if there is none. `changed_at` is the time the
 * payee last changed, so an edit of the address alone leaves it.
 */
export async function updateBankAccount(
  tx: Tx,
  user: UserId,
  { userBankAddressId, ...fields }: BankAccount,
): Promise<BankAccount | null> {
  const { bankId, bankName, account, bankOwner } = fields
  const row = await tx
    .updateTable('bank_accounts')
    .set({
      ...valuesOf(fields),
      changed_at: sql<Date>`case
        when (bank_id, bank_name, account, bank_owner)
          is distinct from (${bankId}, ${bankName}, ${account}, ${bankOwner})
        then now() else changed_at end`,
    })
    .where('id', '=', userBankAddressId)
    .where('user_id', '=', user)
    .returning(columns)
    .executeTakeFirst()
  return row ?? null
}

export async function dropBankAccounts(tx: Tx, user: UserId): Promise<void> {
  await tx.deleteFrom('bank_accounts').where('user_id', '=', user).execute()
}

/** Deletes an account of this user; returns false if there is none. */
export async function deleteBankAccountRow(tx: Tx, user: UserId, id: number): Promise<boolean> {
  const result = await tx
    .deleteFrom('bank_accounts')
    .where('id', '=', id)
    .where('user_id', '=', user)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}
