import { z } from 'zod'
import { sealText, unsealText } from '../../base/secrets/app-keys.ts'
import { type UserId, userId } from '../../base/values/ids.ts'
import type { Context } from '../../context.ts'
import { freezeAccountPage } from '../../platform/http/pages/mailed-pages.ts'

const purpose = 'freeze-account'

const Link = z.object({ user: z.int().positive().transform(userId), untilMs: z.int() })

/** Long enough for an owner who does not read mails every day. */
const ttlMs = 7 * 86_400_000

/**
 * Makes the link with which its owner freezes an account within a week. It opens a page whose
 * button freezes: opening the link alone, as mail scanners do, changes nothing.
 */
export function mintFreezeLink(
  ctx: Pick<Context, 'clock' | 'config' | 'random'>,
  user: UserId,
): string {
  const link: z.input<typeof Link> = { user, untilMs: ctx.clock.now().getTime() + ttlMs }
  const sealed = sealText(ctx.config, purpose, JSON.stringify(link), ctx.random)
  return `${ctx.config.appUrl.replace(/\/$/, '')}${freezeAccountPage.path}/${sealed}`
}

/** Returns whose account a link freezes, or null if it is older or we did not make it. */
export function ownerInLink(ctx: Pick<Context, 'clock' | 'config'>, sealed: string): UserId | null {
  const text = unsealText(ctx.config, purpose, sealed)
  if (text === null) return null
  const { user, untilMs } = Link.parse(JSON.parse(text))
  return ctx.clock.now().getTime() > untilMs ? null : user
}
