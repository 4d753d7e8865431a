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
  /** Takes the try's place in the pause between two tries; refuses if another try was first. */
  enter: () => Promise<void>
  /** Counts a wrong password; returns how many strangers typed within the day. */
  countWrong: () => Promise<number>
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
  const wrong = await wrongSoFar(ctx, account, 0)
  const pause = pauseAfter(wrong)
  const refusal = 'auth.throttle'
  if (pause !== null) await enforceRate(ctx, pause, account, { refusal, cost: 0 })
  if (wrong >= guessesBeforeCaptcha) await passHuman?.()
  return {
    enter: async () => {
      if (pause !== null) await enforceRate(ctx, pause, account, { refusal })
    },
    countWrong: () => wrongSoFar(ctx, account, 1),
  }
}

async function wrongSoFar(ctx: GuessContext, account: string, cost: number): Promise<number> {
  const { remaining } = await takePoint(ctx, wrongOfAccount, account, cost)
  return wrongOfAccount.points - remaining
}

/** Forgets the wrong passwords of strangers, after the owner chose a new password. */
export const forgetGuesses = (ctx: GuessContext, account: string): Promise<void> =>
  forgetTries(ctx, wrongOfAccount, account)
