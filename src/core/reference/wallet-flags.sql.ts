import { sql } from 'kysely'
import type { Database, Tx } from '../database/database.ts'
import { oneOfTexts, readRows } from '../database/driver/read-rows.ts'

/** Withdrawals, manual deposits, and new orders. */
export const walletSwitches = ['WD', 'DEPO', 'TRADE'] as const
type WalletSwitch = (typeof walletSwitches)[number]

/**
 * Stops what a switch is for until operators resume it. The reason is added to those of an earlier
 * stop, so that an agreement to resume from that one alone is void.
 */
export async function deactivateWallet(tx: Tx, type: WalletSwitch, reason: string): Promise<void> {
  await sql`
    update wallet_flags set value = 0, updated_at = now(),
      reason = case value when 1 then ${reason} else concat_ws('; ', reason, ${reason}::text) end
    where type = ${type}
      and (value = 1 or strpos(coalesce(reason, ''), ${reason}) = 0)`.execute(tx)
}

export type WalletFlag = Readonly<{ value: number; reason: string | null }>

/** Finds a flag, and locks it until the transaction ends. */
export const lockWalletFlag = (tx: Tx, type: WalletSwitch): Promise<WalletFlag> =>
  tx
    .selectFrom('wallet_flags')
    .where('type', '=', type)
    .select(['value', 'reason'])
    .forUpdate()
    .executeTakeFirstOrThrow()

/** Sets a flag for an operator, 1 being active. */
export async function setWalletFlag(
  tx: Tx,
  type: WalletSwitch,
  { value, reason }: Readonly<{ value: number; reason: string }>,
): Promise<void> {
  await tx
    .updateTable('wallet_flags')
    .set({ value, reason, updated_at: sql<Date>`now()` })
    .where('type', '=', type)
    .execute()
}

export type StoredWalletFlag = WalletFlag & Readonly<{ type: WalletSwitch; updatedAt: Date }>

export const listWalletFlags = (db: Pick<Database, 'read'>): Promise<readonly StoredWalletFlag[]> =>
  readRows(db.read, flagColumns)`
    select type, value, reason, updated_at as "updatedAt" from wallet_flags order by type desc`

const flagColumns = {
  type: oneOfTexts(...walletSwitches),
  value: 'smallint',
  reason: 'text?',
  updatedAt: 'timestamptz',
} as const

/** Returns which switches are active; null for a missing flag. */
export async function readWalletFlags(
  db: Pick<Database, 'read'>,
): Promise<Readonly<Record<WalletSwitch, boolean | null>>> {
  const rows = await db.read.selectFrom('wallet_flags').select(['type', 'value']).execute()
  const active = (type: string) => {
    const row = rows.find((one) => one.type === type)
    return row === undefined ? null : row.value === 1
  }
  return { WD: active('WD'), DEPO: active('DEPO'), TRADE: active('TRADE') }
}
