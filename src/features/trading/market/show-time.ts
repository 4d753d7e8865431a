import type { Context } from '../../../context.ts'
import { told } from './market.ts'

/** Returns the venue's clock. Adding the response's `Age` gives the current time. */
export async function showTime(ctx: Pick<Context, 'log' | 'venue'>) {
  const serverTime = told(ctx, await ctx.venue.time())
  return { serverTime, time: new Date(serverTime) }
}
