import { sql } from 'kysely'
import { type UserId, userId } from '../../../../base/ids.ts'
import type { Database, Tx } from '../../../../database/database.ts'

export type VirtualAccount = Readonly<{
  id: number
  bankCode: string
  externalId: string
  accountNumber: string | null
  name: string
  status: string
  createdAt: Date
}>

const columns = [
  'id',
  'bank_code as bankCode',
  'external_id as externalId',
  'account_number as accountNumber',
  'name',
  'status',
  'created_at as createdAt',
] as const

export async function listVirtualAccounts(
  db: Pick<Database, 'read'>,
  user: UserId,
): Promise<readonly VirtualAccount[]> {
  return db.read
    .selectFrom('virtual_accounts')
    .where('user_id', '=', user)
    .where('provider', '=', 'payx')
    .where('status', '<>', 'FAILED')
    .select(columns)
    .orderBy('id')
    .execute()
}

/** The user's account at a bank; made as REQUESTED when there is none, for payx to be asked. */
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

/** The user's account at a bank, once payx has opened it. */
export async function findOpenedAccount(tx: Tx, at: AtBank): Promise<VirtualAccount | null> {
  return (await selectAccount(tx, at).where('status', '<>', 'REQUESTED').executeTakeFirst()) ?? null
}

type AtBank = Readonly<{ user: UserId; bankCode: string }>

const selectAccount = (tx: Tx, { user, bankCode }: AtBank) =>
  tx
    .selectFrom('virtual_accounts')
    .where('user_id', '=', user)
    .where('provider', '=', 'payx')
    .where('bank_code', '=', bankCode)
    .where('status', '<>', 'FAILED')
    .select(columns)

/** What payx says of an account, at creation and in its callbacks. */
export type Reported = Readonly<{
  providerId: string
  /** Ours; null where payx names its own alone. */
  externalId: string | null
  /** null: as it is known. */
  accountNumber: string | null
  status: 'PENDING' | 'ACTIVE' | 'INACTIVE'
}>

/** The statuses an account can move to, by where it stands: never backwards. */
const before: Readonly<Record<Reported['status'], readonly string[]>> = {
  PENDING: ['REQUESTED'],
  ACTIVE: ['REQUESTED', 'PENDING'],
  INACTIVE: ['REQUESTED', 'PENDING', 'ACTIVE'],
}

export type AccountUpdate = 'updated' | 'unchanged' | 'unknown'

/** Records what payx says. An account whose creation answer was lost is found by our own id. */
export async function recordVirtualAccount(tx: Tx, reported: Reported): Promise<AccountUpdate> {
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

/** payx will not open the account: the user may ask again. */
export async function failVirtualAccount(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('virtual_accounts')
    .set({ status: 'FAILED', updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('status', '=', 'REQUESTED')
    .execute()
}

export type AccountHolder = Readonly<{ bankCode: string; user: UserId }>

/** Who holds these account numbers; a number may stand at more than one bank. */
export async function findHolders(
  tx: Tx,
  accountNumbers: readonly string[],
): Promise<ReadonlyMap<string, readonly AccountHolder[]>> {
  const rows = await tx
    .selectFrom('virtual_accounts')
    .where('provider', '=', 'payx')
    .where('account_number', '=', sql<string>`any(${accountNumbers})`)
    .select(['account_number as number', 'bank_code as bankCode', 'user_id as user'])
    .execute()
  const holders = new Map<string, AccountHolder[]>()
  for (const { number, bankCode, user } of rows) {
    if (number === null) continue
    const others = holders.get(number) ?? []
    holders.set(number, [...others, { bankCode, user: userId(user) }])
  }
  return holders
}
