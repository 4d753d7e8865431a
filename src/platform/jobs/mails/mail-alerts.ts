import { z } from 'zod'
import type { Context } from '../../../context.ts'
import { findOperator } from '../../../core/operators/operators.sql.ts'
import { AlertMail, type OperatorNotice } from '../../../core/outbox/notices.ts'
import { sendMail } from './send-mail.ts'

/** Mails alerts to admins; skips admins who have been disabled meanwhile. */
export function mailAlerts(
  ctx: Pick<Context, 'config' | 'db' | 'log' | 'mail'>,
  payload: unknown,
): Promise<void>[] {
  return z
    .array(AlertMail)
    .parse(payload)
    .map(async ({ alert: { key, subject, data }, operator: id }) => {
      const operator = await findOperator(ctx.db.read, id)
      if (operator === null || operator.disabledAt !== null) return
      const text = {
        title: subject,
        paragraphs: [],
        tables: [factsOf(data)],
        action: { label: 'Open the console', url: `${ctx.config.consoleUrl}/console` },
      }
      const { email: to } = operator
      await sendMail(ctx, { to, language: 'en', key: `${key}:${id}`, text, isUrgent: true })
    })
}

/** The facts of an alert, by their names in words: `orderNo` is `Order no`. */
const factsOf = (data: OperatorNotice['data']) =>
  Object.entries(data)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => ({ label: wordsOf(name), value }))

function wordsOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
