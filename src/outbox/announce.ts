import { sha256 } from '../base/crypto.ts'
import { slices } from '../base/slices.ts'
import type { Tx } from '../database/database.ts'
import { findLanguages } from '../users/users.sql.ts'
import { enqueueJob } from './enqueue.ts'
import type {
  AccountMail,
  AccountNotice,
  CodeMail,
  Notice,
  OperatorNotice,
  RegulatorReport,
  UserNotice,
} from './notices.ts'
import { insertAlerts, insertMessages, insertReports } from './outbox.sql.ts'
import { toldText } from './texts/render.ts'

/** Deliveries a job makes at most: small enough that a crash repeats few of them. */
const deliveriesPerJob = 25

/**
 * Records what notices say and enqueues their deliveries. A notice that was recorded before is
 * delivered no second time, so this may run again after a crash.
 */
export async function announce(tx: Tx, notices: readonly Notice[]): Promise<void> {
  const users = notices.filter((notice): notice is UserNotice => notice.to === 'user')
  const events = notices.filter((notice): notice is AccountNotice => notice.to === 'account')
  const mails = notices.filter(
    (notice): notice is AccountMail | CodeMail => notice.to === 'mail' || notice.to === 'code-mail',
  )
  const alerts = notices.filter((notice): notice is OperatorNotice => notice.to === 'operator')
  const reports = users.flatMap(reportOf)
  await insertAlerts(tx, [...users.map(lineOf), ...alerts])
  const told = await recordMessages(tx, [...users, ...events])
  const reported = await insertReports(tx, reports)
  await enqueueEach(tx, 'send-mails', [...told, ...mails])
  await enqueueEach(tx, 'send-pushes', told)
  await enqueueEach(
    tx,
    'submit-reports',
    reports.filter(({ key }) => reported.has(key)),
  )
}

/** What the operators read of a user's money event. */
const lineOf = ({ kind, key, user, data }: UserNotice): OperatorNotice => ({
  to: 'operator',
  kind,
  key,
  severity: kind === 'withdrawal-reversed' ? 'warning' : 'info',
  subject: lines[kind](`${data.symbol} ${data.amount}`),
  data: { ...factsOf(data), userId: String(user) },
})

const lines: { readonly [Kind in UserNotice['kind']]: (amount: string) => string } = {
  'deposit-completed': (amount) => `Deposit of ${amount} credited`,
  'deposit-rejected': (amount) => `Deposit of ${amount} rejected`,
  'withdrawal-accepted': (amount) => `Withdrawal of ${amount} accepted`,
  'withdrawal-completed': (amount) => `Withdrawal of ${amount} completed`,
  'withdrawal-failed': (amount) => `Withdrawal of ${amount} failed and was given back`,
  'withdrawal-reversed': (amount) => `Withdrawal of ${amount} was sent back by the bank`,
  'order-filled': (amount) => `Order filled: ${amount} received`,
  'order-canceled': (amount) => `Order ended: ${amount} received`,
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

/** Short enough for the queue, and the same however often the notice is announced. */
const requestIdOf = (kind: string, key: string): string =>
  `${kind}-${sha256(key).toString('hex').slice(0, 32)}`

type Told = UserNotice | AccountNotice

async function recordMessages(tx: Tx, notices: readonly Told[]) {
  const languages = await findLanguages(
    tx,
    notices.map(({ user }) => user),
  )
  const fresh = await insertMessages(
    tx,
    notices.map((notice) => {
      const { title, paragraphs } = toldText(languages.get(notice.user) ?? 'en', notice)
      const { user, kind, key } = notice
      const data = notice.to === 'user' ? factsOf(notice.data) : {}
      return { user, kind, key, data, title, body: paragraphs.join('\n') }
    }),
  )
  return notices.filter(({ key }) => fresh.has(key))
}

async function enqueueEach(
  tx: Tx,
  job: 'send-mails' | 'send-pushes' | 'submit-reports',
  items: readonly unknown[],
): Promise<void> {
  for (const some of slices(items, deliveriesPerJob)) {
    enqueueJob(tx, job, some)
  }
}
