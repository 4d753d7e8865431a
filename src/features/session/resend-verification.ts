import { z } from 'zod'
import type { Context } from '../../context.ts'
import { email } from '../../http/contracts.ts'
import { mailIfKnown } from './mail-if-known.ts'
import { verificationMails } from './session-contracts.ts'

export const ResendVerification = z.object({ email })

/** Mails a new verification link to who still needs one; anybody else gets the same answer. */
export const resendVerification = (
  ctx: Pick<Context, 'clock' | 'config' | 'counters' | 'db' | 'log' | 'random'>,
  { email: address }: z.output<typeof ResendVerification>,
): Promise<void> => mailIfKnown(ctx, address, { kind: 'verify-email', rate: verificationMails })
