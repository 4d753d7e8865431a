import { z } from 'zod'
import { operatorId } from '../../base/values/ids.ts'
import type { Context } from '../../context.ts'
import { readAudit } from '../../core/operators/operator-audit.sql.ts'
import { OperatorName } from '../../platform/access/operators/change-contracts.ts'
import { isoTime, optional, text, wireId } from '../../platform/http/contracts/contracts.ts'
import { spanFields } from '../../platform/http/contracts/list-filters.ts'
import { cursorFields } from '../../platform/http/contracts/lists.ts'

export const ListAudit = z.object({
  operatorId: optional(wireId.transform(operatorId)),
  action: optional(text({ max: 100 })),
  subjectKind: optional(text({ max: 50 })),
  subjectId: optional(text({ max: 255 })),
  ...spanFields,
  ...cursorFields,
})

const facts = z.unknown().meta({ description: 'Facts by name, or null.' })

export const AuditEntry = z
  .object({
    id: z.int(),
    operator: OperatorName.nullable(),
    action: z.string(),
    subject: z.object({ kind: z.string(), id: z.string() }).meta({ id: 'AuditSubject' }),
    before: facts,
    after: facts,
    ip: z.string(),
    requestId: z.string(),
    at: isoTime,
  })
  .meta({ id: 'AuditEntry' })

/** Lists the audited actions of operators, newest first by default. */
export const showAudit = (ctx: Pick<Context, 'db'>, input: z.output<typeof ListAudit>) =>
  readAudit(ctx.db, input)
