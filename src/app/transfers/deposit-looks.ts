import { agingCache } from '../../base/concurrency/cache.ts'
import type { UserId } from '../../base/values/ids.ts'
import type { Context } from '../../context.ts'
import { perDatabase } from '../../core/database/per-database.ts'
import { writeLook } from './deposit-looks.sql.ts'

type LookContext = Pick<Context, 'clock' | 'db' | 'log'>

const lookLimits = { users: 10_000, everyMs: 30_000 } as const

const latestBy = perDatabase(({ clock }: LookContext) =>
  agingCache<true>({ entries: lookLimits.users, maxAgeMs: lookLimits.everyMs, clock }),
)

/**
 * Notes that a user looks at their deposits, so that open orders are polled meanwhile. A user is
 * noted twice a minute at most. Never fails: the look itself must not.
 */
export async function noteDepositLook(ctx: LookContext, user: UserId): Promise<void> {
  const latest = latestBy(ctx)
  if (latest.has(String(user))) return
  latest.set(String(user), true)
  try {
    await writeLook(ctx.db.primary ?? ctx.db, user)
  } catch (err) {
    ctx.log.warn({ err }, 'a look at deposits was not noted')
  }
}
