import { sealText, unsealText } from '../../base/secrets/app-keys.ts'
import type { Context } from '../../context.ts'
import { wireId } from '../../platform/http/contracts/contracts.ts'
import { endSessionPage } from '../../platform/http/pages/mailed-pages.ts'

const purpose = 'end-session'

/**
 * Makes the link that ends one session, valid while the session lives. It opens a page whose button
 * ends the session: opening the link alone, as mail scanners do, changes nothing.
 */
export function mintSessionLink(ctx: Pick<Context, 'config' | 'random'>, session: number): string {
  const { appUrl } = ctx.config
  const sealed = sealText(ctx.config, purpose, String(session), ctx.random)
  return `${appUrl.replace(/\/$/, '')}${endSessionPage.path}/${sealed}`
}

/** Returns the id of the session a link was made for, or null if we did not make it. */
export function sessionInLink(ctx: Pick<Context, 'config'>, sealed: string): number | null {
  const id = wireId.safeParse(unsealText(ctx.config, purpose, sealed))
  return id.success ? id.data : null
}
