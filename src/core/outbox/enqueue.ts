import { sql } from 'kysely'
import { beforeCommit, send, type Tx } from '../database/database.ts'
import { planOnce } from '../database/driver/transactions.ts'
import { recordFacts } from '../facts/record-facts.ts'
import { announce } from './announce.ts'
import { jobLimits } from './job-limits.ts'
import { factsOfNotices } from './notice-facts.rules.ts'
import type { Notice } from './notices.ts'
import { enqueueJob } from './queue.ts'

/** The notices of each open transaction. */
const noticesOf = new WeakMap<Tx, Notice[]>()

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
  beforeCommit(tx, () => record(tx, announced))
}

const urgent: ReadonlySet<Notice['to']> = new Set(['mail', 'code-mail', 'sign-in'])
const isUrgent = ({ to }: Notice): boolean => urgent.has(to)

/**
 * Announces a few notices with their facts: that saves a transaction, and the trips of a job. Many
 * at once are announced by a job, so that they do not delay the next facts; so are those that can't
 * be recorded, since no notice may undo its fact.
 */
async function record(tx: Tx, notices: readonly Notice[]): Promise<void> {
  if (notices.length > jobLimits.recordedAtOnce) return enqueueJob(tx, 'announce', notices)
  planOnce(tx)
  send(tx, sql`savepoint notices`)
  try {
    await announce(tx, notices)
  } catch {
    await sql`rollback to savepoint notices`.execute(tx)
    enqueueJob(tx, 'announce', notices)
  }
}
