import { z } from 'zod'
import { openBounds, openPageOf } from '../../base/page.ts'
import type { Context } from '../../context.ts'
import { oneOf, optional, text } from '../../http/contracts.ts'
import { openPage, pageFields } from '../../http/lists.ts'
import { listAlerts } from '../../outbox/alerts.sql.ts'

const severities = ['info', 'warning', 'critical'] as const

export const ListAlerts = z.object({
  severity: optional(oneOf(severities)),
  kind: optional(text({ max: 100 })),
  ...pageFields,
})

/** The number of alerts grows with that of deposits: too many to count for a page. */
export const Alerts = openPage(
  z.object({
    id: z.int(),
    severity: z.string().meta({ enum: severities }),
    kind: z.string(),
    subject: z.string(),
    data: z.unknown().meta({ description: 'Facts by name.' }),
    createdAt: z.iso.datetime(),
  }),
)

/** Lists the service's alerts to operators, newest first. */
export async function showAlerts(
  ctx: Pick<Context, 'db'>,
  input: z.output<typeof ListAlerts>,
): Promise<z.input<typeof Alerts>> {
  const filter = { severity: input.severity ?? null, kind: input.kind ?? null }
  const found = await listAlerts(ctx.db, filter, openBounds(input))
  const shown = found.map((alert) => ({ ...alert, createdAt: alert.createdAt.toISOString() }))
  return openPageOf(shown, input)
}
