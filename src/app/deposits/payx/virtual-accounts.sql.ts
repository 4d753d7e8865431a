import { sql } from 'kysely'
import type { UserId } from '../../../base/values/ids.ts'
import type { Database, Reader, Tx } from '../../../core/database/database.ts'
import { readRows } from '../../../core/database/driver/read-rows.ts'

const columns = [
  'id',
  'bank_code as bankCode',
  'external_id as externalId',
  'account_number as accountNumber',
  'name',
  'status',
  'created_at as createdAt',
] as const

export async function readVirtualAccounts(db: Pick<Database, 'read'>, user: UserId) {
  return db.read
    .selectFrom('virtual_accounts')
    .where('user_id', '=', user)
    .where('provider', '=', 'payx')
    .where('status', '<>', 'FAILED')
    .select(columns)
    .orderBy('id')
    .execute()
}

export type VirtualAccount = Awaited<ReturnType<typeof readVirtualAccounts>>[number]

/** Returns the user's account at a bank; creates it as REQUESTED if none is open or opening. */
export async function requestVirtualAccount(
  tx: Tx,
  request: Readonly<{ user: UserId; bankCode: string; externalId: string; name: string }>,
): Promise<VirtualAccount> {
  await tx
    .insertInto('virtual_accounts')
    .values({
      user_id: request.user,
      provider: 'payx',
      bank_code: request.bankCode,
      external_id: request.externalId,
      name: request.name,
      status: 'REQUESTED',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return selectAccount(tx, request).executeTakeFirstOrThrow()
}

/** Whether the user has an account at a bank that payx has opened, or is to open. */
export const hasVirtualAccount = async (
  { read }: Pick<Database, 'read'>,
  at: AtBank,
): Promise<boolean> => (await selectAccount(read, at).executeTakeFirst()) !== undefined

/** Returns the user's account at a bank if payx has opened it. */
export async function findOpenedAccount(tx: Tx, at: AtBank): Promise<VirtualAccount | null> {
  return (await selectAccount(tx, at).where('status', '<>', 'REQUESTED').executeTakeFirst()) ?? null
}

type AtBank = Readonly<{ user: UserId; bankCode: string }>

const selectAccount = (db: Reader, { user, bankCode }: AtBank) =>
  db
    .selectFrom('virtual_accounts')
    .where('user_id', '=', user)
    .where('provider', '=', 'payx')
    .where('bank_code', '=', bankCode)
    .where('status', 'not in', ['FAILED', 'INACTIVE'])
    .select(columns)

/** payx's report of an account, in its response or a callback. */
export type ReportedAccount = Readonly<{
  providerId: string
  /** Our own id; null if payx names only its own. */
  externalId: string | null
  /** null if the account number is unchanged. */
  accountNumber: string | null
  status: 'PENDING' | 'ACTIVE' | 'INACTIVE'
}>

/** For each status, the statuses an account may change from: it never moves backwards. */
const before: Readonly<Record<ReportedAccount['status'], readonly string[]>> = {
  PENDING: ['REQUESTED'],
  ACTIVE: ['REQUESTED', 'PENDING'],
  INACTIVE: ['REQUESTED', 'PENDING', 'ACTIVE'],
}

export type AccountUpdate = 'updated' | 'unchanged' | 'unknown'

/**
 * Stores payx's report of an account. If the response to its creation was lost, the account is
 * found by our own id.
 */
export async function recordVirtualAccount(
  tx: Tx,
  reported: ReportedAccount,
): Promise<AccountUpdate> {
  const found = await tx
    .selectFrom('virtual_accounts')
    .where('provider', '=', 'payx')
    .where(({ or, and, eb }) =>
      or([
        eb('provider_id', '=', reported.providerId),
        and([eb('provider_id', 'is', null), eb('external_id', '=', reported.externalId ?? '')]),
      ]),
    )
    .select(['id', 'status', 'provider_id as providerId'])
    .orderBy('provider_id')
    .forUpdate()
    .executeTakeFirst()
  if (found === undefined) return 'unknown'
  if (!before[reported.status].includes(found.status)) return 'unchanged'
  await tx
    .updateTable('virtual_accounts')
    .set({
      provider_id: reported.providerId,
      account_number: sql<string>`coalesce(${reported.accountNumber}, account_number)`,
      status: reported.status,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', found.id)
    .execute()
  return 'updated'
}

/** Marks an account as failed after payx rejected it; the user may ask again. */
export async function failVirtualAccount(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('virtual_accounts')
    .set({ status: 'FAILED', updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('status', '=', 'REQUESTED')
    .execute()
}

export type AccountHolder = Readonly<{ bankCode: string; user: UserId }>

/** Finds the holders of account numbers. Several banks may use the same number. */
export async function findHolders(
  tx: Tx,
  accountNumbers: readonly string[],
): Promise<ReadonlyMap<string, readonly AccountHolder[]>> {
  const rows = await readRows(tx, { number: 'text', bankCode: 'text', user: 'userId' })`
    select account_number as number, bank_code as "bankCode", user_id as "user"
    from virtual_accounts
    where provider = 'payx' and account_number = any(${accountNumbers})`
  const holders = new Map<string, AccountHolder[]>()
  for (const { number, bankCode, user } of rows) {
    const known = holders.get(number)
    if (known === undefined) holders.set(number, [{ bankCode, user }])
    else known.push({ bankCode, user })
  }
  return holders
}
