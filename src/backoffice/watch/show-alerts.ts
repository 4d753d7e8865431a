import { z } from 'zod'
import type { Context } from '../../context.ts'
import { listAlerts } from '../../core/outbox/alerts.sql.ts'
import { isoTime, oneOf, optional, text } from '../../platform/http/contracts/contracts.ts'
import { spanFields } from '../../platform/http/contracts/list-filters.ts'
import { cursorFields } from '../../platform/http/contracts/lists.ts'

const severities = ['info', 'warning', 'critical'] as const

export const ListAlerts = z.object({
  /** `notable` is everything but information. */
  severity: optional(oneOf([...severities, 'notable'])),
  kind: optional(text({ max: 100 })),
  ...spanFields,
  ...cursorFields,
})

export const Alert = z
  .object({
    id: z.int(),
    severity: z.string().meta({ enum: severities }),
    kind: z.string(),
    subject: z.string(),
    data: z.unknown().meta({ description: 'Facts by name.' }),
    createdAt: isoTime,
  })
  .meta({ id: 'Alert' })

/** Lists the service's alerts to operators, newest first. */
export const showAlerts = (ctx: Pick<Context, 'db'>, input: z.output<typeof ListAlerts>) =>
  listAlerts(ctx.db, input)
