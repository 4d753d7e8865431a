import { idr, type Money, money } from '../../base/values/money.ts'
import type { Database } from '../../core/database/database.ts'

export type PublicTransaction = Readonly<{
  kind: 'CASH_DEPOSIT' | 'COIN_DEPOSIT' | 'COIN_WITHDRAWAL' | 'CASH_WITHDRAWAL'
  status: string
  amount: Money
  hash: string | null
  createdAt: Date
  updatedAt: Date
}>

type Provider = 'custody' | 'payx' | 'payd' | 'venue'

/** Finds a transaction by its provider's id. The venue's trades are not transactions of users. */
export async function findTransaction(
  db: Pick<Database, 'read'>,
  provider: Provider,
  id: string,
): Promise<PublicTransaction | null> {
  switch (provider) {
    case 'custody':
      return (await coinDeposit(db, id)) ?? withdrawal(db, 'COIN', id)
    case 'payx':
      return (await cashDeposit(db, 'payx', id)) ?? withdrawal(db, 'CASH', id)
    case 'payd':
      return cashDeposit(db, 'payd', id)
    case 'venue':
      return null
    default:
      return provider satisfies never
  }
}

const times = ['created_at as createdAt', 'updated_at as updatedAt'] as const

async function cashDeposit(
  db: Pick<Database, 'read'>,
  provider: 'payx' | 'payd',
  id: string,
): Promise<PublicTransaction | null> {
  const row = await db.read
    .selectFrom('cash_deposits')
    .where('provider', '=', provider)
    .where('provider_ref', '=', id)
    .select(['status', 'amount', ...times])
    .executeTakeFirst()
  if (row === undefined) return null
  return { ...row, kind: 'CASH_DEPOSIT', amount: money(idr, BigInt(row.amount)), hash: null }
}

async function coinDeposit(
  db: Pick<Database, 'read'>,
  id: string,
): Promise<PublicTransaction | null> {
  const row = await db.read
    .selectFrom('coin_deposits as deposit')
    .innerJoin('assets as asset', 'asset.id', 'deposit.asset_id')
    .where('custody_id', '=', id)
    .select(['status', 'amount', 'tx_hash as hash', 'asset.id', 'symbol', 'scale', ...times])
    .orderBy('output')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return null
  const { id: assetId, symbol, scale, amount, ...rest } = row
  const asset = { id: assetId, symbol, scale }
  return { ...rest, kind: 'COIN_DEPOSIT', amount: money(asset, BigInt(amount)) }
}

async function withdrawal(
  db: Pick<Database, 'read'>,
  kind: 'COIN' | 'CASH',
  id: string,
): Promise<PublicTransaction | null> {
  const row = await db.read
    .selectFrom('withdrawals as withdrawal')
    .innerJoin('assets as asset', 'asset.id', 'withdrawal.asset_id')
    .where('withdrawal.kind', '=', kind)
    .where('provider_id', '=', id)
    .select(['status', 'amount', 'tx_hash as hash', 'asset.id', 'symbol', 'scale', ...times])
    .executeTakeFirst()
  if (row === undefined) return null
  const { id: assetId, symbol, scale, amount, ...rest } = row
  const asset = { id: assetId, symbol, scale }
  return { ...rest, kind: `${kind}_WITHDRAWAL`, amount: money(asset, BigInt(amount)) }
}
