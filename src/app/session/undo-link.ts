import { z } from 'zod'
import { sealText, unsealText } from '../../base/secrets/app-keys.ts'
import { type UserId, userId } from '../../base/values/ids.ts'
import type { Context } from '../../context.ts'
import { UndoableChange } from '../../core/outbox/notices.ts'
import { provisionalLimits } from '../../core/users/provisional-limits.ts'
import { undoChangePage } from '../../platform/http/pages/mailed-pages.ts'

const purpose = 'undo-change'

const Link = z.object({
  user: z.int().positive().transform(userId),
  change: UndoableChange,
  untilMs: z.int(),
})

/**
 * Makes the link that undoes a change of a user's factors for a day. It opens a page whose button
 * undoes the change: opening the link alone, as mail scanners do, changes nothing.
 */
export function mintUndoLink(
  ctx: Pick<Context, 'clock' | 'config' | 'random'>,
  user: UserId,
  change: UndoableChange,
): string {
  const untilMs = ctx.clock.now().getTime() + provisionalLimits.seconds * 1_000
  const link: z.input<typeof Link> = { user, change, untilMs }
  const sealed = sealText(ctx.config, purpose, JSON.stringify(link), ctx.random)
  return `${ctx.config.appUrl.replace(/\/$/, '')}${undoChangePage.path}/${sealed}`
}

/** Returns the change a link was made for, or null if we did not make it. */
export function changeInLink(
  ctx: Pick<Context, 'clock' | 'config'>,
  sealed: string,
): Readonly<{ user: UserId; change: UndoableChange; isLate: boolean }> | null {
  const text = unsealText(ctx.config, purpose, sealed)
  if (text === null) return null
  const { untilMs, ...link } = Link.parse(JSON.parse(text))
  return { ...link, isLate: ctx.clock.now().getTime() > untilMs }
}
