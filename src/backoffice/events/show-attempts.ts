import { z } from 'zod'
import { cursorPageOf } from '../../base/values/cursor.ts'
import type { Context } from '../../context.ts'
import { scannedPage } from '../../core/database/partitions/id-windows.ts'
import type { Operator } from '../../core/operators/operators.sql.ts'
import type { ById } from '../../platform/access/operators/change-contracts.ts'
import { noteLook } from '../../platform/access/operators/operator-endpoint.ts'
import { isoTime, oneOf, optional } from '../../platform/http/contracts/contracts.ts'
import { cursorFields } from '../../platform/http/contracts/lists.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'
import { attemptOutcomes, idsOfAttempts, listAttempts } from './deliveries.sql.ts'
import { subjectOf } from './manage-subscriptions.ts'
import { findSubscription } from './subscriptions.sql.ts'

export const ListAttempts = z.object({
  outcome: optional(oneOf(attemptOutcomes)),
  ...cursorFields,
})

const attempt = {
  position: z.int().nullable().meta({ description: 'Null: a test event.' }),
  type: z.string(),
  at: isoTime,
  tookMs: z.int(),
  outcome: z.enum(attemptOutcomes).meta({
    description: '`refused`: a status other than 200 to 299. `failed`: no response.',
  }),
  status: z.int().nullable(),
  response: z.string().nullable().meta({ description: 'The first characters of the body.' }),
  reason: z.string().nullable().meta({ description: 'Why there was no response.' }),
  payload: z.string(),
}

export const AttemptView = z.object({ id: z.int(), ...attempt }).meta({ id: 'DeliveryAttempt' })

export const TestAttempt = z.object(attempt).meta({ id: 'TestDelivery' })

/**
 * Lists requests to a subscriber, newest first; those of an outcome, of which there may be few, by
 * a bounded scan, so a page may be short. Those with personal data are audited.
 */
export async function showAttempts(
  ctx: Pick<Context, 'db'>,
  input: z.output<typeof ById> & z.output<typeof ListAttempts>,
  operator: Operator,
  request: HttpRequest,
) {
  const { id, outcome = null } = input
  const found = await findSubscription(ctx.db.read, id)
  if (found.personal) {
    const look = { action: 'subscription.look', operator, request }
    await noteLook(ctx, look, subjectOf(id))
  }
  const filter = { subscription: id, outcome }
  if (outcome === null) {
    return cursorPageOf(await listAttempts(ctx.db, filter, input), input, (one) => [one.id])
  }
  const window = await idsOfAttempts(ctx.db.read)
  return scannedPage(input, window, (ids) => listAttempts(ctx.db, { ...filter, ids }, input))
}
