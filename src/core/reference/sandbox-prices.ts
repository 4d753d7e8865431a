import type { Context } from '../../context.ts'
import { recordPrices } from './prices.sql.ts'

/** The sandbox's initial prices: plausible, but not real. */
const prices = {
  BTC_IDR: '1640000000',
  ETH_IDR: '58400000',
  USDT_IDR: '16400',
  XRP_IDR: '41000',
  SOL_IDR: '3280000',
  BTC_USDT: '100000',
  USD_IDR: '16350',
} as const

/**
 * Stores the sandbox's prices, including one that no venue reports. Prices from other sources stay,
 * so the emulated venue's prevail. Outside of the sandbox it does nothing.
 */
export async function observeSandboxPrices(ctx: Pick<Context, 'db' | 'config' | 'clock'>) {
  if (!ctx.config.sandbox) return
  const observedAt = ctx.clock.now()
  const observed = Object.entries(prices).map(
    ([pair, price]) => ({ pair, price, source: 'sandbox', observedAt }) as const,
  )
  await recordPrices(ctx.db.read, observed)
}
