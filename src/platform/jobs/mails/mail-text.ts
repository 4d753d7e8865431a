import { z } from 'zod'
import { mintFreezeLink } from '../../../app/session/freeze-link.ts'
import { mintResetLink } from '../../../app/session/reset-link.ts'
import { mintSessionLink } from '../../../app/session/session-link.ts'
import { mintUndoLink } from '../../../app/session/undo-link.ts'
import { mintVerificationLink } from '../../../app/session/verification-link.ts'
import type { Context } from '../../../context.ts'
import {
  AccountMail,
  AccountNotice,
  CodeMail,
  ListingNotice,
  MergedMail,
  SignInNotice,
  UserNotice,
} from '../../../core/outbox/notices.ts'
import { mergedText, notificationText, signInText } from '../../../core/outbox/texts/render.ts'
import { languageOf, type Text, textsIn } from '../../../core/outbox/texts/text.ts'
import type { User } from '../../../core/users/users.sql.ts'
import { codeIn } from '../../access/one-time-codes/otp-mail.ts'

/** What is mailed to the owner of an account. */
export const MailToSend = z.discriminatedUnion('to', [
  UserNotice,
  MergedMail,
  AccountNotice,
  ListingNotice,
  AccountMail,
  SignInNotice,
  CodeMail,
])
export type MailToSend = z.output<typeof MailToSend>

type MailContext = Pick<Context, 'clock' | 'config' | 'db' | 'random'>

/**
 * Returns the text of a mail about what happened at a time: with tables of amounts, and the link
 * that freezes the account if it may not have been its owner. Returns null for a code that is no
 * longer valid, which must not be sent.
 */
export async function textFor(
  ctx: MailContext,
  user: User,
  mail: MailToSend,
  at: Date,
): Promise<Text | null> {
  const text = await wordsOf(ctx, user, mail, at)
  if (text === null || !mayBeStranger(mail)) return text
  return { ...text, freeze: inLanguage(user, mintFreezeLink(ctx, user.id)) }
}

/** Mails after which an owner has nothing to fear, or is led to a better remedy. */
const harmless: ReadonlySet<string> = new Set([
  'deposit-completed',
  'deposit-rejected',
  'certification-due',
  'certification-missing',
  'tax-corrected',
  'listing-changed',
  'verify-email',
  'already-registered',
  'reset-password',
  'password-guessed',
  'account-suspended',
  'account-suspended-by-operator',
  'account-restored',
  'email-otp',
] satisfies Exclude<MailToSend, { to: 'user-merged' }>['kind'][])

/** Whether a mail reports an act in the account that another person may have done. */
function mayBeStranger(mail: MailToSend): boolean {
  if (mail.to === 'user-merged') return mail.notices.some(({ kind }) => !harmless.has(kind))
  return !harmless.has(mail.kind) && !('undo' in mail && mail.undo !== undefined)
}

/** The page that a link opens shows the account's language first. */
const inLanguage = ({ language }: Pick<User, 'language'>, link: string): string =>
  `${link}#${languageOf(language)}`

async function wordsOf(
  ctx: MailContext,
  user: User,
  mail: MailToSend,
  at: Date,
): Promise<Text | null> {
  const { language } = user
  const texts = textsIn(language)
  const eventText = (notice: UserNotice): Text => ({
    ...notificationText(language, notice),
    tables: [texts.facts(notice.kind, notice.data, at)],
  })
  if (mail.to === 'user') return eventText(mail)
  if (mail.to === 'user-merged') return mergedText(mail.notices.map(eventText))
  if (mail.to === 'listing') return notificationText(language, mail)
  if (mail.to === 'sign-in') {
    return signInText(language, mail, inLanguage(user, mintSessionLink(ctx, mail.session)))
  }
  if (mail.to === 'code-mail') {
    const code = await codeIn(ctx, mail)
    return code === null ? null : texts.code(mail.kind, code)
  }
  const tables = [[texts.time(at)]]
  if (mail.to === 'mail') {
    return { ...texts.mail(mail.kind, await linkFor(ctx, user, mail)), tables }
  }
  const text = { ...notificationText(language, mail), tables }
  if (mail.undo === undefined) return text
  const url = inLanguage(user, mintUndoLink(ctx, user.id, mail.undo))
  return { ...text, action: { label: texts.undo, url } }
}

async function linkFor(ctx: MailContext, user: User, { kind, undo }: AccountMail): Promise<string> {
  if (undo !== undefined) return inLanguage(user, mintUndoLink(ctx, user.id, undo))
  if (kind === 'verify-email') return inLanguage(user, await mintVerificationLink(ctx, user))
  if (kind === 'reset-password') return mintResetLink(ctx, user)
  return ctx.config.appUrl
}
