import { sql } from 'kysely'
import type { UserId } from '../../base/values/ids.ts'
import { send, type Tx } from '../database/database.ts'
import { planOnce, withCommit } from '../database/driver/transactions.ts'
import { recordFacts } from '../facts/record-facts.ts'
import { announce, announceNew, isNewIfCommitted } from './announce.ts'
import { jobLimits } from './job-limits.ts'
import { factsOfNotices } from './notice-facts.rules.ts'
import type { Notice } from './notices.ts'
import { findReaders } from './push-tokens.sql.ts'
import { enqueueJob } from './queue.ts'

/** The notices of each open transaction. */
const noticesOf = new WeakMap<Tx, Notice[]>()

/** The readers that each open transaction expects to notify. */
const readersOf = new WeakMap<Tx, ReturnType<typeof findReaders>>()

/**
 * Starts to read the languages and devices of those who will be notified, together with other
 * reads: it saves a trip later. Those of many users are read by the job that announces to many.
 */
export function expectNotices(tx: Tx, users: readonly UserId[]): void {
  if (users.length > jobLimits.recordedAtOnce) return
  const readers = findReaders(tx, users)
  readers.catch(() => undefined)
  readersOf.set(tx, readers)
}

/**
 * Records notices in the transaction of the facts that they report: nothing uncommitted is
 * announced, and everything committed is announced at least once. Mails about the account itself
 * are enqueued as urgent, since a user may be waiting for a link or a code. A sign-in is both
 * mailed at once and announced. Notices about facts record these for subscribers of events.
 */
export function enqueueAll(tx: Tx, notices: readonly Notice[]): void {
  recordFacts(tx, () => factsOfNotices(notices))
  const mails = notices.filter(isUrgent)
  if (mails.length > 0) enqueueJob(tx, 'send-urgent-mails', mails)
  const announced = notices.filter((notice) => notice.to === 'sign-in' || !isUrgent(notice))
  if (announced.length === 0) return
  const others = noticesOf.get(tx)
  if (others !== undefined) return void others.push(...announced)
  noticesOf.set(tx, announced)
  withCommit(tx, () => record(tx, announced))
}

const urgent: ReadonlySet<Notice['to']> = new Set(['mail', 'code-mail', 'sign-in'])
const isUrgent = ({ to }: Notice): boolean => urgent.has(to)

/**
 * Announces a few notices with their facts: that saves a transaction, and the trips of a job. Many
 * at once are announced by a job, so that they do not delay the next facts; so are those that can't
 * be recorded, since no notice may undo its fact. Notices that cannot have been recorded before are
 * inserted without waiting; if that fails, the commit runs the returned function, which enqueues a
 * job instead.
 */
async function record(tx: Tx, notices: readonly Notice[]): Promise<(() => Promise<void>) | null> {
  if (notices.length > jobLimits.recordedAtOnce) {
    enqueueJob(tx, 'announce', notices)
    return null
  }
  planOnce(tx)
  const instead = async () => {
    await sql`rollback to savepoint notices`.execute(tx)
    enqueueJob(tx, 'announce', notices)
  }
  const readers = await readersOf.get(tx)
  send(tx, sql`savepoint notices`)
  try {
    if (notices.every(isNewIfCommitted)) {
      await announceNew(tx, notices, readers)
      return instead
    }
    await announce(tx, notices, readers)
  } catch {
    await instead()
  }
  return null
}
