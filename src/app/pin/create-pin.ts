import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { accountMail } from '../../core/outbox/account-mail.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import { lockSession } from '../../platform/access/lock-session.ts'
import { queuePlaceOf } from '../../platform/access/passwords/passwords.ts'
import type { Caller } from '../../platform/access/signed-in.ts'
import { optional } from '../../platform/http/contracts/contracts.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'
import { givenTwice, pinDigits } from './pin-contracts.ts'
import { hashPin } from './pin-secret.ts'
import { findPinHash, insertPin } from './pins.sql.ts'

export const CreatePin = givenTwice(
  z.object({ pin: optional(pinDigits), pin_confirmation: optional(pinDigits) }),
)

/** Sets the caller's first PIN; fails if there is one by now or the session has ended. */
export async function createPin(
  ctx: Pick<Context, 'config' | 'db' | 'random'>,
  { pin }: z.output<typeof CreatePin>,
  caller: Caller,
  request: HttpRequest,
): Promise<void> {
  if ((await findPinHash(ctx.db, caller.id)) !== null) return refuse('api.pin_exists')
  if (pin === undefined) return refuse('api.pin_invalid_request')
  const hash = await hashPin(ctx, caller.id, pin, queuePlaceOf(request))
  const created = await ctx.db.inTransaction(async (tx) => {
    await lockSession(tx, request)
    const won = await insertPin(tx, caller.id, hash)
    if (won) enqueueAll(tx, [accountMail(ctx, 'pin-changed', caller.id)])
    return won
  })
  if (!created) refuse('api.pin_exists')
}
