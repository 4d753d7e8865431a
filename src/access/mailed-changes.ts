import type { ThrottleRule } from '../http/throttle.ts'
import type { Caller } from './signed-in.ts'

/**
 * Changes to an account of which its owner is told by mail, all counted together: a stolen token
 * could fill a mailbox with them, and keep the mails of others waiting.
 */
export const mailedChanges: ThrottleRule<Caller> = {
  name: 'mailed-changes',
  points: 60,
  windowSeconds: 3_600,
  key: ({ caller }) => caller.id.toString(),
}
