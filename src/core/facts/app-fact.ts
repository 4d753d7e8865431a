import type { UserId } from '../../base/values/ids.ts'
import type { Tx } from '../database/database.ts'
import { recordFacts } from './record-facts.ts'

/** Records that a user's authenticator was bound or unbound. */
export const recordApp = (tx: Tx, user: UserId, bound: boolean): void =>
  recordFacts(tx, () => [
    {
      type: bound ? 'account.twofa_bound' : 'account.twofa_unbound',
      user,
      subject: String(user),
      key: null,
      item: { userId: user },
    },
  ])
