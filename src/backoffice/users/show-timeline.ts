import { z } from 'zod'
import { cursorPageOf } from '../../base/values/cursor.ts'
import { userId } from '../../base/values/ids.ts'
import { formatMoney, money } from '../../base/values/money.ts'
import type { Context } from '../../context.ts'
import type { Operator } from '../../core/operators/operators.sql.ts'
import type { ById } from '../../platform/access/operators/change-contracts.ts'
import { noteLook } from '../../platform/access/operators/operator-endpoint.ts'
import { decimal, isoTime, oneOf, optional } from '../../platform/http/contracts/contracts.ts'
import { spanFields } from '../../platform/http/contracts/list-filters.ts'
import { cursorFields } from '../../platform/http/contracts/lists.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'
import { readTimeline, timelineKinds } from './user-timeline.sql.ts'

export const ListTimeline = z.object({
  kind: optional(oneOf(timelineKinds)),
  ...spanFields,
  ...cursorFields,
})

export const TimelineEntry = z
  .object({
    kind: z.enum(timelineKinds),
    at: isoTime,
    id: z.string().meta({ description: 'The id that the entry has in the list of its kind.' }),
    title: z.string(),
    status: z.string().nullable(),
    detail: z.string().nullable(),
    amount: decimal.nullable(),
    symbol: z.string().nullable(),
  })
  .meta({ id: 'TimelineEntry' })

/** Lists what happened to one user and what operators did about them; audits the access. */
export async function showTimeline(
  ctx: Pick<Context, 'db'>,
  input: z.output<typeof ById> & z.output<typeof ListTimeline>,
  operator: Operator,
  request: HttpRequest,
) {
  const { id, kind = null, from = null, to = null } = input
  await noteLook(ctx, { action: 'user.timeline', operator, request }, { kind: 'user', id })
  const found = await readTimeline(ctx.db, { user: userId(id), kind, from, to }, input)
  return cursorPageOf(
    found,
    input,
    (row) => [row.micros, row.rank, row.id],
    ({ kind, at, ref, title, status, detail, ...row }): z.input<typeof TimelineEntry> => {
      const { assetId, symbol, scale, units } = row
      const asset =
        assetId === null || symbol === null || scale === null
          ? null
          : { id: assetId, symbol, scale }
      const amount =
        asset === null || units === null ? null : formatMoney(money(asset, BigInt(units)))
      return { kind, at, id: ref, title, status, detail, amount, symbol }
    },
  )
}
