import { sql } from 'kysely'
import { type AssetId, assetId } from '../../src/base/values/ids.ts'
import type { Database } from '../../src/core/database/database.ts'
import { rowsOf } from '../../src/core/database/driver/rows.ts'
import { readBalances } from '../../src/core/ledger/balances.sql.ts'
import { changesOf, differing, modelOf, readOrders } from '../make/order-model.ts'
import { growthOf, poolIn } from '../make/venue-books.ts'
import type { Pair } from './pair.ts'
import type { Crowd, Wish } from './traders.ts'
import { funds, type Withdrawer } from './withdrawers.ts'

const shown = 5
const settleMs = 150_000
const notifyMs = 120_000
/** The venue's emulator stores at most this many orders, and as many trades. */
const remembered = 10_000

/** Waits until our orders agree with the venue's and their owners were notified. */
export async function untilAsAtVenue({ stage, db, providers }: Pair): Promise<void> {
  let left: readonly unknown[] = []
  const agree = async () => {
    await stage.sleep(500)
    const { venue } = await providers.state()
    left = differing(await readOrders(db), await modelOf(db, venue))
    return left.length === 0
  }
  const tookMs = await stage.until('orders to stand', agree, settleMs).catch(() => null)
  const seen = tookMs === null ? show(left) : `after ${Math.round(tookMs)} ms`
  stage.check('every order has the state it has at the venue', tookMs !== null, seen)
  stage.print(`${(await unannounced(db)).length} ended orders are not yet announced to owners`)
  const areNotified = async () => {
    await stage.sleep(500)
    return (await unannounced(db)).length === 0
  }
  const notifiedMs = await stage
    .until('owners to be notified', areNotified, notifyMs)
    .catch(() => null)
  const late =
    notifiedMs === null ? show(await unannounced(db)) : `after ${Math.round(notifiedMs)} ms`
  stage.check('each owner was notified once of an order’s end', notifiedMs !== null, late)
}

const show = (offenders: readonly unknown[]): string =>
  `${offenders.length}: ${offenders.slice(0, shown).map((one) => JSON.stringify(one))}`

type Given = Readonly<{
  traders: readonly Withdrawer[]
  /** The venue's pooled account before anything was booked. */
  before: ReturnType<typeof poolIn>
}>

/** Checks orders, balances and the pooled account against the venue's own books. */
export async function judgeOrders(pair: Pair, crowd: Crowd, given: Given): Promise<void> {
  const { stage, db, providers } = pair
  const check = (guarantee: string, offenders: readonly unknown[]) => {
    const holds = offenders.length === 0
    stage.check(guarantee, holds, holds ? undefined : show(offenders))
  }
  const { venue } = await providers.state()
  const orders = await readOrders(db)
  const open = orders.filter(({ status }) => status === 'CREATE').length
  stage.print(`${orders.length} orders, ${venue.trades.length} trades, ${open} orders still open`)
  const few = venue.orders.length < remembered && venue.trades.length < remembered
  stage.check('the venue still stores all orders and trades', few)

  check(
    'each wish is one order at most, and the returned one',
    await wrongWishes(db, crowd.wishes()),
  )
  const changes = changesOf(orders, await modelOf(db, venue))
  const wrong: unknown[] = []
  for (const { id } of given.traders) {
    const change = changes.get(id)
    const own = await readBalances(db, id)
    const totalOf = (asset: AssetId) => {
      const { available, locked } = own.get(asset) ?? { available: 0n, locked: 0n }
      return available + locked
    }
    const is = [1, 3, 4].map(assetId).map(totalOf).map(String)
    const must = [
      funds.idrUnits + (change?.rupiah ?? 0n),
      funds.btcUnits + (change?.coins.get(3) ?? 0n),
      change?.coins.get(4) ?? 0n,
    ].map(String)
    if (is.join() !== must.join()) wrong.push({ user: id, is, must })
  }
  check('each user owns what the trades of the venue come to, less fees and taxes', wrong)
  for (const { guarantee, offenders } of orderGuarantees) {
    check(guarantee, (await offenders.execute(db.read)).rows)
  }
  const { theirs, ours } = await growthOf(db, given.before, poolIn(venue.balances))
  const same = JSON.stringify(theirs) === JSON.stringify(ours)
  check('the pooled account holds exactly what our books show', same ? [] : [theirs, ours])
}

/** What holds of orders beside any other money. */
export const orderGuarantees = [
  {
    guarantee: 'nothing is frozen without an open order',
    offenders: sql`
      select h.owner_id, o.status from holds h
      left join orders o on h.owner_kind = 'order' and o.order_no = h.owner_id
      where h.closed_at is null and o.status is distinct from 'CREATE'`,
  },
  {
    guarantee: 'a sale is taxed once, on its whole value',
    offenders: sql`
      select o.order_no, t.tax, o.tax_exact from orders o
      left join lateral (select coalesce(sum(tax), 0) as tax from trade_taxes
        where order_no = o.order_no) t on true
      where t.tax <> trunc(o.tax_exact / 1000000)`,
  },
  {
    guarantee: 'no order is in doubt, and no trade is unmatched',
    offenders: sql`
      select order_no, incident from orders where incident is not null
      union all select trade_id, client_order_id from unmatched_trades`,
  },
  {
    guarantee: 'the inbox holds nothing pending or parked',
    offenders: sql`select event_key, state, error from inbox where state <> 'done'`,
  },
] as const

/** Orders that ended without a request of their owner, and the notices about them. */
async function unannounced(db: Database): Promise<readonly unknown[]> {
  const { rows } = await sql`
    select o.order_no, o.status, count(m.id) as told from orders o
    left join user_messages m on m.dedupe_key = case o.status
      when 'DONE' then 'order-filled:' else 'order-canceled:' end || o.order_no
    where o.status <> 'CREATE' and o.venue_order_id is not null
      and (o.status = 'DONE' or not o.own_cancel)
    group by o.order_no, o.status having count(m.id) <> 1`.execute(db.read)
  return rows
}

/** An order that the venue never accepted may be requested again with the same key. */
export async function wrongWishes(
  db: Database,
  wishes: readonly Wish[],
): Promise<readonly unknown[]> {
  const rows = rowsOf(
    wishes.map(({ user, txPair, volume, orderNo }) => ({ user, txPair, volume, orderNo })),
    { user: 'bigint', txPair: 'text', volume: 'numeric', orderNo: 'text' },
  )
  const found = await sql`
    with wishes as (
      select t."user", t."orderNo", p.id as pair, t.volume * power(10::numeric, a.scale) as volume
      from ${rows} join pairs p on p.tx_pair = t."txPair" join assets a on a.id = p.base_asset_id
    ), placed as (
      select w."user", w.pair, w.volume, w."orderNo", count(o.venue_order_id) as times,
        count(*) filter (where o.order_no = w."orderNo") as told
      from wishes w
      join orders o on o.user_id = w."user" and o.pair_id = w.pair and o.volume = w.volume
      group by w."user", w.pair, w.volume, w."orderNo"
    )
    select * from placed where times > 1 or (told = 0 and "orderNo" is not null)
    union all
    select o.user_id, o.pair_id, o.volume, o.order_no, 0, 0 from orders o
    left join wishes w on o.user_id = w."user" and o.pair_id = w.pair and o.volume = w.volume
    where w."user" is null`.execute(db.read)
  return found.rows
}
