import { z } from 'zod'
import { semaphore } from '../../../base/concurrency/semaphore.ts'
import type { UserId } from '../../../base/values/ids.ts'
import type { Context } from '../../../context.ts'
import { batched, batchedInTransaction } from '../../../core/database/driver/batched.ts'
import { planOnce } from '../../../core/database/driver/transactions.ts'
import { perDatabase } from '../../../core/database/per-database.ts'
import { announce } from '../../../core/outbox/announce.ts'
import { jobLimits } from '../../../core/outbox/job-limits.ts'
import { DevicePush, Notice, RegulatorReport } from '../../../core/outbox/notices.ts'
import { markReportsSent } from '../../../core/outbox/outbox.sql.ts'
import type { OwnJob } from '../../../core/outbox/own-jobs.ts'
import { deletePushToken, findPushToken } from '../../../core/outbox/push-tokens.sql.ts'
import { notificationText } from '../../../core/outbox/texts/render.ts'
import type { Text } from '../../../core/outbox/texts/text.ts'
import { findUser, findUsers, noteMailRefused, type User } from '../../../core/users/users.sql.ts'
import { demandOf } from '../../http/server/demand.ts'
import type { GiveWay } from '../lanes/give-way.ts'
import { MailToSend, textFor } from './mail-text.ts'
import { sendMail } from './send-mail.ts'

/*
 * The jobs that deliver notices. A job that takes a list and returns one promise per item has
 * failed items retried separately, with growing pauses. A mail or push that is rejected is logged
 * and not retried; operators see at the user since when mails are refused. A rejected report is
 * retried: the regulator must get it, and operators are alerted to a job that fails for days.
 */

type DeliveryContext = Pick<
  Context,
  'clock' | 'config' | 'db' | 'log' | 'mail' | 'push' | 'random' | 'reportQueue'
>

/**
 * Limits concurrent calls per provider over all jobs, more tightly while many requests are served.
 */
const permitsOf = perDatabase((ctx: Pick<Context, 'clock' | 'db'>) => {
  const { calm, busy, waiting } = jobLimits.calls
  const demand = demandOf(ctx)
  const atOnce = () => (demand.isHigh() ? busy : calm)
  const permits = () =>
    semaphore({
      permits: atOnce,
      waiting,
      overloaded: () => new Error('too many deliveries wait for a provider'),
    })
  return { mail: permits(), push: permits(), report: permits() }
})

type AnnounceContext = Pick<Context, 'clock' | 'db'>

/** Records notices and enqueues their deliveries, all or none of the list. */
export async function announceNotices(
  { clock, db }: AnnounceContext,
  payload: unknown,
  giveWay: GiveWay,
): Promise<void> {
  await announceTogether({ clock, db, giveWay }, Notices.parse(payload))
}

/**
 * Announces the lists of concurrent jobs as one batch. A long batch is split between lists;
 * announcing a part again changes nothing.
 */
const announceTogether = batched(
  async (
    ctx: AnnounceContext & Readonly<{ giveWay: GiveWay }>,
    lists: readonly (readonly Notice[])[],
  ) => {
    const { calm, busy } = jobLimits.announcedAtOnce
    const demand = demandOf(ctx)
    for (let done = 0; done < lists.length; ) {
      await ctx.giveWay()
      const some = firstOf(lists.slice(done), demand.isHigh() ? busy : calm)
      await ctx.db.inTransaction((tx) => {
        planOnce(tx)
        return announce(tx, some.flat())
      })
      done += some.length
    }
    return lists.map(() => true)
  },
)

/** Takes the first lists with at most `most` items in total, but at least one list. */
function firstOf<Item>(lists: readonly (readonly Item[])[], most: number) {
  let items = 0
  const end = lists.findIndex((list, at) => {
    items += list.length
    return at > 0 && items > most
  })
  return end < 0 ? lists : lists.slice(0, end)
}

/** The items of each job, as schemas that are compiled once. */
const Notices = z.array(Notice)
const Mails = z.array(MailToSend)
const Deliveries = z.array(
  z.discriminatedUnion('by', [
    z.object({ by: z.literal('mail'), mail: MailToSend }),
    z.object({ by: z.literal('push'), push: DevicePush }),
    z.object({ by: z.literal('report'), report: RegulatorReport }),
  ]),
)

/** Delivers the mails, pushes and reports of announced notices. */
export function deliver(
  ctx: DeliveryContext,
  payload: unknown,
  _giveWay: GiveWay,
  at: Date,
): Promise<void>[] {
  const deliveries = Deliveries.parse(payload)
  const users = usersOf(ctx, mailsIn(deliveries))
  const noteSent = (requestId: string) => markSent(ctx, requestId)
  return deliveries.map((one) => deliverOne(ctx, one, { users, at, noteSent }))
}

type Delivery = z.output<typeof Deliveries>[number]

const mailsIn = (deliveries: readonly Delivery[]): readonly MailToSend[] =>
  deliveries.flatMap((one) => (one.by === 'mail' ? [one.mail] : []))

type Delivering = Readonly<{
  users: ReturnType<typeof usersOf>
  at: Date
  /** Receives each report that the queue accepted. */
  noteSent: (requestId: string) => unknown
}>

async function deliverOne(
  ctx: DeliveryContext,
  one: Delivery,
  { users, at, noteSent }: Delivering,
): Promise<void> {
  if (one.by === 'mail') return mailTo(ctx, users, one.mail, { at, isUrgent: false })
  if (one.by === 'push') return pushToDevice(ctx, one.push)
  await submitReport(ctx, one.report)
  await noteSent(one.report.key)
}

/**
 * Prepares the deliveries of several jobs, whose users are read together. Returns for each job a
 * function that makes them; `noteSent` receives the reports that the queue accepted.
 */
export function deliverTogether(
  ctx: DeliveryContext,
  jobs: readonly Pick<OwnJob, 'items' | 'at'>[],
  noteSent: (requestId: string) => void,
): readonly (() => Promise<void>[])[] {
  const lists = jobs.map(({ items }) => Deliveries.parse(items))
  const users = usersOf(ctx, mailsIn(lists.flat()))
  return jobs.map(
    ({ at }, index) =>
      () =>
        (lists[index] ?? []).map((one) => deliverOne(ctx, one, { users, at, noteSent })),
  )
}

/** Sends mails that a user may be waiting for, over connections that no other mail uses. */
export function sendUrgentMails(
  ctx: DeliveryContext,
  payload: unknown,
  _giveWay: GiveWay,
  at: Date,
): Promise<void>[] {
  const mails = Mails.parse(payload)
  const users = usersOf(ctx, mails)
  return mails.map((mail) => mailTo(ctx, users, mail, { at, isUrgent: true }))
}

const usersOf = ({ db }: DeliveryContext, mails: readonly MailToSend[]) =>
  mails.length === 0
    ? Promise.resolve(new Map<UserId, User>())
    : findUsers(
        db.read,
        mails.map(({ user }) => user),
      )

async function mailTo(
  ctx: DeliveryContext,
  users: ReturnType<typeof usersOf>,
  mail: MailToSend,
  { at, isUrgent }: Readonly<{ at: Date; isUrgent: boolean }>,
): Promise<void> {
  const user = (await users).get(mail.user)
  if (user === undefined) return
  const text = await textFor(ctx, user, mail, at)
  if (text === null) {
    ctx.log.warn({ notice: mail.key }, 'a code was not mailed: it is no longer valid')
    return
  }
  const { email: to, language } = user
  const send = () => sendMail(ctx, { to, language, text, key: mail.key, isUrgent })
  const isAccepted = await (isUrgent ? send() : permitsOf(ctx).mail.run(send))
  const wasAccepted = user.mailRefusedSince === null
  if (isAccepted !== wasAccepted) await noteMailRefused(ctx.db, user.id, !isAccepted)
}

async function pushToDevice(
  ctx: DeliveryContext,
  { notice, digest }: z.output<typeof DevicePush>,
): Promise<void> {
  const token = await findPushToken(ctx.db, { user: notice.user, digest })
  if (token === null) return
  const user = await findUser(ctx.db.read, notice.user)
  await pushTo(ctx, token, notificationText(user?.language ?? 'en', notice), notice)
}

async function pushTo(
  ctx: DeliveryContext,
  token: string,
  { title, paragraphs }: Text,
  { kind, key }: DevicePush['notice'],
): Promise<void> {
  const body = paragraphs.join(' ')
  const answer = await permitsOf(ctx).push.run(() =>
    ctx.push.send({ token, title, body, data: { kind, key } }),
  )
  if (answer.kind === 'unknown') throw new Error(`the push service did not respond: ${answer.why}`)
  if (answer.kind === 'dead-token') await deletePushToken(ctx.db, token)
  if (answer.kind === 'rejected') {
    ctx.log.error({ notice: key, code: answer.code }, 'a push was rejected permanently')
  }
}

async function submitReport(
  ctx: DeliveryContext,
  { key: requestId, kind, data }: RegulatorReport,
): Promise<void> {
  const answer = await permitsOf(ctx).report.run(() =>
    ctx.reportQueue.submit({ requestId, kind, payload: data }),
  )
  if (answer.kind === 'unknown') throw new Error(`the report queue did not respond: ${answer.why}`)
  if (answer.kind === 'rejected') throw new Error(`the report queue refused: ${answer.code}`)
}

const markSent = batchedInTransaction(async (tx, requestIds: readonly string[]) => {
  await markReportsSent(tx, requestIds)
  return requestIds.map(() => true)
})
