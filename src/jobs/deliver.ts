import { z } from 'zod'
import { codeIn } from '../access/otp-mail.ts'
import { sha256 } from '../base/crypto.ts'
import type { Context } from '../context.ts'
import { mintResetLink } from '../features/session/reset-link.ts'
import { mintVerificationLink } from '../features/session/verification-link.ts'
import { announce } from '../outbox/announce.ts'
import { enqueueDeliveries } from '../outbox/enqueue.ts'
import {
  AccountMail,
  AccountNotice,
  CodeMail,
  Notice,
  RegulatorReport,
  UserNotice,
} from '../outbox/notices.ts'
import { markReportSent } from '../outbox/outbox.sql.ts'
import { deletePushToken, findDevices, findPushToken } from '../outbox/push-tokens.sql.ts'
import { renderMail, textsIn, toldText } from '../outbox/texts/render.ts'
import type { Text } from '../outbox/texts/text.ts'
import { findUser, type User } from '../users/users.sql.ts'

/*
 * The jobs that carry notices out. Where one takes a list and answers one promise per item, the
 * items that fail are tried again by themselves, with growing pauses. A mail or a push that is
 * refused for good is logged and not tried again. A report that is refused is: the regulator must
 * get it, and operators hear of a job that fails for days.
 */

type DeliveryContext = Pick<
  Context,
  'config' | 'db' | 'log' | 'mail' | 'push' | 'random' | 'reportQueue'
>

/** Records notices and enqueues their deliveries, all or none of the list. */
export async function announceNotices(ctx: DeliveryContext, payload: unknown): Promise<void> {
  const notices = z.array(Notice).parse(payload)
  await ctx.db.inTransaction((tx) => announce(tx, notices))
}

const Mailed = z.discriminatedUnion('to', [UserNotice, AccountNotice, AccountMail, CodeMail])
const Pushed = z.discriminatedUnion('to', [UserNotice, AccountNotice])

export function sendMails(ctx: DeliveryContext, payload: unknown): Promise<void>[] {
  return z
    .array(Mailed)
    .parse(payload)
    .map(async (notice) => {
      const user = await findUser(ctx.db.read, notice.user)
      if (user === null) return
      const text = await textFor(ctx, user, notice)
      if (text === null) {
        ctx.log.warn({ notice: notice.key }, 'a code is mailed no more: it could not be right')
        return
      }
      const mail = renderMail(user.language, text)
      const answer = await ctx.mail.send({
        to: user.email,
        ...mail,
        reference: referenceOf(notice.key),
      })
      if (answer.kind === 'unknown')
        throw new Error(`the mail server did not answer: ${answer.why}`)
      if (answer.kind === 'rejected') {
        ctx.log.error({ notice: notice.key, code: answer.code }, 'a mail was refused for good')
      }
    })
}

/** The same for each attempt, so that a mail sent twice is recognised as one. */
const referenceOf = (key: string): string => sha256(key).toString('hex').slice(0, 32)

/** Null where a mail has become pointless: a late code must not reach anybody. */
async function textFor(
  ctx: DeliveryContext,
  user: User,
  notice: z.output<typeof Mailed>,
): Promise<Text | null> {
  const texts = textsIn(user.language)
  if (notice.to === 'user' || notice.to === 'account') return toldText(user.language, notice)
  if (notice.to === 'code-mail') {
    const code = await codeIn(ctx, notice)
    return code === null ? null : texts.code[notice.kind](code)
  }
  return texts.mail[notice.kind](await linkFor(ctx, user, notice.kind))
}

async function linkFor(
  ctx: DeliveryContext,
  user: User,
  kind: AccountMail['kind'],
): Promise<string> {
  if (kind === 'verify-email') return mintVerificationLink(ctx, user)
  if (kind === 'reset-password') return mintResetLink(ctx, user)
  return ctx.config.appUrl
}

/** Enqueues one push to each device, all or none of the list: a device that fails fails alone. */
export async function sendPushes(ctx: DeliveryContext, payload: unknown): Promise<void> {
  const notices = z.array(Pushed).parse(payload)
  await ctx.db.inTransaction(async (tx) => {
    const devices = await findDevices(
      tx,
      notices.map(({ user }) => user),
    )
    const pushes = notices.flatMap((notice) =>
      devices
        .filter(({ user }) => user === notice.user)
        .map(({ digest }): DevicePush => ({ notice, digest })),
    )
    enqueueDeliveries(tx, 'push-to-devices', pushes)
  })
}

/** A notice on its way to one of its user's devices, which may be another's when it is tried. */
const DevicePush = z.object({ notice: Pushed, digest: z.hash('sha256') })
type DevicePush = z.output<typeof DevicePush>

export function pushToDevices(ctx: DeliveryContext, payload: unknown): Promise<void>[] {
  return z
    .array(DevicePush)
    .parse(payload)
    .map(async ({ notice, digest }) => {
      const token = await findPushToken(ctx.db, { user: notice.user, digest })
      if (token === null) return
      const user = await findUser(ctx.db.read, notice.user)
      await pushTo(ctx, token, toldText(user?.language ?? 'en', notice), notice)
    })
}

async function pushTo(
  ctx: DeliveryContext,
  token: string,
  { title, paragraphs }: Text,
  { kind, key }: z.output<typeof Pushed>,
): Promise<void> {
  const body = paragraphs.join(' ')
  const answer = await ctx.push.send({ token, title, body, data: { kind, key } })
  if (answer.kind === 'unknown') throw new Error(`the push service did not answer: ${answer.why}`)
  if (answer.kind === 'dead-token') await deletePushToken(ctx.db, token)
  if (answer.kind === 'rejected') {
    ctx.log.error({ notice: key, code: answer.code }, 'a push was refused for good')
  }
}

export function submitReports(ctx: DeliveryContext, payload: unknown): Promise<void>[] {
  return z
    .array(RegulatorReport)
    .parse(payload)
    .map(async ({ key: requestId, kind, data }) => {
      const answer = await ctx.reportQueue.submit({ requestId, kind, payload: data })
      if (answer.kind === 'unknown') {
        throw new Error(`the report queue did not answer: ${answer.why}`)
      }
      if (answer.kind === 'rejected') throw new Error(`the report queue refused: ${answer.code}`)
      await markReportSent(ctx.db, requestId)
    })
}
