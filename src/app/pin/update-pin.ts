import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../core/database/database.ts'
import { accountMail } from '../../core/outbox/account-mail.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import { checkOwnPassword, typedPassword } from '../../platform/access/passwords/check-password.ts'
import { queuePlaceOf } from '../../platform/access/passwords/passwords.ts'
import type { Caller } from '../../platform/access/signed-in.ts'
import { optional, zeroOrOne } from '../../platform/http/contracts/contracts.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'
import { mayLowerLock } from './lower-lock.ts'
import { givenTwice, pinDigits } from './pin-contracts.ts'
import { hashPin } from './pin-secret.ts'
import { changePin, type PinChange, type PinChanged } from './pins.sql.ts'

export const UpdatePin = givenTwice(
  z.object({
    password: optional(typedPassword),
    pin: optional(pinDigits),
    pin_confirmation: optional(pinDigits),
    pin_lock: optional(zeroOrOne),
  }),
)

type UpdatePin = z.output<typeof UpdatePin>

export const isEmptyUpdate = ({ pin, pin_lock: lock }: UpdatePin): boolean =>
  pin === undefined && lock === undefined

/** Changes the PIN, its lock, or both; if either change fails, neither is made. */
export async function updatePin(
  ctx: Pick<Context, 'config' | 'counters' | 'db' | 'log' | 'random'>,
  input: UpdatePin,
  caller: Caller,
  request: HttpRequest,
): Promise<readonly never[]> {
  if (isEmptyUpdate(input)) return refuse('api.pin_invalid_request')
  if (!(await isAllowed(ctx, input, caller, request))) return refuse('api.pin_update_failed')
  const { pin, pin_lock: lock = null } = input
  const hash = pin === undefined ? null : await hashPin(ctx, caller.id, pin, queuePlaceOf(request))
  const outcome = await ctx.db.inTransaction((tx) => change(tx, ctx, caller, { hash, lock }))
  switch (outcome) {
    case 'changed':
      return []
    case 'no PIN':
      return refuse('api.pin_not_exists')
    case 'same lock':
      return refuse('api.pin_update_failed_same_value')
    default:
      return outcome satisfies never
  }
}

async function isAllowed(
  ctx: Pick<Context, 'counters' | 'db' | 'log'>,
  { password, pin, pin_lock: lock }: UpdatePin,
  caller: Caller,
  request: HttpRequest,
): Promise<boolean> {
  if (pin === undefined) return lock === 1 || mayLowerLock(ctx, request, caller, password)
  return password !== undefined && (await checkOwnPassword(ctx, request, caller, password)).matches
}

async function change(
  tx: Tx,
  ctx: Pick<Context, 'random'>,
  { id }: Caller,
  asked: PinChange,
): Promise<PinChanged> {
  const outcome = await changePin(tx, id, asked)
  if (outcome !== 'changed') return outcome
  enqueueAll(tx, [
    ...(asked.hash === null ? [] : [accountMail(ctx, 'pin-changed', id)]),
    ...(asked.lock === 0 ? [accountMail(ctx, 'lock-lowered', id)] : []),
  ])
  return outcome
}
