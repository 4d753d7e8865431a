import { z } from 'zod'
import { type Answer, outbound, type Tools } from '../outbound.ts'
import type { SmsSettings } from './sms-settings.ts'

export type Sms = Readonly<{
  /** Sends a text to a phone in E.164. Not idempotent: the provider sends repeats again. */
  send: (message: Readonly<{ to: string; text: string }>) => Promise<Answer<null>>
}>

/** A message that could not be forwarded is also a 201; only its status differs. */
const taken = z
  .object({ status: z.enum(['accepted', 'scheduled', 'queued', 'sending', 'sent', 'delivered']) })
  .transform(() => null)

const refusal = z.object({ code: z.string(), message: z.string() })

/** The sender is a phone, a name, or the id of a messaging service with several senders. */
const senderOf = (from: string): Readonly<Record<string, string>> =>
  /^MG[0-9a-f]{32}$/i.test(from) ? { MessagingServiceSid: from } : { From: from }

export function connectSms(config: SmsSettings, tools: Tools): Sms {
  const ask = outbound('sms', config.baseUrl, tools)
  const credentials = Buffer.from(`${config.account}:${config.token}`).toString('base64')
  return {
    send: ({ to, text }) =>
      ask({
        method: 'POST',
        path: ['2010-04-01', 'Accounts', config.account, 'Messages.json'],
        headers: { authorization: `Basic ${credentials}` },
        form: { To: to, ...senderOf(config.from), Body: text },
        answer: taken,
        refusal,
      }),
  }
}
