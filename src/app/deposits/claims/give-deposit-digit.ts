import { refuse } from '../../../base/refusal.ts'
import type { Context } from '../../../context.ts'
import type { CounterRule } from '../../../core/database/cluster/counters.ts'
import { readToday } from '../../../core/histories/today.sql.ts'
import { readCount } from '../../../core/reference/settings.sql.ts'
import { depositDigitLimits } from '../deposit-limits.ts'
import { depositDigit } from './deposit-digit.rules.ts'
import { takeDepositNumber } from './deposit-digits.sql.ts'

/** Limits each user: a day has only as many numbers as its digits allow. */
export const digitsTaken: CounterRule = {
  name: 'deposit-digits',
  points: 20,
  windowSeconds: 3_600,
}

/**
 * Returns a number that no other manual transfer of this Jakarta day carries, until all are used.
 * Each call takes a new one, so concurrent callers get different numbers.
 */
export async function giveDepositDigit(
  ctx: Pick<Context, 'db' | 'log'>,
): Promise<Readonly<{ digit: number }>> {
  try {
    return await ctx.db.inTransaction(async (tx) => {
      const maxDigits = await readCount(tx, 'deposit.manual_max_digits')
      if (maxDigits < 1 || maxDigits > depositDigitLimits.maxDigits) {
        throw new Error(`a manual transfer cannot have ${maxDigits} digits`)
      }
      const n = await takeDepositNumber(tx, await readToday(tx))
      return { digit: depositDigit(n, maxDigits) }
    })
  } catch (error) {
    ctx.log.error({ err: error }, 'no number for a manual transfer can be issued')
    return refuse('api.manual_deposit_digits_failed')
  }
}
