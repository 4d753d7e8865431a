import { z } from 'zod'
import { lastPage, pageBounds } from '../../base/page.ts'
import type { Context } from '../../context.ts'
import { oneOf, optional, text } from '../../http/contracts.ts'
import { pageFields } from '../../http/lists.ts'
import { listAlerts } from '../../outbox/alerts.sql.ts'

const severities = ['info', 'warning', 'critical'] as const

export const ListAlerts = z.object({
  severity: optional(oneOf(severities)),
  kind: optional(text({ max: 100 })),
  ...pageFields,
})

/** There are as many as there were deposits, so nobody counts them for a page. */
export const Alerts = z.object({
  data: z.array(
    z.object({
      id: z.int(),
      severity: z.string().meta({ enum: severities }),
      kind: z.string(),
      subject: z.string(),
      data: z.unknown().meta({ description: 'Facts by name.' }),
      createdAt: z.iso.datetime(),
    }),
  ),
  currentPage: z.int(),
  perPage: z.int(),
  nextPage: z.int().nullable(),
})

/** What the service wants operators to know, the newest first. */
export async function showAlerts(
  ctx: Pick<Context, 'db'>,
  input: z.output<typeof ListAlerts>,
): Promise<z.input<typeof Alerts>> {
  const { limit, offset } = pageBounds(input)
  const filter = { severity: input.severity ?? null, kind: input.kind ?? null }
  const found = await listAlerts(ctx.db, filter, { limit: limit + 1, offset })
  const more = found.length > limit && input.page < lastPage
  return {
    data: found
      .slice(0, limit)
      .map((alert) => ({ ...alert, createdAt: alert.createdAt.toISOString() })),
    currentPage: input.page,
    perPage: limit,
    nextPage: more ? input.page + 1 : null,
  }
}
