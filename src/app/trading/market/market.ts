import { refuse } from '../../../base/refusal.ts'
import type { PairId } from '../../../base/values/ids.ts'
import { formatRatio, parseRatio } from '../../../base/values/ratio.ts'
import type { Context } from '../../../context.ts'
import { isListed } from '../../../core/reference/listing.rules.ts'
import { findPair, listPairs, type Pair } from '../../../core/reference/pairs.sql.ts'
import type { Answer } from '../../../providers/outbound.ts'

export const activePairs = async ({ db }: Pick<Context, 'db'>): Promise<readonly Pair[]> =>
  (await listPairs(db.read)).filter(isListed)

/** Returns an active pair, or refuses. */
export async function activePair({ db }: Pick<Context, 'db'>, name: string): Promise<Pair> {
  return tradedNow(await findPair(db.read, name))
}

export const tradedNow = (pair: Pair | null | undefined): Pair =>
  pair && isListed(pair) ? pair : refuse('api.trading_pair_does_not_exist')

/** Returns the id of a pair that a list is filtered by, active or not. */
export async function pairIdOf(
  { db }: Pick<Context, 'db'>,
  name: string | undefined,
): Promise<PairId | undefined> {
  if (name === undefined) return undefined
  const pair = await findPair(db.read, name)
  return pair === null ? refuse('api.trading_pair_does_not_exist') : pair.id
}

/** Returns an accepted answer's value; refuses otherwise, since there is nothing to show. */
export function acceptedValue<Value>({ log }: Pick<Context, 'log'>, answer: Answer<Value>): Value {
  if (answer.kind === 'accepted') return answer.value
  if (answer.kind === 'rejected') {
    log.error({ provider: 'venue', code: answer.code }, 'the venue refused a market query')
  }
  return refuse('api.market_data_unavailable')
}

export const shownDecimals = 18

/** Formats a market figure without trailing zeros. */
export function shown(digits: string): string {
  const ratio = parseRatio(digits)
  return ratio === null ? '0' : formatRatio(ratio, shownDecimals, 'half-up')
}
