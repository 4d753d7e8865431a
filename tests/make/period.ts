import { setTimeout } from 'node:timers/promises'

/**
 * Waits until `needMs` are left of the running period of the clock, such as a window of a rate or a
 * day, so that what a test does next falls into one.
 */
export async function withinOne(periodMs: number, needMs: number, aheadMs = 0): Promise<void> {
  const leftMs = periodMs - ((Date.now() + aheadMs) % periodMs)
  if (leftMs < needMs) await setTimeout(leftMs)
}

export const withinOneJakartaDay = (): Promise<void> =>
  withinOne(24 * 3_600_000, 15_000, 7 * 3_600_000)
