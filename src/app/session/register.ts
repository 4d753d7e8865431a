import { z } from 'zod'
import type { Context } from '../../context.ts'
import { recordFacts } from '../../core/facts/record-facts.ts'
import { accountMail } from '../../core/outbox/account-mail.ts'
import { enqueueJob } from '../../core/outbox/queue.ts'
import { findUserByEmail, insertUser } from '../../core/users/users.sql.ts'
import { isLeaked } from '../../platform/access/passwords/leaked-passwords.ts'
import { hashPassword, queuePlaceOf } from '../../platform/access/passwords/passwords.ts'
import { confirmed, email, rawText, withDefault } from '../../platform/http/contracts/contracts.ts'
import { currencyCode, languageTag } from '../../platform/http/contracts/preference-contracts.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'
import { takePoint } from '../../platform/http/endpoint/throttle.ts'
import { alreadyRegisteredMails, newPassword } from './session-contracts.ts'

export const Register = confirmed(
  z.object({
    email,
    password: newPassword,
    password_confirmation: rawText({ max: 128 }),
    language: withDefault(languageTag, 'id'),
    currency: withDefault(currencyCode, 'IDR'),
  }),
  'password',
)

/**
 * Opens an account and mails its verification link. An address in use gets the same answer after
 * the same work, and its owner a mail, so the answer does not reveal which addresses have accounts.
 * A leaked password is accepted, as the interface has it, and its owner is warned.
 */
export async function register(
  ctx: Pick<Context, 'counters' | 'db' | 'log' | 'random'>,
  { email: address, password, language, currency }: z.output<typeof Register>,
  _caller: null,
  request: HttpRequest,
): Promise<void> {
  const passwordHash = await hashPassword(ctx.random, password, queuePlaceOf(request))
  const passwordLeaked = await isLeaked(password)
  // Counts every address alike; the limit protects owners of addresses in use from floods of mail.
  const mayTellOwner = await takePoint(ctx, alreadyRegisteredMails, address)
  await ctx.db.inTransaction(async (tx) => {
    const account = { email: address, passwordHash, passwordLeaked, language, currency }
    const created = await insertUser(tx, account)
    // In both cases a lookup and a job follow, so that the time does not reveal which case it was.
    const user = (await findUserByEmail(tx, address))?.id
    if (user === undefined) throw new Error('an account disappeared while its address was in use')
    if (created !== null) {
      const subject = String(created)
      const item = { userId: created }
      recordFacts(tx, () => [
        { type: 'account.registered', user: created, subject, key: subject, item },
      ])
    }
    const kind = created === null ? 'already-registered' : 'verify-email'
    const mailed = created !== null || mayTellOwner.allowed
    const warned = created !== null && passwordLeaked
    enqueueJob(tx, 'send-urgent-mails', [
      ...(mailed ? [accountMail(ctx, kind, user)] : []),
      ...(warned ? [accountMail(ctx, 'password-leaked', user)] : []),
    ])
  })
}
