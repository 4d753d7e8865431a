import type { UserId } from '../base/ids.ts'
import type { Tx } from '../database/database.ts'
import { enqueueAll, enqueueJob } from '../outbox/enqueue.ts'
import type { AccountMail } from '../outbox/notices.ts'
import { suspendUser } from '../users/users.sql.ts'
import { endAccess } from './end-access.ts'

/**
 * Shuts an account: nobody gets in, no money leaves and open orders end, while credits are still
 * booked. Only an operator opens it again. False when it was shut already, and nobody is told.
 */
export async function suspendAccess(
  tx: Tx,
  user: UserId,
  { reason, mail }: Readonly<{ reason: string | null; mail: AccountMail }>,
): Promise<boolean> {
  if (!(await suspendUser(tx, user, reason))) return false
  await endAccess(tx, user)
  enqueueAll(tx, [mail])
  enqueueJob(tx, 'cancel-orders', [user])
  return true
}
