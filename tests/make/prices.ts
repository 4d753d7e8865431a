import { sql } from 'kysely'
import type { Database } from '../../src/core/database/database.ts'
import { recordPrices } from '../../src/core/reference/prices.sql.ts'

/** Stores prices as if the venue had reported them this many seconds ago. */
export async function pricesSeen(
  db: Database,
  prices: Readonly<Record<string, string>>,
  secondsAgo = 0,
): Promise<void> {
  const observedAt = new Date(Date.now() - secondsAgo * 1_000)
  const seen = Object.entries(prices).map(
    ([pair, price]) => ({ pair, price, source: 'venue', observedAt }) as const,
  )
  await recordPrices(db.read, seen)
}

/** The same, and orders take prices of a minute: a busy machine is slower than their usual age. */
export async function lastingPrices(
  db: Database,
  prices: Readonly<Record<string, string>>,
): Promise<void> {
  await sql`update settings set value = '60' where key = 'order.price_max_age_seconds'`.execute(
    db.read,
  )
  await pricesSeen(db, prices)
}

/** Stores current prices that were the same over the whole period of medians. */
export async function steadyPrices(
  db: Database,
  prices: Readonly<Record<string, string>>,
): Promise<void> {
  await historyOf(db, prices)
  await pricesSeen(db, prices)
}

/** Inserts the samples of this many seconds of these prices, up to ten seconds ago. */
export async function historyOf(
  db: Database,
  prices: Readonly<Record<string, string>>,
  seconds = 880,
): Promise<void> {
  for (const [pair, price] of Object.entries(prices)) {
    await sql`
      insert into price_samples (pair, at, price)
      select ${pair}, date_bin('10 seconds', now(), 'epoch') - n * interval '10 seconds',
        ${price}::numeric
      from generate_series(1, ${seconds}::int / 10) n
      on conflict (pair, at) do update set price = excluded.price`.execute(db.read)
  }
  // The next observation starts a sample, and with it the median is calculated.
  await sql`delete from price_samples where at > now() - interval '10 seconds'`.execute(db.read)
}
