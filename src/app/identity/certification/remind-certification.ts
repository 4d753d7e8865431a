import type { Context } from '../../../context.ts'
import { enqueueAll } from '../../../core/outbox/enqueue.ts'
import type { AccountNotice } from '../../../core/outbox/notices.ts'
import {
  type CertificationReminder,
  takeUsersToRemind,
} from '../../../core/users/certifications.sql.ts'
import { certificationLimits } from '../identity-limits.ts'

const { remindDaysBefore, remindUsers } = certificationLimits

/**
 * Reminds some of the users with a proven identity and without a certification, each once per
 * reminder, before operators' date and on it.
 */
export const remindOfCertification = ({ db }: Pick<Context, 'db'>): Promise<void> =>
  db.inTransaction(async (tx) => {
    const reminder = await takeUsersToRemind(tx, remindDaysBefore, remindUsers)
    if (reminder !== null) enqueueAll(tx, noticesOf(reminder))
  })

const noticesOf = ({ day, daysLeft, users }: CertificationReminder): readonly AccountNotice[] =>
  users.map((user) => ({
    to: 'account',
    kind: daysLeft > 0 ? 'certification-due' : 'certification-missing',
    key: `certification:${day}:${daysLeft}:${user}`,
    user,
    day,
  }))
