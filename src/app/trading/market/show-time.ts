import type { Context } from '../../../context.ts'
import { acceptedValue } from './market.ts'

/** Returns the venue's clock. Adding the response's `Age` gives the current time. */
export async function showTime(ctx: Pick<Context, 'log' | 'venue'>) {
  const serverTime = acceptedValue(ctx, await ctx.venue.time())
  return { serverTime, time: new Date(serverTime) }
}
