import type { UserId } from '../../base/values/ids.ts'
import type { Tx } from '../../core/database/database.ts'
import { forgetIdentities } from '../../core/users/users.sql.ts'
import { expireFiles } from '../../platform/files/files.sql.ts'
import { deleteHistories } from './identity-histories.sql.ts'
import { deleteRegistration } from './identity-registrations.sql.ts'
import { deleteVerifications } from './vision/vision-verifications.sql.ts'

/**
 * Deletes the cards, faces, registration and pictures of a user who did not own the mailbox. A call
 * of the provider that is under way finds its attempt gone, and leaves nothing.
 */
export async function dropIdentity(tx: Tx, user: UserId): Promise<void> {
  await deleteRegistration(tx, user)
  const pictures = [...(await deleteHistories(tx, user)), ...(await deleteVerifications(tx, user))]
  await forgetIdentities(tx, [user])
  await expireFiles(tx, pictures)
}
