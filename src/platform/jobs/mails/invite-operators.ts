import { z } from 'zod'
import { operatorId } from '../../../base/values/ids.ts'
import type { Context } from '../../../context.ts'
import { operatorLimits } from '../../../core/operators/operator-limits.ts'
import type { Text } from '../../../core/outbox/texts/text.ts'
import { mintInvitation } from '../../access/operators/operator-invitation.ts'
import { sendMail } from './send-mail.ts'

const Invited = z.object({ operator: z.int().positive().transform(operatorId), key: z.string() })

/** Mails invitations. A retried mail has a new link, which replaces the former one. */
export function inviteOperators(
  ctx: Pick<Context, 'config' | 'db' | 'log' | 'mail' | 'random'>,
  payload: unknown,
): Promise<void>[] {
  return z
    .array(Invited)
    .parse(payload)
    .map(async ({ operator, key }) => {
      const invitation = await mintInvitation(ctx, operator)
      if (invitation === null) return
      const text = textOf(invitation.link)
      const { email: to } = invitation.operator
      await sendMail(ctx, { to, language: 'en', key, text, isUrgent: true })
    })
}

const hours = operatorLimits.invitationTtlSeconds / 3_600

const textOf = (link: string): Text => ({
  title: 'Choose your operator password',
  paragraphs: [
    'An admin of Tukar invited you to run the service, or reset your access to it.',
    `Choose a password that only you know. The link works once, for ${hours} hours.`,
    'If you do not expect this mail, do not open the link, and tell an admin.',
  ],
  action: { label: 'Choose a password', url: link },
})
