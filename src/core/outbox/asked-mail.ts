import { z } from 'zod'
import { sealText, unsealText } from '../../base/secrets/app-keys.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../database/database.ts'
import { type CodeUse, codeUses } from './notices.ts'
import { enqueueJob } from './queue.ts'

const askedMailPurpose = 'asked-mail'

const RequestedMail = z.object({
  kind: z.enum(['email-otp', 'verify-email', 'reset-password']),
  email: z.string(),
  /** What a mailed code is made for. */
  use: z.enum(codeUses).default('general'),
  /** Unique per request, so that a job that runs twice sends recognizably the same mail. */
  id: z.string(),
  askedAtMs: z.int(),
})

/** A mail requested for an address, which may have no account. */
export type RequestedMail = z.output<typeof RequestedMail>

/**
 * Enqueues a requested mail. Whether the address has an account is looked up when the job runs,
 * after the response: a request does the same work for every address, so neither its duration nor
 * the sealed job reveals who has an account.
 */
export function enqueueAskedMail(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'config' | 'random'>,
  kind: RequestedMail['kind'],
  email: string,
  use: CodeUse = 'general',
): void {
  const id = ctx.random.bytes(16).toString('hex')
  const asked: RequestedMail = { kind, email, use, id, askedAtMs: ctx.clock.now().getTime() }
  const text = JSON.stringify(asked)
  enqueueJob(tx, 'mail-asked', [sealText(ctx.config, askedMailPurpose, text, ctx.random)])
}

/** Opens the request in a stored job. */
export function openAskedMail({ config }: Pick<Context, 'config'>, sealed: string): RequestedMail {
  const opened = unsealText(config, askedMailPurpose, sealed)
  if (opened === null) throw new Error('a requested mail cannot be decrypted with our key')
  return RequestedMail.parse(JSON.parse(opened))
}
