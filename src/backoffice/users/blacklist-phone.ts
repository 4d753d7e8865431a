import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import { cursorPageOf } from '../../base/values/cursor.ts'
import { integerOf } from '../../base/values/integers.ts'
import type { Context } from '../../context.ts'
import {
  blacklistPhone,
  liftPhone,
  listBlacklistedPhones,
} from '../../core/users/phone-blacklist.sql.ts'
import { reason } from '../../platform/access/operators/change-contracts.ts'
import {
  type Audited,
  audited,
  type OperatorOperation,
} from '../../platform/access/operators/operator-endpoint.ts'
import { field, isoTime, text } from '../../platform/http/contracts/contracts.ts'
import { cursorFields } from '../../platform/http/contracts/lists.ts'

export const ListPhones = z.object(cursorFields)

export const BlacklistedPhone = z
  .object({ phone: z.string(), reason: z.string(), createdAt: isoTime })
  .meta({ id: 'BlacklistedPhone' })

export async function showBlacklistedPhones(
  ctx: Pick<Context, 'db'>,
  input: z.output<typeof ListPhones>,
) {
  const found = await listBlacklistedPhones(ctx.db, input)
  return cursorPageOf(
    found,
    input,
    ({ micros, phone }) => [micros, integerOf(phone.slice(1))],
    ({ phone, reason, createdAt }) => ({ phone, reason, createdAt }),
  )
}

const e164 = /^\+[1-9][0-9]{5,14}$/

const internationalPhone = field({ type: 'string', pattern: e164.source }, (value, fail) =>
  typeof value === 'string' && e164.test(value)
    ? value
    : fail('The :attribute field format is invalid.'),
)

export const BlacklistPhone = z.object({ phone: internationalPhone, reason })

/** Prevents a phone from being bound, until an operator lifts it. */
export const blacklistUserPhone = (
  ctx: Pick<Context, 'db'>,
  { phone, reason: why }: z.output<typeof BlacklistPhone>,
  by: OperatorOperation,
): Promise<Audited<void>> =>
  ctx.db.inTransaction(async (tx) => {
    if (!(await blacklistPhone({ read: tx }, phone, why))) return refuse('api.nothing_to_change')
    const change = {
      subject: { kind: 'phone', id: phone },
      before: { blacklisted: false },
      after: { blacklisted: true, reason: why },
    }
    return audited(tx, by, change, undefined)
  })

/** The phone is in the body, since proxies log the URLs of requests. */
export const LiftPhone = z.object({ phone: text({ max: 20 }), reason })

/** Takes a phone off the blacklist, so that it can be bound again. */
export const liftBlacklistedPhone = (
  ctx: Pick<Context, 'db'>,
  { phone, reason: why }: z.output<typeof LiftPhone>,
  by: OperatorOperation,
): Promise<Audited<void>> =>
  ctx.db.inTransaction(async (tx) => {
    const before = await liftPhone(tx, phone)
    if (before === null) return refuse('api.nothing_to_change')
    const change = {
      subject: { kind: 'phone', id: phone },
      before: { blacklisted: true, reason: before },
      after: { blacklisted: false, reason: why },
    }
    return audited(tx, by, change, undefined)
  })
