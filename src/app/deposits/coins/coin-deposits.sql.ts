import { sql } from 'kysely'
import { money } from '../../../base/values/money.ts'
import type { Tx } from '../../../core/database/database.ts'
import { insertRows } from '../../../core/database/driver/insert.ts'
import { oneOfTexts, readRows } from '../../../core/database/driver/read-rows.ts'
import { rowsOf } from '../../../core/database/driver/rows.ts'
import { type CoinDeposit, type CoinReport, keyOf, outputKey } from './coin-deposit.rules.ts'

/** Returns the deposits with these ids of custody's, locked until the transaction ends. */
export async function lockCoinDeposits(
  tx: Tx,
  keys: readonly Pick<CoinReport, 'custodyId'>[],
): Promise<ReadonlyMap<string, CoinDeposit>> {
  if (keys.length === 0) return new Map()
  const ids = [...new Set(keys.map(({ custodyId }) => custodyId))]
  const names = ids.map((id) => `coin-deposit:${id}`)
  // A deposit reported for the first time has no row to lock yet.
  await sql`
    select pg_advisory_xact_lock(hashtextextended(name, 0))
    from (select name from unnest(${names}::text[]) as n(name) order by name) as ordered`.execute(
    tx,
  )
  const found = await readRows(tx, {
    custodyId: 'text',
    output: 'bigint',
    custodyStatus: 'text',
    network: 'text',
    address: 'text',
    tag: 'text?',
    txHash: 'text',
    status: oneOfTexts('PENDING', 'COMPLETED', 'REJECTED'),
    review: 'text?',
    user: 'userId?',
    assetId: 'assetId',
    symbol: 'text',
    scale: 'smallint',
    amount: 'units',
  })`
    select d.custody_id as "custodyId", d.output, d.user_id as "user", d.asset_id as "assetId",
      a.symbol, a.scale, d.network, d.tx_hash as "txHash", d.address, d.tag, d.amount, d.status,
      d.custody_status as "custodyStatus", d.review
    from coin_deposits d join assets a on a.id = d.asset_id
    where d.custody_id = any(${ids}) order by d.id`
  return new Map(
    found.map(({ assetId, symbol, scale, ...row }) => {
      const amount = money({ id: assetId, symbol, scale }, row.amount)
      return [keyOf(row), { ...row, reason: null, addressee: null, amount }]
    }),
  )
}

/** Finds which of these outputs on the chain were booked before, as `outputKey` names them. */
export async function findBookedOutputs(
  tx: Tx,
  deposits: readonly CoinDeposit[],
): Promise<Set<string>> {
  if (deposits.length === 0) return new Set()
  const wanted = rowsOf(deposits, {
    network: 'text',
    txHash: 'text',
    output: 'integer',
    address: 'text',
  })
  const found = await readRows(tx, {
    network: 'text',
    txHash: 'text',
    output: 'bigint',
    address: 'text',
  })`
    select network, tx_hash as "txHash", output, address from coin_deposits
    where (network, tx_hash, output, address) in (
        select t.network, t."txHash", t.output, t.address from ${wanted})
      and status = 'COMPLETED' and review is distinct from 'same-output'`
  return new Set(found.map(outputKey))
}

/** Inserts or updates deposits; the caller has locked them. */
export async function writeCoinDeposits(tx: Tx, deposits: readonly CoinDeposit[]): Promise<void> {
  await insertRows(
    tx,
    'coin_deposits',
    deposits.map(({ amount, ...deposit }) => ({
      user_id: deposit.user,
      asset_id: amount.asset.id,
      network: deposit.network,
      custody_id: deposit.custodyId,
      output: deposit.output,
      tx_hash: deposit.txHash,
      address: deposit.address,
      tag: deposit.tag,
      amount: amount.units,
      status: deposit.status,
      custody_status: deposit.custodyStatus,
      review: deposit.review,
    })),
    {
      computed: { completed_at: sql`case status when 'COMPLETED' then now() end` },
      unique: ['custody_id', 'output'],
      replace: {
        updated_at: sql`now()`,
        completed_at: sql`coalesce(stored.completed_at, excluded.completed_at)`,
      },
    },
  )
}
