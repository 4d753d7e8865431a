import { z } from 'zod'
import {
  type Audited,
  audited,
  type OperatorOperation,
} from '../../access/operators/operator-endpoint.ts'
import { pageBounds, pageOf } from '../../base/page.ts'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { text } from '../../http/contracts.ts'
import { pageFields } from '../../http/lists.ts'
import { reason } from '../../operators/change-contracts.ts'
import {
  countBlacklistedPhones,
  liftPhone,
  listBlacklistedPhones,
} from '../../users/phone-blacklist.sql.ts'

export const ListPhones = z.object(pageFields)

export const BlacklistedPhone = z.object({
  phone: z.string(),
  reason: z.string(),
  createdAt: z.iso.datetime(),
})

export async function showBlacklistedPhones(
  ctx: Pick<Context, 'db'>,
  input: z.output<typeof ListPhones>,
) {
  const phones = await listBlacklistedPhones(ctx.db, pageBounds(input))
  const shown = phones.map((one) => ({ ...one, createdAt: one.createdAt.toISOString() }))
  return pageOf(shown, await countBlacklistedPhones(ctx.db), input)
}

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
