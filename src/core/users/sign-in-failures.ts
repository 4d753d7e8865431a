import type { Context } from '../../context.ts'
import { perDatabase } from '../database/per-database.ts'
import type { FailedSignIn } from './failed-sign-ins.sql.ts'

type SignInFailure = Readonly<{
  account: 'user' | 'operator'
  reason: FailedSignIn['reason']
}>

type SignInFailureCount = SignInFailure & { count: number }

/** The failed sign-ins that this node refused, for the metrics. */
export const signInFailureCounts = perDatabase(
  (_ctx: Readonly<{ db: Pick<Context['db'], 'read' | 'primary'> }>) =>
    new Map<string, SignInFailureCount>(),
)

export function countSignInFailure(ctx: Pick<Context, 'db'>, failure: SignInFailure): void {
  const counts = signInFailureCounts(ctx)
  const key = `${failure.account} ${failure.reason}`
  const known = counts.get(key) ?? { ...failure, count: 0 }
  known.count += 1
  counts.set(key, known)
}
