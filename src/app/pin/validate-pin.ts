import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import type { UserId } from '../../base/values/ids.ts'
import type { Context } from '../../context.ts'
import { accountMail } from '../../core/outbox/account-mail.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import { queuePlaceOf } from '../../platform/access/passwords/passwords.ts'
import { revokeAllFamilies } from '../../platform/access/sessions/tokens.sql.ts'
import type { Caller } from '../../platform/access/signed-in.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'
import { pinDigits, pinLimits } from './pin-contracts.ts'
import { hashPin, verifyPin } from './pin-secret.ts'
import { countWrongPin, findPinHash, forgetWrongPins, replacePinHash } from './pins.sql.ts'

export const ValidatePin = z.object({ pin: pinDigits })

/** Checks the caller's PIN. The throttle counts the attempt before the PIN is compared. */
export async function validatePin(
  ctx: Pick<Context, 'config' | 'db' | 'random'>,
  { pin }: z.output<typeof ValidatePin>,
  { id }: Caller,
  request: HttpRequest,
): Promise<void> {
  const turn = queuePlaceOf(request)
  const stored = await findPinHash(ctx.db, id)
  if (stored === null) return refuse('api.pin_not_exists')
  const { matches, outdated } = await verifyPin(ctx, id, pin, stored, turn)
  if (!matches) {
    await tookWrongPin(ctx, id)
    return refuse('api.pin_login_failed')
  }
  await forgetWrongPins(ctx.db.read, id)
  if (!outdated) return
  const to = await hashPin(ctx, id, pin, turn)
  await replacePinHash(ctx.db.read, id, { from: stored, to })
}

/** Counts a wrong PIN; at the bound it ends all sessions of the user and mails the user. */
function tookWrongPin(ctx: Pick<Context, 'db' | 'random'>, user: UserId): Promise<void> {
  return ctx.db.inTransaction(async (tx) => {
    const bound = pinLimits.wrongInARow
    if ((await countWrongPin(tx, user, bound)) < bound) return
    await revokeAllFamilies(tx, user)
    enqueueAll(tx, [accountMail(ctx, 'pin-guessed', user)])
  })
}
