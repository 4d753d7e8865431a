import type { UserId } from '../../base/values/ids.ts'
import type { Tx } from '../../core/database/database.ts'
import { closeAgreements } from '../../core/decisions/agreements.sql.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import type { AccountMail } from '../../core/outbox/notices.ts'
import { enqueueJob } from '../../core/outbox/queue.ts'
import { type NewSuspension, suspendUser } from '../../core/users/users.sql.ts'
import { endAccess } from './end-access.ts'

/**
 * Suspends an account: access is revoked, no money leaves and open orders are cancelled, while
 * credits are still booked. Only an operator can lift it. Returns false, and sends no mail, if the
 * account was suspended already. A suspension by the service voids agreements to lift a former one.
 */
export async function suspendAccess(
  tx: Tx,
  user: UserId,
  { mail, ...suspension }: NewSuspension & Readonly<{ mail: AccountMail }>,
): Promise<boolean> {
  const isNew = await suspendUser(tx, user, suspension)
  if (suspension.byService) await closeAgreements(tx, { kind: 'restoration', subject: user })
  if (!isNew) return false
  await endAccess(tx, user)
  enqueueAll(tx, [mail])
  enqueueJob(tx, 'cancel-orders', [user])
  return true
}
