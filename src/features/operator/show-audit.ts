import { z } from 'zod'
import { operatorId } from '../../base/ids.ts'
import { pageBounds, pageOf } from '../../base/page.ts'
import type { Context } from '../../context.ts'
import { optional, text, wireId } from '../../http/contracts.ts'
import { pageFields } from '../../http/lists.ts'
import { countAudit, listAudit } from '../../operators/operator-audit.sql.ts'

export const ListAudit = z.object({
  operatorId: optional(wireId),
  action: optional(text({ max: 100 })),
  subjectKind: optional(text({ max: 50 })),
  subjectId: optional(text({ max: 255 })),
  ...pageFields,
})

const facts = z.unknown().meta({ description: 'Facts by name, or null.' })

export const AuditEntry = z.object({
  id: z.int(),
  operator: z.object({ id: z.int(), email: z.string() }).nullable(),
  action: z.string(),
  subject: z.object({ kind: z.string(), id: z.string() }),
  before: facts,
  after: facts,
  ip: z.string(),
  requestId: z.string(),
  at: z.iso.datetime(),
})

/** Lists the audited actions of operators, newest first. */
export async function showAudit(ctx: Pick<Context, 'db'>, input: z.output<typeof ListAudit>) {
  const filter = {
    operator: input.operatorId === undefined ? null : operatorId(input.operatorId),
    action: input.action ?? null,
    subjectKind: input.subjectKind ?? null,
    subjectId: input.subjectId ?? null,
  }
  const entries = await listAudit(ctx.db, filter, pageBounds(input))
  const shown = entries.map((entry) => ({ ...entry, at: entry.at.toISOString() }))
  return pageOf(shown, await countAudit(ctx.db, filter), input)
}
