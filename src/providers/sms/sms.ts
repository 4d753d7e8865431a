import { z } from 'zod'
import type { Config } from '../../config.ts'
import { type Answer, outbound, type Tools } from '../outbound.ts'

/** The carrier of text messages. */
export type Sms = Readonly<{
  /** Sends a text to a phone in E.164. Repeats are sent again: the provider tells none apart. */
  send: (message: Readonly<{ to: string; text: string }>) => Promise<Answer<null>>
}>

/** A message that could not be handed on is an answer of 201 as well, told by its status. */
const taken = z
  .object({ status: z.enum(['accepted', 'scheduled', 'queued', 'sending', 'sent', 'delivered']) })
  .transform(() => null)

const refusal = z.object({ code: z.string(), message: z.string() })

/** A sender is a phone, a name, or the id of a service that has several of them. */
const senderOf = (from: string): Readonly<Record<string, string>> =>
  /^MG[0-9a-f]{32}$/i.test(from) ? { MessagingServiceSid: from } : { From: from }

export function connectSms(config: Config['sms'], tools: Tools): Sms {
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
