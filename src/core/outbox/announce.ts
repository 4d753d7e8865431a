import { sha256 } from '../../base/secrets/crypto.ts'
import { chunks } from '../../base/values/chunks.ts'
import type { UserId } from '../../base/values/ids.ts'
import { shownAmount } from '../../base/values/shown-amount.ts'
import type { Tx } from '../database/database.ts'
import { listAlertedAdmins } from './alerts.sql.ts'
import { jobLimits } from './job-limits.ts'
import {
  type AccountNotice,
  type AlertMail,
  type DevicePush,
  type ListingNotice,
  type MergedMail,
  mailedAlerts,
  type Notice,
  type OperatorNotice,
  type RegulatorReport,
  type SignInNotice,
  type UserNotice,
} from './notices.ts'
import {
  insertAlerts,
  insertMessages,
  insertReports,
  type Message,
  sendAlerts,
  sendMessages,
  sendReports,
} from './outbox.sql.ts'
import { findReaders, type NoticeReader } from './push-tokens.sql.ts'
import { enqueueDeliveries, enqueueNewDeliveries } from './queue.ts'
import { notificationText } from './texts/render.ts'

/**
 * Records notices and enqueues their deliveries. May run again after a crash between its commit and
 * its job's completion: notices recorded before are not delivered again.
 */
export async function announce(
  tx: Tx,
  given: readonly Notice[],
  known?: NoticeReaders,
): Promise<void> {
  const records = recordsOf(given)
  const [alerted, readers] = await Promise.all([
    insertAlerts(tx, records.alerts),
    readersOf(tx, records, known),
  ])
  const [fresh, reported] = await Promise.all([
    insertMessages(tx, messagesOf(records, readers)),
    insertReports(tx, records.reports),
  ])
  const { announced, reports, mailable } = records
  const sent = announced.filter(({ key }) => fresh.has(key))
  const due = reports.filter(({ key }) => reported.has(key))
  enqueueDeliveries(tx, 'deliver', deliveriesOf(sent, due, readers))
  const mailed = mailable.filter(({ key }) => alerted.has(key))
  enqueueDeliveries(tx, 'mail-alerts', await alertMails(tx, mailed))
}

/** Whether a notice is new if the transaction that records its fact commits. */
export const isNewIfCommitted = (notice: Notice): boolean =>
  notice.to === 'user' || (notice.to === 'operator' && !mailedAlerts.has(notice.kind))

/**
 * The same for such notices, without waiting for a result. A message or a report that is recorded
 * already fails the transaction.
 */
export async function announceNew(
  tx: Tx,
  given: readonly Notice[],
  known?: NoticeReaders,
): Promise<void> {
  const records = recordsOf(given)
  const { announced, reports, alerts } = records
  const readers = await readersOf(tx, records, known)
  sendAlerts(tx, alerts)
  sendMessages(tx, messagesOf(records, readers))
  sendReports(tx, reports)
  enqueueNewDeliveries(tx, deliveriesOf(announced, reports, readers))
}

type NoticeRecords = Readonly<{
  announced: readonly AnnouncedNotice[]
  reports: readonly RegulatorReport[]
  alerts: readonly OperatorNotice[]
  /** Those of the alerts that are mailed, if they are new. */
  mailable: readonly OperatorNotice[]
}>

function recordsOf(given: readonly Notice[]): NoticeRecords {
  const notices = onceEach(given)
  const users = notices.filter((notice): notice is UserNotice => notice.to === 'user')
  const alerts = notices.filter((notice): notice is OperatorNotice => notice.to === 'operator')
  return {
    announced: notices.filter(isAnnounced),
    reports: users.flatMap(reportOf),
    alerts: [...users.map(lineOf), ...alerts],
    mailable: alerts.filter(({ kind }) => mailedAlerts.has(kind)),
  }
}

/** Returns the readers that are known already, or reads them. */
function readersOf(
  tx: Tx,
  { announced }: Pick<NoticeRecords, 'announced'>,
  known: NoticeReaders | undefined,
): NoticeReaders | Promise<NoticeReaders> {
  const users = announced.map(({ user }) => user)
  return known !== undefined && users.every((user) => known.has(user))
    ? known
    : findReaders(tx, users)
}

const messagesOf = (
  { announced }: Pick<NoticeRecords, 'announced'>,
  readers: NoticeReaders,
): readonly Message[] => announced.map((notice) => messageOf(notice, readers))

const deliveriesOf = (
  sent: readonly AnnouncedNotice[],
  reports: readonly RegulatorReport[],
  readers: NoticeReaders,
): readonly unknown[] => [
  ...mergeMails(sent.filter(isMailedHere)).map((mail) => ({ by: 'mail', mail })),
  ...pushesOf(sent, readers).map((push) => ({ by: 'push', push })),
  ...reports.map((report) => ({ by: 'report', report })),
]

/** A repeated job may be announced together with its first run. */
const onceEach = (notices: readonly Notice[]): readonly Notice[] => [
  ...new Map(notices.map((notice) => [`${notice.to} ${notice.key}`, notice])).values(),
]

/** Builds one mail per admin, so that a failed one is retried separately. */
async function alertMails(
  tx: Tx,
  alerts: readonly OperatorNotice[],
): Promise<readonly AlertMail[]> {
  if (alerts.length === 0) return []
  const admins = await listAlertedAdmins(tx)
  return alerts.flatMap((alert) => admins.map((operator) => ({ alert, operator })))
}

/** The alert that operators see for a user's money event. */
const lineOf = ({ kind, key, user, data }: UserNotice): OperatorNotice => ({
  to: 'operator',
  kind,
  key,
  severity: kind === 'withdrawal-reversed' ? 'warning' : 'info',
  subject: lines[kind](shownAmount(data.amount, data.symbol, 'en')),
  data: { ...inMoney(factsOf(data), data.symbol), userId: String(user) },
})

/** The facts with their amounts as people read them. */
const inMoney = (
  { symbol: _, ...facts }: Readonly<Record<string, string>>,
  symbol: string,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name,
      amountNames.has(name) ? shownAmount(value, symbol, 'en') : value,
    ]),
  )

const amountNames: ReadonlySet<string> = new Set(['amount', 'fee', 'credited'])

const lines: { readonly [Kind in UserNotice['kind']]: (amount: string) => string } = {
  'deposit-completed': (amount) => `Deposit of ${amount} credited`,
  'deposit-rejected': (amount) => `Deposit of ${amount} rejected`,
  'withdrawal-accepted': (amount) => `Withdrawal of ${amount} accepted`,
  'withdrawal-completed': (amount) => `Withdrawal of ${amount} completed`,
  'withdrawal-failed': (amount) => `Withdrawal of ${amount} failed and was given back`,
  'withdrawal-reversed': (amount) => `Withdrawal of ${amount} was sent back by the bank`,
  'order-filled': (amount) => `Order filled: ${amount} received`,
  'order-canceled': (amount) => `Order ended: ${amount} received`,
  'order-expired': (amount) => `Order met another of ours at the venue: ${amount} received`,
}

const factsOf = ({
  destination,
  ...facts
}: UserNotice['data']): Readonly<Record<string, string>> =>
  destination === undefined ? facts : { ...facts, destination }

const reportOf = ({ report, key, user, data }: UserNotice): readonly RegulatorReport[] =>
  report === null
    ? []
    : [
        {
          kind: report,
          key: requestIdOf(report, key),
          data: { ...factsOf(data), userId: String(user) },
        },
      ]

/** Derives an id that is short enough for the queue, and the same on every announcement. */
const requestIdOf = (kind: string, key: string): string =>
  `${kind}-${sha256(key).toString('hex').slice(0, 32)}`

type AnnouncedNotice = UserNotice | AccountNotice | ListingNotice | SignInNotice

const announced: ReadonlySet<Notice['to']> = new Set(['user', 'account', 'listing', 'sign-in'])
const isAnnounced = (notice: Notice): notice is AnnouncedNotice => announced.has(notice.to)

/** The mail of a sign-in is not sent here: it was enqueued with the sign-in, as urgent. */
const isMailedHere = (
  notice: AnnouncedNotice,
): notice is UserNotice | AccountNotice | ListingNotice => notice.to !== 'sign-in'

type NoticeReaders = ReadonlyMap<UserId, NoticeReader>

/** Builds one push per device, so that each device is retried separately. */
function pushesOf(
  notices: readonly AnnouncedNotice[],
  readers: NoticeReaders,
): readonly DevicePush[] {
  return notices.flatMap((notice) =>
    (readers.get(notice.user)?.devices ?? []).map((digest) => ({ notice, digest })),
  )
}

function messageOf(notice: AnnouncedNotice, readers: NoticeReaders): Message {
  const { title, paragraphs } = notificationText(readers.get(notice.user)?.language ?? 'en', notice)
  const { user, kind, key } = notice
  const data = messageDataOf(notice)
  return { user, kind, key, data, title, body: paragraphs.join('\n') }
}

/**
 * The data for an app to show or use; with the session's id the app can offer to end the session.
 */
function messageDataOf(notice: AnnouncedNotice): Readonly<Record<string, string>> {
  if (notice.to === 'user') return factsOf(notice.data)
  if (notice.to === 'listing') return notice.data
  return notice.to === 'sign-in' ? { ...notice.data, sessionId: String(notice.session) } : {}
}

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
function mergeMails(notices: readonly MailedNotice[]): readonly (MailedNotice | MergedMail)[] {
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
