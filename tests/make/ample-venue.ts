import { sql } from 'kysely'
import type { Database } from '../../src/core/database/database.ts'
import type { Tukar } from '../harness.ts'
import { expectOk } from './trader.ts'

/** More than the real venue accepts, for tests of something else that place many orders. */
export const ampleLimits = {
  weight: 100_000_000,
  orders: 1_000_000,
  ordersADay: 100_000_000,
  openOrders: 10_000_000,
} as const

/** Raises the limits of the venue and of users, so that a test can place any number of orders. */
export async function ampleVenue(tukar: Tukar): Promise<void> {
  expectOk(await tukar.control('POST', '/venue/limits', ampleLimits))
  await ampleRates(tukar.service.ctx.db)
  for (const { ctx } of tukar.nodes) {
    const learnt = await ctx.venue.markets(['BTCIDR'], 'account')
    if (learnt.kind !== 'accepted') throw new Error('the limits of the venue were not learnt')
    ctx.answers.clear()
  }
}

/** Raises the order limits of users; the venue's limits stay. */
export async function ampleRates(db: Pick<Database, 'read'>): Promise<void> {
  await sql`
    update settings set value = case key when 'order.per_day' then '1000000' else '10000' end
    where key in ('order.per_day', 'order.per_ten_seconds')`.execute(db.read)
}
