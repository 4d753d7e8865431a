import { type RawBuilder, sql } from 'kysely'
import { formatMoney, money } from '../../base/values/money.ts'
import type { Database } from '../../core/database/database.ts'
import {
  columnsOf,
  oneOfTexts,
  type RowOf,
  readRows,
} from '../../core/database/driver/read-rows.ts'
import { idsWithin } from '../../core/database/partitions/id-windows.ts'
import { accountKinds, houseKinds } from '../../core/ledger/accounts.ts'
import type { BreakKind, BreakProvider } from './break.rules.ts'
import { reconciliationLimits } from './reconciliation-limits.ts'

type Read = Pick<Database, 'read'>

type FoundBreak = Readonly<{
  kind: BreakKind
  provider: BreakProvider
  subject: string
  asset: string | null
  since: Date
}>

const subjectColumns = columnsOf({
  kind: oneOfTexts('withdrawal', 'order', 'payd-order'),
  id: 'text',
  userId: 'userId',
  status: 'text',
})

export type BreakSubject = RowOf<typeof subjectColumns>

/** Finds the record that a break names; null for breaks of balances. */
export async function findSubject(
  db: Read,
  { kind, subject }: FoundBreak,
): Promise<BreakSubject | null> {
  const [ownerKind = '', ownerId = ''] = kind === 'hold-overdue' ? subject.split(':') : []
  const rows = await readRows(db.read, subjectColumns)`
    select 'withdrawal' as kind, id::text as id, user_id as "userId", status from withdrawals
    where request_id = any(${[subject, ownerKind === 'withdrawal' ? ownerId : subject]})
    union all
    select 'order', order_no, user_id, status from orders
    where order_no = ${ownerKind === 'order' ? ownerId : ''}
    union all
    select 'payd-order', merchant_order_id, user_id, status from payd_orders
    where ${kind} = 'payment' and merchant_order_id = ${subject}
    limit 1`
  return rows[0] ?? null
}

const { movementsBeforeMs, movementsScanned, movementsShown } = reconciliationLimits

/** The postings of one withdrawal, or those that hold and release an order's money. */
function ofRecord({ kind, id }: BreakSubject, subject: string): RawBuilder<unknown> {
  const name = kind === 'withdrawal' ? subject.replace(/^withdrawal:/, '') : id
  const own = ['withdrawal', 'late', 'reversal', 'failed-cost'].map((of) => `${of}:${name}`)
  const keys = [`hold:${kind}:${name}`, `release:${kind}:${name}`, ...own]
  return sql`p.key = any(${keys})`
}

/** The moves of the asset at the provider from shortly before the break was found. */
async function nearby(db: Read, { provider, asset, since }: FoundBreak) {
  const place = houseKinds.find((kind) => kind === provider)
  if (place === undefined) return sql`false`
  const from = new Date(since.getTime() - movementsBeforeMs)
  const ids = await idsWithin(db.read, { table: 'postings', time: 'at' }, { from })
  return sql`m.posting_id >= ${ids.since} and m.posting_id < ${ids.since + movementsScanned}
    and a.symbol = ${asset} and ${accountKinds[place]} in (m.from_kind, m.to_kind)`
}

/** Lists moves that bear on a break, with their accounts in words. */
export async function listMovements(db: Read, found: FoundBreak, about: BreakSubject | null) {
  const rows = await readRows(db.read, {
    postingId: 'bigint',
    key: 'text',
    action: 'text',
    at: 'timestamptz',
    assetId: 'assetId',
    symbol: 'text',
    scale: 'smallint',
    units: 'units',
    from: 'text',
    to: 'text',
    userId: 'userId?',
  })`
    select p.id as "postingId", p.key, p.action, p.at, a.id as "assetId", a.symbol, a.scale,
      m.units, f.name as "from", t.name as "to",
      coalesce(m.from_user, m.to_user) as "userId"
    from moves m join postings p on p.id = m.posting_id join assets a on a.id = m.asset_id
    join account_kinds f on f.id = m.from_kind join account_kinds t on t.id = m.to_kind
    where ${about === null ? await nearby(db, found) : ofRecord(about, found.subject)}
    order by m.posting_id, m.line limit ${movementsShown}`
  return rows.map(({ assetId: id, symbol, scale, units, ...row }) => ({
    ...row,
    symbol,
    amount: formatMoney(money({ id, symbol, scale }, units)),
  }))
}
