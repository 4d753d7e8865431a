import { chunks } from '../base/chunks.ts'
import { sha256 } from '../base/crypto.ts'
import { limits } from '../base/limits.ts'
import type { AccountNotice, MergedMail, UserNotice } from './notices.ts'

type MailedNotice = UserNotice | AccountNotice

/** Events that come in numbers. A withdrawal's mail is also a warning, so it stands alone. */
const mergeable: ReadonlySet<MailedNotice['kind']> = new Set<UserNotice['kind']>([
  'deposit-completed',
  'order-filled',
  'order-canceled',
])

/**
 * The mails of notices that are announced together: one for a user's events of one kind, instead
 * of one for each. No notice waits for another, so one that comes alone is mailed as it is.
 */
export function mergeMails(
  notices: readonly MailedNotice[],
): readonly (MailedNotice | MergedMail)[] {
  const sets = Map.groupBy(notices, (notice) =>
    mergeable.has(notice.kind) ? `${notice.kind} ${notice.user}` : notice,
  )
  return [...sets.values()].flatMap((set) =>
    [...chunks(set, limits.jobs.eventsPerMail)].flatMap(mailOf),
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
