import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { authorized } from '../authorized.ts'
import type { Emulator, Frame } from '../emulator.ts'
import { Refused, read } from '../refused.ts'

const maxChars = 1_600
const e164 = /^\+[1-9][0-9]{5,14}$/
const invalidTo = '21211'
const accountSid = /^AC[0-9a-f]{32}$/i

const Account = z.object({ account: z.string() })
const NewMessage = z.object({
  To: z.string().optional(),
  From: z.string().optional(),
  MessagingServiceSid: z.string().optional(),
  Body: z.string().optional(),
})
type NewMessage = z.infer<typeof NewMessage>

/** Takes text messages and keeps them; numbers that end in 0009 are of nobody. */
export function sms(frame: Frame): Emulator {
  return {
    name: 'sms',
    root: '/sms',
    mount(api) {
      api.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string' },
        (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
      )
      api.post('/2010-04-01/Accounts/:account/Messages.json', (request, reply) => {
        const { account } = read(Account, request.params)
        const login = Buffer.from(`${account}:${frame.secrets.smsToken}`).toString('base64')
        const { authorization } = request.headers
        if (!accountSid.test(account) || !authorized(authorization, `Basic ${login}`)) {
          throw new Refused(401, '20003', 'Authenticate')
        }
        const message = checked(read(NewMessage, request.body, '21600'))
        const { to, text } = message
        frame.messages.capture({ channel: 'sms', to, words: { subject: null, text, html: null } })
        return reply.code(201).send(answerOf(account, message))
      })
    },
    control: () => undefined,
    failure: (status, message, code = status === 429 ? '20429' : '20500') => ({
      body: {
        code: /^[0-9]+$/.test(code) ? Number(code) : 20_001,
        message,
        more_info: `https://www.twilio.com/docs/errors/${code}`,
        status,
      },
    }),
    state: () => ({}),
    reset: () => undefined,
  }
}

type Message = Readonly<{
  to: string
  /** A phone or a name; null until a messaging service has chosen one. */
  from: string | null
  service: string | null
  text: string
}>

function checked({ To, From, MessagingServiceSid, Body }: NewMessage): Message {
  if (To === undefined || To === '') {
    throw new Refused(400, '21604', "A 'To' phone number is required.")
  }
  const from = From || null
  const service = MessagingServiceSid || null
  if (from === null && service === null) {
    throw new Refused(400, '21603', "A 'From' phone number is required.")
  }
  if (Body === undefined || Body === '') {
    throw new Refused(400, '21602', 'Message body is required.')
  }
  if (Array.from(Body).length > maxChars) {
    throw new Refused(400, '21617', 'The concatenated message body exceeds 1600 characters.')
  }
  if (!e164.test(To) || To.endsWith('0009')) {
    throw new Refused(400, invalidTo, `The 'To' number ${To} is not a valid phone number.`)
  }
  return { to: To, from, service, text: Body }
}

function answerOf(account: string, { to, from, service, text }: Message) {
  const sid = `SM${randomUUID().replaceAll('-', '')}`
  const uri = `/2010-04-01/Accounts/${account}/Messages/${sid}`
  const now = new Date().toUTCString().replace('GMT', '+0000')
  return {
    sid,
    account_sid: account,
    messaging_service_sid: service,
    status: 'queued',
    direction: 'outbound-api',
    to,
    from,
    body: text,
    num_segments: service === null ? '1' : '0',
    num_media: '0',
    error_code: null,
    error_message: null,
    price: null,
    price_unit: null,
    date_created: now,
    date_updated: now,
    date_sent: null,
    api_version: '2010-04-01',
    uri: `${uri}.json`,
    subresource_uris: { media: `${uri}/Media.json` },
  }
}
