import { sql } from 'kysely'
import { userId } from '../../../../base/ids.ts'
import { money } from '../../../../base/money.ts'
import type { Tx } from '../../../../database/database.ts'
import { rowsOf } from '../../../../database/rows.ts'
import { type CoinDeposit, type CoinReport, keyOf } from './coin-deposit.rules.ts'

type Key = Pick<CoinReport, 'custodyId' | 'output'>

/** Returns these deposits, locked until the transaction ends. */
export async function lockCoinDeposits(
  tx: Tx,
  keys: readonly Key[],
): Promise<ReadonlyMap<string, CoinDeposit>> {
  if (keys.length === 0) return new Map()
  const names = [...new Set(keys.map((key) => `coin-deposit:${keyOf(key)}`))]
  // A deposit reported for the first time has no row to lock yet.
  await sql`
    select pg_advisory_xact_lock(hashtextextended(name, 0))
    from (select name from unnest(${names}::text[]) as n(name) order by name) as ordered`.execute(
    tx,
  )
  const wanted = rowsOf(
    keys.map(({ custodyId, output }) => ({ custodyId, output })),
    { custodyId: 'text', output: 'integer' },
    't',
  )
  const found = await sql<CoinDepositRow>`
    select d.custody_id as "custodyId", d.output, d.user_id as "user", d.asset_id as "assetId",
      a.symbol, a.scale, d.network, d.tx_hash as "txHash", d.address, d.tag, d.amount, d.status,
      d.custody_status as "custodyStatus", d.review
    from coin_deposits d join assets a on a.id = d.asset_id
    where (d.custody_id, d.output) in (select t."custodyId", t.output from ${wanted})`.execute(tx)
  return new Map(found.rows.map((row) => [keyOf(row), depositOf(row)]))
}

type CoinDepositRow = Omit<CoinDeposit, 'amount' | 'user' | 'reason'> &
  Readonly<{ user: number | null; assetId: number; symbol: string; scale: number; amount: string }>

const depositOf = ({
  user,
  assetId,
  symbol,
  scale,
  amount,
  ...row
}: CoinDepositRow): CoinDeposit => ({
  ...row,
  user: user === null ? null : userId(user),
  reason: null,
  amount: money({ id: assetId, symbol, scale }, BigInt(amount)),
})

/** Inserts or updates deposits; the caller has locked them. */
export async function writeCoinDeposits(tx: Tx, deposits: readonly CoinDeposit[]): Promise<void> {
  if (deposits.length === 0) return
  const rows = rowsOf(
    deposits.map(({ amount, reason: _, ...deposit }) => ({
      ...deposit,
      assetId: amount.asset.id,
      units: amount.units,
    })),
    {
      user: 'bigint',
      assetId: 'smallint',
      network: 'text',
      custodyId: 'text',
      output: 'integer',
      txHash: 'text',
      address: 'text',
      tag: 'text',
      units: 'numeric',
      status: 'text',
      custodyStatus: 'text',
      review: 'text',
    },
    't',
  )
  await sql`
    insert into coin_deposits as d (user_id, asset_id, network, custody_id, output, tx_hash,
      address, tag, amount, status, custody_status, review, completed_at)
    select t."user", t."assetId", t.network, t."custodyId", t.output, t."txHash", t.address, t.tag,
      t.units, t.status, t."custodyStatus", t.review,
      case when t.status = 'COMPLETED' then now() end
    from ${rows}
    on conflict (custody_id, output) do update set
      user_id = excluded.user_id, asset_id = excluded.asset_id, network = excluded.network,
      tx_hash = excluded.tx_hash, address = excluded.address, tag = excluded.tag,
      amount = excluded.amount, status = excluded.status, review = excluded.review,
      custody_status = excluded.custody_status, updated_at = now(),
      completed_at = coalesce(d.completed_at, excluded.completed_at)`.execute(tx)
}
