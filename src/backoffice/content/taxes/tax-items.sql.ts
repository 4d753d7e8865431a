import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../../core/database/database.ts'
import {
  columnsOf,
  oneOfTexts,
  type RowOf,
  readRows,
} from '../../../core/database/driver/read-rows.ts'
import { correctedStatus } from '../../../core/taxes/tax-corrections.sql.ts'
import {
  correctionPrefix,
  type TaxHorizon,
  type TaxSource,
} from '../../../core/taxes/tax-months.rules.ts'

/** A month with the last ids that it may contain, and those of the month before. */
export type TaxScope = Readonly<{ from: Date; to: Date; after: TaxHorizon; upto: TaxHorizon }>

type Place = Readonly<{
  /** The table of the records `i`, and what is joined to them. */
  table: RawBuilder<unknown>
  joins: RawBuilder<unknown>
  /** The time of the trade or the fee. */
  at: RawBuilder<unknown>
  isVat: boolean
  amount: RawBuilder<unknown>
  columns: RawBuilder<unknown>
}>

/** The pair of a taxed trade, and what is handed over: coins of the base, or those paid with. */
const ofTrade = (trade: string) => sql`
  join pairs p on p.id = ${sql.ref(`${trade}.pair_id`)} join assets q on q.id = p.quote_asset_id
  join assets a on a.id = case when ${sql.ref(`${trade}.side`)} = 'BUY' and q.kind = 'COIN'
    then p.quote_asset_id else p.base_asset_id end`

const handedOver = (trade: string) => sql`
  a.symbol, a.name, a.scale, case when a.id = p.base_asset_id
    then ${sql.ref(`${trade}.amount`)} else ${sql.ref(`${trade}.value`)} end`

const places: { readonly [Source in TaxSource]: Place } = {
  tax: {
    table: sql`trade_taxes i`,
    joins: ofTrade('i'),
    at: sql`i.traded_at`,
    isVat: false,
    amount: sql`i.tax_idr`,
    columns: sql`concat('TUKAR-T-', i.id), i.kind, ${handedOver('i')}, i.value_idr, i.rate_ppm,
      i.rule, 'normal', null::text, null::numeric, null::numeric`,
  },
  correction: {
    table: sql`tax_corrections i`,
    joins: sql` join trade_taxes t on t.id = i.tax_id ${ofTrade('t')}`,
    at: sql`(select traded_at from trade_taxes where id = i.tax_id)`,
    isVat: false,
    amount: sql`i.tax_idr - i.old_tax_idr`,
    columns: sql`concat(${correctionPrefix}::text, i.id), t.kind, ${handedOver('t')},
      i.value_idr - i.old_value_idr, t.rate_ppm, t.rule, ${correctedStatus('i')},
      concat('TUKAR-T-', t.id), i.value_idr, i.tax_idr`,
  },
  'trade-fee': {
    table: sql`fills i`,
    joins: sql` join pairs p on p.id = i.pair_id join assets q on q.id = p.quote_asset_id
      join assets a
        on a.id = case i.side when 'BUY' then p.base_asset_id else p.quote_asset_id end`,
    at: sql`i.traded_at`,
    isVat: true,
    amount: sql`i.vat_idr`,
    // A fee in coins of a pair in rupiah is valued at the price of the trade; the value of other
    // coins is not kept.
    columns: sql`concat('TUKAR-F-', i.id), 'VAT', a.symbol, a.name, a.scale, i.fee,
      case when a.symbol = 'IDR' then i.fee when q.symbol = 'IDR'
        then div(i.fee * i.price * power(10::numeric, q.scale), power(10::numeric, a.scale))
        end - i.vat_idr,
      null::integer, null::text, 'normal', null::text, null::numeric, null::numeric`,
  },
  fee: {
    table: sql`fee_vats i`,
    joins: sql` join assets a on a.id = i.asset_id
      left join fee_vats c on c.posting_key = i.corrects`,
    at: sql`i.charged_at`,
    isVat: true,
    amount: sql`i.vat_idr`,
    columns: sql`concat('TUKAR-V-', i.id), 'VAT', a.symbol, a.name, a.scale, i.fee,
      i.fee_idr - i.vat_idr, null::integer, i.rule,
      case when c.id is null then 'normal' else 'cancelled' end,
      case when c.id is not null then concat('TUKAR-V-', c.id) end, null::numeric, null::numeric`,
  },
}

/** Those of the month, and those of earlier months that were recorded after these were closed. */
const within = (source: TaxSource, { from, to, after, upto }: TaxScope) => sql`
  i.id <= ${upto[source]} and ${places[source].at} < ${to}
  and (${places[source].at} >= ${from} or i.id > ${after[source]})`

/** Returns the id before the first record that may belong to a month: records are read by id. */
export async function findFirst(db: Reader, source: TaxSource, scope: TaxScope): Promise<number> {
  const { table, at } = places[source]
  // The addition prevents a search through all older records by their ids.
  const [row] = await readRows(db, { id: 'bigint?' })`
    select min(i.id + 0) as id from ${table} where ${at} >= ${scope.from} and ${at} < ${scope.to}`
  return Math.min(scope.after[source], (row?.id ?? Number.MAX_SAFE_INTEGER) - 1)
}

/** The figures of the records after an id, in sen, up to `last`. */
export type TaxSums = Readonly<{ items: number; tax: bigint; vat: bigint }>

export async function sumItems(
  db: Reader,
  source: TaxSource,
  scope: TaxScope,
  { after, last }: Readonly<{ after: number; last: number }>,
): Promise<TaxSums> {
  const { table, amount, isVat } = places[source]
  const [row] = await readRows(db, { items: 'bigint', sum: 'units' })`
    select count(*) as items, coalesce(sum(${amount}), 0) as sum from ${table}
    where i.id > ${after} and i.id <= ${last} and ${within(source, scope)}`
  const sum = row?.sum ?? 0n
  return { items: row?.items ?? 0, tax: isVat ? 0n : sum, vat: isVat ? sum : 0n }
}

const columns = columnsOf({
  id: 'bigint',
  user: 'userId',
  at: 'timestamptz',
  number: 'text',
  kind: oneOfTexts('PPH', 'PPN', 'VAT'),
  symbol: 'text',
  name: 'text',
  scale: 'smallint',
  units: 'units',
  base: 'units?',
  ratePpm: 'integer?',
  tax: 'units',
  rule: 'text?',
  status: oneOfTexts('normal', 'corrected', 'cancelled'),
  corrects: 'text?',
  newBase: 'units?',
  newTax: 'units?',
})

/** A record of a month: what was taxed, or the difference that a correction makes. */
export type TaxRecord = RowOf<typeof columns>

/** Reads the next records of a month by id. */
export function readItems(
  db: Reader,
  source: TaxSource,
  scope: TaxScope,
  { after, limit }: Readonly<{ after: number; limit: number }>,
): Promise<readonly TaxRecord[]> {
  const { table, joins, at, amount, columns: selected } = places[source]
  return readRows(db, columns)`
    select s.id, s.user_id as "user", s.at, s.number, s.kind, s.symbol, s.name, s.scale, s.units,
      s.base, s.rate_ppm as "ratePpm", s.tax, s.rule, s.status, s.corrects,
      s.new_base as "newBase", s.new_tax as "newTax"
    from (
      select i.id, i.user_id, ${at}, ${amount}, ${selected} from ${table}${joins}
      where i.id > ${after} and ${within(source, scope)} order by i.id limit ${limit}
    ) s (id, user_id, at, tax, number, kind, symbol, name, scale, units, base, rate_ppm, rule,
      status, corrects, new_base, new_tax)
    order by s.id`
}
