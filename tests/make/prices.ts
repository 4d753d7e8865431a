import type { Database } from '../../src/database/database.ts'
import { recordPrices } from '../../src/reference/prices.sql.ts'

/** Prices as the venue would have reported them, so many seconds ago. */
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
