import { z } from 'zod'
import { seal, unseal } from '../base/crypto.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../database/database.ts'
import { enqueueJob } from './enqueue.ts'

const purpose = 'asked-mail'

const AskedMail = z.object({
  kind: z.enum(['email-otp', 'verify-email', 'reset-password']),
  email: z.string(),
  /** Of this one request, so that a job that runs twice sends what is seen to be one mail. */
  id: z.string(),
  askedAtMs: z.int(),
})

/** A mail that somebody wants sent to an address, which may be nobody's. */
export type AskedMail = z.output<typeof AskedMail>

/**
 * Enqueues what was asked for. Whose address it is, if anybody's, is looked up when the job runs,
 * after the answer: a request does the same work for every address, and neither its time nor the
 * stored job, being sealed, tells who has an account.
 */
export function enqueueAskedMail(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'config' | 'random'>,
  kind: AskedMail['kind'],
  email: string,
): void {
  const id = ctx.random.bytes(16).toString('hex')
  const asked: AskedMail = { kind, email, id, askedAtMs: ctx.clock.now().getTime() }
  enqueueJob(tx, 'mail-asked', [
    seal(ctx.config.appKey, purpose, JSON.stringify(asked), ctx.random),
  ])
}

/** What a stored job asks for. */
export function openAskedMail({ config }: Pick<Context, 'config'>, sealed: string): AskedMail {
  const opened = unseal(config.appKey, purpose, sealed)
  if (opened === null) throw new Error('a mail was asked for that this node can not open')
  return AskedMail.parse(JSON.parse(opened))
}
