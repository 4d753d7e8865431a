import type { Context } from '../../../context.ts'
import { told } from './market.ts'

/** The venue's clock. With the `Age` of the answer added it is the time now. */
export async function showTime(ctx: Pick<Context, 'log' | 'venue'>) {
  const serverTime = told(ctx, await ctx.venue.time())
  return { serverTime, time: new Date(serverTime) }
}
