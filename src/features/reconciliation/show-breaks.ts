import { z } from 'zod'
import { openBounds, openPageOf } from '../../base/page.ts'
import type { Context } from '../../context.ts'
import { oneOf, optional, timeOf } from '../../http/contracts.ts'
import { openPage, pageFields } from '../../http/lists.ts'
import { breakKinds } from './break.rules.ts'
import { listBreaks } from './breaks.sql.ts'

export const ListBreaks = z.object({
  state: optional(oneOf(['open', 'resolved'])),
  kind: optional(oneOf(breakKinds)),
  ...pageFields,
})

export const Breaks = openPage(
  z.object({
    id: z.int(),
    provider: z.string().meta({ description: '`house`: our own books alone show it.' }),
    kind: z.enum(breakKinds),
    subject: z.string().meta({ description: 'An asset, or our own id of a movement.' }),
    asset: z.string().nullable(),
    theirs: z.string(),
    ours: z.string(),
    since: z.iso.datetime(),
    lastSeen: z.iso.datetime(),
    ageSeconds: z.int(),
    alertedAt: z.iso.datetime().nullable(),
    stoppedAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When it stopped withdrawals; null if it never did.' }),
    resolvedAt: z.iso.datetime().nullable(),
  }),
)

/** Lists open and resolved breaks, newest first. */
export async function showBreaks(
  ctx: Pick<Context, 'db'>,
  input: z.output<typeof ListBreaks>,
): Promise<z.input<typeof Breaks>> {
  const filter = { state: input.state ?? null, kind: input.kind ?? null }
  const found = await listBreaks(ctx.db, filter, openBounds(input))
  return openPageOf(
    found.map(({ since, lastSeen, alertedAt, stoppedAt, resolvedAt, ...rest }) => ({
      ...rest,
      since: since.toISOString(),
      lastSeen: lastSeen.toISOString(),
      alertedAt: timeOf(alertedAt),
      stoppedAt: timeOf(stoppedAt),
      resolvedAt: timeOf(resolvedAt),
    })),
    input,
  )
}
