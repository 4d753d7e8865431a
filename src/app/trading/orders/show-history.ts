import { z } from 'zod'
import { refuse } from '../../../base/refusal.ts'
import type { Page } from '../../../base/values/page.ts'
import type { Context } from '../../../context.ts'
import type { Caller } from '../../../platform/access/signed-in.ts'
import { pageSchema } from '../../../platform/http/contracts/lists.ts'
import { listCandles } from '../market/list-candles.ts'
import { type AskHistory, Candles } from '../trading-contracts.ts'
import { listTrades, Trade } from './list-trades.ts'

/** Candles if an interval was given, else a page of trades. */
export const History = z.union([Candles, pageSchema(Trade)])

/** The interface has two histories under one path; the interval decides which one is returned. */
export async function showHistory(
  ctx: Pick<Context, 'clock' | 'db' | 'log' | 'venue'>,
  asked: z.output<typeof AskHistory>,
  caller: Caller | null,
): Promise<z.input<typeof Candles> | Page<z.input<typeof Trade>>> {
  const { interval, symbol, ...rest } = asked
  if (interval !== undefined && symbol !== undefined) {
    return listCandles(ctx, { ...rest, interval, symbol })
  }
  return caller === null ? refuse('auth.unauthenticated') : listTrades(ctx, asked, caller)
}
