import { type RawBuilder, sql } from 'kysely'
import type { AssetId, UserId } from '../../base/values/ids.ts'
import { listLimits } from '../../base/values/list-limits.ts'
import { idr } from '../../base/values/money.ts'
import type { Tx } from '../../core/database/database.ts'
import {
  columnsOf,
  nullable,
  oneOfTexts,
  type RowOf,
  readRows,
} from '../../core/database/driver/read-rows.ts'
import type { HistoryPosition, Stretch } from '../../core/histories/place.rules.ts'
import type { HistorySpan } from './history.rules.ts'

export type TransferType = 'CASH_DEPOSIT' | 'COIN_DEPOSIT' | 'COIN_WITHDRAWAL' | 'CASH_WITHDRAWAL'

export const transferDirections = ['DEPOSIT', 'WITHDRAWAL'] as const
type TransferDirection = (typeof transferDirections)[number]

export type Transfer = Readonly<ReturnType<typeof transferOf>>

export type TransferFilter = Readonly<{
  user: UserId
  currencyType: 'FIAT' | 'COIN' | null
  direction: TransferDirection | null
  assetId: AssetId | null
  /** A transfer was created within all of them. */
  spans: readonly HistorySpan[]
}>

type Condition = RawBuilder<unknown>

/** The merged tables. At the same instant the lower kind comes first, then the newer row. */
export const kinds = { cashDeposit: 1, coinDeposit: 2, withdrawal: 3 } as const

type Arm = Readonly<{ kind: number; rows: Condition }>

/** Builds the conditions per table; indexes alone can answer them. */
function armsOf(filter: TransferFilter): readonly Arm[] {
  const { user, currencyType, direction, assetId, spans } = filter
  const own = sql.join([sql`user_id = ${user}`, ...spans.map(within)], sql``)
  const ofAsset = assetId === null ? sql`` : sql` and asset_id = ${assetId}`
  const ofKind = currencyType === null ? sql`` : sql` and kind = ${withdrawalKinds[currencyType]}`
  const cash = {
    kind: kinds.cashDeposit,
    rows: sql`cash_deposits where ${own}`,
  }
  const coins = {
    kind: kinds.coinDeposit,
    rows: sql`coin_deposits where ${own}${ofAsset}`,
  }
  const withdrawals = {
    kind: kinds.withdrawal,
    rows: sql`withdrawals where ${own}${ofAsset}${ofKind}`,
  }
  const hasCash = currencyType !== 'COIN' && (assetId ?? idr.id) === idr.id
  const deposits = [...(hasCash ? [cash] : []), ...(currencyType === 'FIAT' ? [] : [coins])]
  return [
    ...(direction === 'WITHDRAWAL' ? [] : deposits),
    ...(direction === 'DEPOSIT' ? [] : [withdrawals]),
  ]
}

const withdrawalKinds = { FIAT: 'CASH', COIN: 'COIN' } as const

const within = ({ from, until }: HistorySpan): Condition => {
  const begun = from === null ? sql`` : sql` and created_at >= ${from}`
  return until === null ? begun : sql`${begun} and created_at < ${until}`
}

/** The order of a list and, in SQL, its words: which rows come later, and how they are sorted. */
const orders = {
  newestFirst: { later: sql`<`, times: sql`desc`, kinds: sql`asc`, isLaterKind: isHigher },
  oldestFirst: { later: sql`>`, times: sql`asc`, kinds: sql`desc`, isLaterKind: isLower },
} as const
type ListOrder = keyof typeof orders

function isHigher(kind: number, than: number): boolean {
  return kind > than
}

function isLower(kind: number, than: number): boolean {
  return kind < than
}

/** Restricts to rows after a position, so that an index on (created_at, id) finds them. */
function behind(kind: number, after: HistoryPosition | null, order: ListOrder): Condition {
  if (after === null) return sql``
  const { later, isLaterKind } = orders[order]
  const at = sql`${after.at}::timestamptz`
  if (kind === after.kind) return sql` and (created_at, id) ${later} (${at}, ${after.id}::bigint)`
  return sql` and created_at ${later}${isLaterKind(kind, after.kind) ? sql`=` : sql``} ${at}`
}

/** Reads part of the merged list. */
export async function listTransferRows(
  tx: Tx,
  filter: TransferFilter,
  { after, offset, limit }: Stretch,
  order: ListOrder = 'newestFirst',
): Promise<readonly Transfer[]> {
  const { times, kinds: kindOrder } = orders[order]
  const arms = armsOf(filter).map(
    ({ kind, rows }) => sql`
      (select ${kind}::smallint as kind, id, created_at as at
       from ${rows}${behind(kind, after, order)}
       order by created_at ${times}, id ${times} limit ${offset + limit})`,
  )
  if (arms.length === 0) return []
  const shown = sql`
    select * from (${sql.join(arms, sql` union all `)}) as merged
    order by at ${times}, kind ${kindOrder}, id ${times} limit ${limit} offset ${offset}`
  return readTransfers(tx, shown, order)
}

/** Reads the transfers selected by (kind, id, at), newest first by default. */
export async function readTransfers(
  tx: Tx,
  shown: Condition,
  order: ListOrder = 'newestFirst',
): Promise<readonly Transfer[]> {
  const { times, kinds: kindOrder } = orders[order]
  const found = await readRows(tx, transferColumns)`
    with shown as materialized (${shown})
    select s.kind, s.id, s.at::text as at, w.kind as "withdrawalKind",
           w.request_id as "requestId",
           coalesce(d.asset_id, w.asset_id, ${idr.id}) as "assetId",
           coalesce(c.amount, d.amount, w.amount)::text as amount,
           coalesce(c.fee, w.fee, 0)::text as fee,
           coalesce(c.status, d.status, w.status) as status,
           coalesce(d.network, w.network) as network,
           coalesce(d.address, w.address, w.account_number) as address,
           coalesce(d.tx_hash, w.tx_hash) as "txHash",
           case when w.status = 'PENDING_APPROVAL' then w.approval_reasons else '{}' end
             as reviewed,
           w.reversed_at as "reversedAt",
           s.at as "createdAt", coalesce(c.updated_at, d.updated_at, w.updated_at) as "updatedAt"
    from shown s
    left join cash_deposits c on s.kind = ${kinds.cashDeposit} and c.id = s.id
    left join coin_deposits d on s.kind = ${kinds.coinDeposit} and d.id = s.id
    left join withdrawals w on s.kind = ${kinds.withdrawal} and w.id = s.id
    order by s.at ${times}, s.kind ${kindOrder}, s.id ${times}`
  return found.map(transferOf)
}

const transferColumns = columnsOf({
  kind: 'integer',
  id: 'bigint',
  at: 'text',
  withdrawalKind: nullable(oneOfTexts('COIN', 'CASH')),
  /** A withdrawal's id, given when it was accepted. */
  requestId: 'requestId?',
  assetId: 'assetId',
  amount: 'units',
  fee: 'units',
  status: 'text',
  network: 'text?',
  address: 'text?',
  txHash: 'text?',
  /** Why an operator reviews a withdrawal now; empty otherwise. */
  reviewed: 'text[]',
  reversedAt: 'timestamptz?',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
})
type TransferRow = RowOf<typeof transferColumns>

function transferOf({ kind, id, at, withdrawalKind, ...row }: TransferRow) {
  const deposit = kind === kinds.cashDeposit ? 'CASH_DEPOSIT' : 'COIN_DEPOSIT'
  const type: TransferType = withdrawalKind === null ? deposit : `${withdrawalKind}_WITHDRAWAL`
  return { ...row, place: { at, kind, id }, type }
}

/** Counts matching transfers, up to the limit of counted list items. */
export async function countTransfers(tx: Tx, filter: TransferFilter): Promise<number> {
  const arms = armsOf(filter).map(({ rows }) => sql`select from ${rows}`)
  if (arms.length === 0) return 0
  const found = await readRows(tx, { transfers: 'bigint' })`
    select count(*) as transfers from (
      ${sql.join(arms, sql` union all `)} limit ${listLimits.countedItems}
    ) as counted`
  return found[0]?.transfers ?? 0
}
