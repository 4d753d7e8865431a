import { type RawBuilder, sql } from 'kysely'
import { accountKinds } from '../../core/ledger/accounts.ts'
import { startOfYear } from './carf.rules.ts'

/** The users of one step, by id: after `after`, up to `upto`. */
export type Slice = Readonly<{ year: number; after: number; upto: number }>

const within = (column: string, year: number) => sql`
  ${sql.ref(column)} >= ${startOfYear(year)} and ${sql.ref(column)} < ${startOfYear(year + 1)}`

/** The last hourly rate before a transaction, if it is at most a day old. */
const rateAt = (asset: string, at: string) => sql`(
  select r.rate from rupiah_rates r
  where r.asset_id = ${sql.ref(asset)} and r.hour <= ${sql.ref(at)}
    and r.hour > ${sql.ref(at)} - interval '1 day'
  order by r.hour desc limit 1)`

/** The value of a swap in rupiah, by which it was taxed. */
const taxedValue = sql`(
  select t.value_idr::numeric from trade_taxes t
  where t.user_id = f.user_id and t.kind = 'PPH'
    and t.trade_key = concat(p.tx_pair, ':', f.trade_id, ':', f.side))`

/** Looked up move by move, hence `offset 0`: a join would read all postings for each slice. */
const postingOf = sql`(select key, action, at from postings where id = m.posting_id offset 0)`

/** Whether the withdrawal of a posting came back, so that nothing was transferred. */
const isReturned = sql`exists (
  select from postings r where r.key = concat('reversal:', substring(p.key from ':(.*)'))
  offset 0)`

/**
 * One row for each side of a transaction that is to be reported: user, asset, category, units, and
 * the amount in units of rupiah, unrounded; null if there was no price. Amounts and units are
 * without our fees, and with taxes.
 */
const transactions = ({ year, after, upto }: Slice): RawBuilder<unknown> => sql`
  trades as (
    select f.user_id, f.side, f.volume::numeric as volume, f.amount::numeric as amount,
      f.fee::numeric as fee, p.base_asset_id as base, p.quote_asset_id as quote,
      q.kind = 'FIAT' as for_fiat,
      case when q.symbol = 'IDR' then f.amount::numeric
        else coalesce(${taxedValue}, f.amount * ${rateAt('q.id', 'f.traded_at')}
          / 10::numeric ^ q.scale) end as worth
    from fills f join pairs p on p.id = f.pair_id join assets q on q.id = p.quote_asset_id
    where f.user_id > ${after} and f.user_id <= ${upto} and ${within('f.traded_at', year)}
  ), transfers as (
    select m.to_user as user_id, m.asset_id, m.units::numeric as units, true as is_in, p.at
    from moves m cross join lateral ${postingOf} p
    where m.to_user > ${after} and m.to_user <= ${upto} and p.action = 'DEPOSIT'
      and m.from_kind in (${accountKinds.custody}, ${accountKinds.suspense})
      and ${within('p.at', year)}
    union all
    select m.from_user, m.asset_id, m.units::numeric, false, p.at
    from moves m cross join lateral ${postingOf} p
    where m.from_user > ${after} and m.from_user <= ${upto} and p.action = 'WITHDRAWAL'
      and m.to_kind = ${accountKinds.custody} and ${within('p.at', year)} and not ${isReturned}
  ), coins as (
    select t.user_id, t.asset_id, t.units, t.is_in,
      t.units * ${rateAt('a.id', 't.at')} / 10::numeric ^ a.scale as worth
    from transfers t join assets a on a.id = t.asset_id and a.kind = 'COIN'
  ), sides as (
    select user_id, base as asset_id,
      case when for_fiat then 'fiat-acquired' else 'coin-acquired' end as category,
      volume - fee as units, worth * (volume - fee) / volume as worth
    from trades where side = 'BUY'
    union all
    select user_id, quote, 'coin-disposed', amount, worth
    from trades where side = 'BUY' and not for_fiat
    union all
    select user_id, base, case when for_fiat then 'fiat-disposed' else 'coin-disposed' end,
      volume, worth * (amount - fee) / nullif(amount, 0)
    from trades where side = 'SELL'
    union all
    select user_id, quote, 'coin-acquired', amount - fee, worth * (amount - fee) / nullif(amount, 0)
    from trades where side = 'SELL' and not for_fiat
    union all
    select user_id, asset_id, case when is_in then 'transfer-in' else 'transfer-out' end,
      units, worth
    from coins
    union all
    -- No address of a recipient is known to belong to a provider.
    select user_id, asset_id, 'wallet-out', units, worth from coins where not is_in
  )`

/** The year's figures of a slice of users, as the query `figures` of a `with` clause. */
export const figuresOf = (slice: Slice): RawBuilder<unknown> => sql`
  ${transactions(slice)}, figures as (
    select user_id, asset_id, category, count(*) as transactions, sum(units) as units,
      trunc(coalesce(sum(worth), 0)) as amount_idr,
      count(*) filter (where worth is null) as unvalued
    from sides group by user_id, asset_id, category
  )`
