import type { ThrottleRule } from '../http/endpoint/throttle.ts'
import type { Caller } from './signed-in.ts'

/**
 * Limits the account changes that are confirmed by mail, all counted together: a stolen token could
 * otherwise flood the owner's mailbox and delay other users' mails.
 */
export const mailedChanges: ThrottleRule<Caller> = {
  name: 'mailed-changes',
  points: 60,
  windowSeconds: 3_600,
  key: ({ caller }) => caller.id.toString(),
}
