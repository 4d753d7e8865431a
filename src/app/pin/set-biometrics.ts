import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { accountMail } from '../../core/outbox/account-mail.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import { lockSession } from '../../platform/access/lock-session.ts'
import { typedPassword } from '../../platform/access/passwords/check-password.ts'
import type { Caller } from '../../platform/access/signed-in.ts'
import { optional, zeroOrOne } from '../../platform/http/contracts/contracts.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'
import { mayLowerLock } from './lower-lock.ts'
import { setBiometricsLock } from './pins.sql.ts'

export const SetBiometrics = z.object({
  biometrics_lock: zeroOrOne,
  password: optional(typedPassword),
})

export const biometricsMessages = ['api.biometric_update_success', 'api.biometric_created'] as const

/** Enables or disables the biometric lock; the message says whether a record existed before. */
export async function setBiometrics(
  ctx: Pick<Context, 'counters' | 'db' | 'log' | 'random'>,
  { biometrics_lock: lock, password }: z.output<typeof SetBiometrics>,
  caller: Caller,
  request: HttpRequest,
): Promise<(typeof biometricsMessages)[number]> {
  if (lock === 0 && !(await mayLowerLock(ctx, request, caller, password))) {
    return refuse('api.biometric_update_failed')
  }
  const outcome = await ctx.db.inTransaction(async (tx) => {
    await lockSession(tx, request)
    const set = await setBiometricsLock(tx, caller.id, lock)
    if (set === 'updated' && lock === 0) {
      enqueueAll(tx, [accountMail(ctx, 'lock-lowered', caller.id)])
    }
    return set
  })
  if (outcome === null) return refuse('api.biometric_update_failed_same_value')
  return outcome === 'created' ? 'api.biometric_created' : 'api.biometric_update_success'
}
