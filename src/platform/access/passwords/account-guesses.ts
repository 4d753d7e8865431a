import type { Context } from '../../../context.ts'
import type { CounterRule } from '../../../core/database/cluster/counters.ts'
import { enforceRate, forgetTries, takePoint } from '../../http/endpoint/throttle.ts'
import { countOnly } from '../one-time-codes/otp-budget.ts'
import { passwordLimits } from './password-limits.ts'

const { strangerGuesses, guessesPerPause, longestPauseSeconds, guessesBeforeCaptcha } =
  passwordLimits

/** The wrong passwords of a day that strangers typed for one account, over all networks. */
const wrongOfAccount: CounterRule = {
  ...countOnly('wrong-passwords-of-account', 86_400),
  kept: true,
}

const pauses: readonly CounterRule[] = pauseLengths().map((windowSeconds) => ({
  name: 'password-pauses',
  points: 1,
  windowSeconds,
}))

/** One second, two, four and so on, up to the longest. */
function pauseLengths(): readonly number[] {
  const doublings = Math.ceil(Math.log2(longestPauseSeconds))
  const all = Array.from({ length: doublings + 1 }, (_, doubled) => 2 ** doubled)
  return all.map((seconds) => Math.min(seconds, longestPauseSeconds))
}

/** Of each pause one try is let through; null as long as there were few wrong passwords. */
function pauseAfter(wrong: number): CounterRule | null {
  if (wrong < strangerGuesses) return null
  const longer = Math.floor((wrong - strangerGuesses) / guessesPerPause)
  return pauses[longer] ?? pauses.at(-1) ?? null
}

export type StrangersTry = Readonly<{
  /**
   * Counts the try before its password is checked, and takes its place in the pause; returns the
   * count. Refuses if another try was first.
   */
  enter: () => Promise<number>
  /** Takes back the count of a try whose password was right. */
  leave: () => Promise<void>
}>

type GuessContext = Pick<Context, 'counters' | 'log'>

/**
 * Admits a try of a stranger: a caller on a device that the account does not know. After
 * `strangerGuesses` wrong passwords of all strangers, tries must keep a pause that grows; after
 * `guessesBeforeCaptcha`, they also need a human. Counts by the typed address, so the refusals do
 * not reveal whether it has an account. Refuses before the try costs its caller anything.
 */
export async function admitStranger(
  ctx: GuessContext,
  account: string,
  passHuman: (() => Promise<void>) | undefined,
): Promise<StrangersTry> {
  const seen = await wrongSoFar(ctx, account, 0)
  await keepPause(ctx, account, seen, 0)
  const isHuman = seen >= guessesBeforeCaptcha
  if (isHuman) await passHuman?.()
  const leave = async () => {
    await wrongSoFar(ctx, account, -1)
  }
  return {
    leave,
    enter: async () => {
      const count = await wrongSoFar(ctx, account, 1)
      try {
        // Concurrent tries may all have read the count before any of them was counted.
        if (count > guessesBeforeCaptcha && !isHuman) await passHuman?.()
        await keepPause(ctx, account, count - 1, 1)
      } catch (error) {
        await leave()
        throw error
      }
      return count
    },
  }
}

async function keepPause(ctx: GuessContext, account: string, wrong: number, cost: 0 | 1) {
  const pause = pauseAfter(wrong)
  if (pause !== null) await enforceRate(ctx, pause, account, { refusal: 'auth.throttle', cost })
}

async function wrongSoFar(ctx: GuessContext, account: string, cost: number): Promise<number> {
  const { remaining } = await takePoint(ctx, wrongOfAccount, account, cost)
  return wrongOfAccount.points - remaining
}

/** Forgets the wrong passwords of strangers, after the owner chose a new password. */
export const forgetGuesses = (ctx: GuessContext, account: string): Promise<void> =>
  forgetTries(ctx, wrongOfAccount, account)
