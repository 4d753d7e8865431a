import { type RawBuilder, sql } from 'kysely'
import { networks } from '../../base/values/coin-address.ts'
import type { Money } from '../../base/values/money.ts'
import type { Reader } from '../../core/database/database.ts'
import {
  columnsOf,
  oneOfTexts,
  type RowOf,
  readRows,
} from '../../core/database/driver/read-rows.ts'
import { rowsOf } from '../../core/database/driver/rows.ts'

/** What a search finds, in the order in which it is shown. */
export const hitKinds = [
  'user',
  'withdrawal',
  'order',
  'claim',
  'cash-deposit',
  'coin-deposit',
  'suspense',
] as const

export const hitReasons = [
  'id',
  'name',
  'email',
  'phone',
  'bank-account',
  'virtual-account',
  'address',
  'hash',
  'reference',
  'amount',
] as const

const reason = oneOfTexts(...hitReasons)

/** The most that is found of each kind and reason. */
export const mostFound = 10

/** Finds owners of an account number at a bank, of a virtual account, or of a deposit address. */
export const findAccountOwners = (db: Reader, text: string) =>
  readRows(db, { userId: 'userId', because: reason })`
    (select user_id as "userId", 'bank-account' as because from bank_accounts
     where account = ${text} order by id desc limit ${mostFound})
    union all
    (select user_id, 'virtual-account' from virtual_accounts
     where account_number = ${text} order by id desc limit ${mostFound})
    union all
    (select user_id, 'address' from coin_addresses
     where network = any(${networks}::text[]) and address = ${text}
     order by id desc limit ${mostFound})`

const hitColumns = columnsOf({
  kind: oneOfTexts(...hitKinds),
  id: 'text',
  because: reason,
  at: 'timestamptz',
  userId: 'userId?',
  email: 'text?',
  asset: 'assetId',
  symbol: 'text',
  scale: 'smallint',
  units: 'units',
  status: 'text',
})

/** Something about money, or an order, that a search finds. */
export type FoundMoney = RowOf<typeof hitColumns>

/** One row of what a part finds; `f` has `kind`, `id`, `because` and the key of its table. */
const shownAs = (
  kind: FoundMoney['kind'],
  because: RawBuilder<unknown>,
  rest: RawBuilder<unknown>,
) => sql`select ${sql.lit(kind)} as kind, ${because} as because, ${rest}`

const withdrawal = sql`
  w.request_id as id, w.created_at as at, w.user_id as "userId", w.asset_id as asset,
  w.amount::numeric as units, w.status from withdrawals w`

const deposit = sql`
  d.created_at as at, d.user_id as "userId", 1::smallint as asset, d.amount::numeric as units,
  d.status from cash_deposits d`

const paid = sql`d.provider || ':' || d.provider_ref as id, ${deposit}`

const coinDeposit = sql`
  c.custody_id || ':' || c.output as id, c.created_at as at, c.user_id as "userId",
  c.asset_id as asset, c.amount::numeric as units, c.status from coin_deposits c`

const order = sql`
  o.order_no as id, o.created_at as at, o.user_id as "userId", p.base_asset_id as asset,
  o.volume::numeric as units, o.status from orders o join pairs p on p.id = o.pair_id`

const suspense = sql`
  s.id::text as id, s.created_at as at, s.assigned_user as "userId", s.asset_id as asset,
  s.units::numeric as units, s.state as status from suspense_items s`

const newest = (id: RawBuilder<unknown>) => sql`order by ${id} desc limit ${mostFound}`

const namedBy = (text: string): readonly RawBuilder<unknown>[] => {
  const [id, hash, reference] = [sql.lit('id'), sql.lit('hash'), sql.lit('reference')]
  const account = sql.lit('bank-account')
  return [
    sql`${shownAs('withdrawal', id, withdrawal)} where w.request_id = ${text}`,
    sql`${shownAs('withdrawal', reference, withdrawal)}
      where w.provider_id = ${text} ${newest(sql`w.id`)}`,
    sql`${shownAs('withdrawal', hash, withdrawal)}
      where w.kind = 'COIN' and w.tx_hash = ${text} ${newest(sql`w.id`)}`,
    sql`${shownAs('withdrawal', account, withdrawal)}
      where w.kind = 'CASH' and w.account_number = ${text}
      order by w.created_at desc limit ${mostFound}`,
    sql`${shownAs('withdrawal', sql.lit('address'), withdrawal)}
      where w.kind = 'COIN' and w.address = ${text}
      order by w.created_at desc limit ${mostFound}`,
    sql`${shownAs('order', id, order)} where o.order_no = ${text}`,
    sql`${shownAs('order', reference, order)}
      where o.venue_order_id = ${text} ${newest(sql`o.id`)}`,
    sql`${shownAs('cash-deposit', reference, paid)}
      where d.provider in ('payx', 'payd') and d.provider_ref = ${text} ${newest(sql`d.id`)}`,
    sql`${shownAs('coin-deposit', hash, coinDeposit)}
      where c.tx_hash = ${text} ${newest(sql`c.id`)}`,
    sql`${shownAs('coin-deposit', reference, coinDeposit)}
      where c.custody_id = ${text} ${newest(sql`c.id`)}`,
    sql`${shownAs('suspense', reference, suspense)}
      where s.reference = ${text} and s.units is not null ${newest(sql`s.id`)}`,
  ]
}

const ofAmounts = (amounts: readonly Money[]): readonly RawBuilder<unknown>[] => {
  const sought = rowsOf(
    amounts.map(({ asset, units }) => ({ asset_id: asset.id, units })),
    { asset_id: 'assetId', units: 'units0' },
  )
  const amount = sql.lit('amount')
  const isSought = (asset: RawBuilder<unknown>, units: RawBuilder<unknown>) =>
    sql`(${asset}, ${units}) in (select t.asset_id, t.units from ${sought})`
  return [
    sql`${shownAs('withdrawal', amount, withdrawal)}
      where ${isSought(sql`w.asset_id`, sql`w.amount`)} ${newest(sql`w.id`)}`,
    sql`${shownAs('claim', amount, sql`d.id::text as id, ${deposit}`)}
      where d.provider = 'manual' and ${isSought(sql`1::smallint`, sql`d.amount`)}
      ${newest(sql`d.id`)}`,
    sql`${shownAs('suspense', amount, suspense)}
      where ${isSought(sql`s.asset_id`, sql`s.units`)} ${newest(sql`s.id`)}`,
  ]
}

/** Finds withdrawals, orders, deposits and suspense items by a name or an amount of theirs. */
export async function findMoney(
  db: Reader,
  text: string,
  amounts: readonly Money[],
): Promise<readonly FoundMoney[]> {
  const parts = [...namedBy(text), ...(amounts.length === 0 ? [] : ofAmounts(amounts))]
  return readRows(db, hitColumns)`
    select f.kind, f.id, f.because, f.at, f."userId", u.email,
      f.asset, a.symbol, a.scale, f.units, f.status
    from (${sql.join(
      parts.map((part) => sql`(${part})`),
      sql` union all `,
    )}) f
    join assets a on a.id = f.asset left join users u on u.id = f."userId"
    order by f.at desc`
}
