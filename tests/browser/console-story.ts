import { sql } from 'kysely'
import { requestId } from '../../src/base/values/ids.ts'
import type { Tukar } from '../harness.ts'
import { makeClaim } from '../make/cash-deposit.ts'
import { makeCashWithdrawer, withdrawCash } from '../make/cash-withdrawal.ts'
import { makeOrderTrader, placeOrder } from '../make/order.ts'
import { leaderOf } from '../make/payx.ts'
import { makeCashSuspense } from '../make/suspense.ts'
import { expectOk, makeTrader, type Trader } from '../make/trader.ts'
import { makeVirtualAccount } from '../make/virtual-account.ts'
import { becomes, makeWithdrawer, withdrawCoin } from '../make/withdrawal.ts'

export type Story = Readonly<{ depositor: Trader; withdrawal: string }>

/** Makes thirty days of totals, and recent items in every list of users' items. */
export async function makeStory(tukar: Tukar): Promise<Story> {
  await leaderOf(tukar)
  await makeDays(tukar)
  const depositor = await payIn(tukar)
  const withdrawer = await named(tukar, await makeWithdrawer(tukar), 'budi.santoso@example.com')
  const fields = { amount: '0.06', residentialAddress: 'Jalan Melati 1, Bandung' }
  const requested = await withdrawCoin(tukar, withdrawer, fields)
  expectOk(requested)
  const cash = await named(tukar, await makeCashWithdrawer(tukar), 'siti.rahayu@example.com')
  expectOk(await withdrawCash(tukar, cash))
  await becomes(tukar, cash, 'SUCCESS')
  await makeClaim(tukar, cash)
  await makeCashSuspense(tukar, 275_000)
  const orderer = await named(tukar, await makeOrderTrader(tukar), 'dewi.lestari@example.com')
  await placeOrder(tukar, orderer)
  await placeOrder(tukar, orderer, { type: 'MARKET', price: undefined })
  return { depositor, withdrawal: requestId(requested.body.data.request_id) }
}

/** Makes a user who paid into a virtual account. */
async function payIn(tukar: Tukar): Promise<Trader> {
  const trader = await makeTrader(tukar, 'ani.wijaya@example.com')
  const { accountNumber } = await makeVirtualAccount(tukar, trader)
  const paid = { accountNumber, amount: 1_500_000 }
  expectOk(await tukar.control('POST', '/payx/va-payments', paid))
  return trader
}

async function named<T extends Trader>(tukar: Tukar, trader: T, email: string): Promise<T> {
  const { read } = tukar.service.ctx.db
  await sql`update users set email = ${email} where id = ${trader.id}`.execute(read)
  return { ...trader, email }
}

/** Inserts growing totals with a weekly cycle, in place of the flows of the story itself. */
async function makeDays({ service }: Tukar): Promise<void> {
  const { read } = service.ctx.db
  await sql`create rule uncounted as on insert to day_flows do instead nothing`.execute(read)
  await sql`
    insert into day_totals (day, flow, method, asset_id, units, items, worth_idr)
    select d.day, f.flow, f.method, a.id, u.units, u.items, u.units
    from generate_series(0, 29) n,
      lateral (select (now() at time zone 'Asia/Jakarta')::date - n as day,
        (30 - n * 0.5 + 6 * sin((n + 2) * 0.9) + (n * 7919 % 11) * 0.6)::numeric as busy) d,
      (values ('in', 'va', 41), ('in', 'qris', 12), ('in', 'coin', 23), ('in', 'claim', 3),
        ('out', 'payout', 33), ('out', 'coin', 19), ('trade', 'buy', 96), ('trade', 'sell', 81),
        ('fees', 'trade', 0.3), ('fees', 'deposit', 0.05), ('fees', 'withdrawal', 0.09)
      ) as f(flow, method, size),
      lateral (select round(d.busy * f.size * 100000000
        * (1 + 0.2 * sin(n + length(f.method))))::numeric as units, (d.busy * 4)::int as items) u,
      assets a
    where a.symbol = 'IDR'`.execute(read)
  await sql`
    insert into day_people (day, signed_up, verified)
    select (now() at time zone 'Asia/Jakarta')::date - n, 140 - n * 2 + n * 7919 % 23,
      96 - n * 2 + n * 6151 % 17
    from generate_series(1, 29) n
    on conflict (day) do update
    set signed_up = excluded.signed_up, verified = excluded.verified`.execute(read)
}
