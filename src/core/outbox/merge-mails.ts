import { sha256 } from '../../base/secrets/crypto.ts'
import { chunks } from '../../base/values/chunks.ts'
import { jobLimits } from './job-limits.ts'
import type { AccountNotice, ListingNotice, MergedMail, UserNotice } from './notices.ts'

type MailedNotice = UserNotice | AccountNotice | ListingNotice

/** Frequent events. A withdrawal's mail is also a warning, so it is never merged. */
const mergeable: ReadonlySet<MailedNotice['kind']> = new Set<UserNotice['kind']>([
  'deposit-completed',
  'order-filled',
  'order-canceled',
  'order-expired',
])

/**
 * Merges the mails of notices that are announced together: one per user and kind. Notices do not
 * wait for others, so one that is announced alone is mailed unmerged.
 */
export function mergeMails(
  notices: readonly MailedNotice[],
): readonly (MailedNotice | MergedMail)[] {
  const sets = Map.groupBy(notices, (notice) =>
    mergeable.has(notice.kind) ? `${notice.kind} ${notice.user}` : notice,
  )
  return [...sets.values()].flatMap((set) =>
    [...chunks(set, jobLimits.eventsPerMail)].flatMap(mailOf),
  )
}

function mailOf(set: readonly MailedNotice[]): readonly (MailedNotice | MergedMail)[] {
  const notices = set.filter((notice): notice is UserNotice => notice.to === 'user')
  const [first] = notices
  if (first === undefined || notices.length < 2) return set
  const keys = notices.map(({ key }) => key).join('\n')
  const key = `merged:${sha256(keys).toString('hex')}`
  return [{ to: 'user-merged', key, user: first.user, notices: [...notices] }]
}
