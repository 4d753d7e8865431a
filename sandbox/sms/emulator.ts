import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { authorized } from '../authorized.ts'
import type { Emulator, Frame } from '../emulator.ts'
import { keptItems, type Recent, recent } from '../recent.ts'
import { Refused, read } from '../refused.ts'
import { seconds } from '../schedule.ts'
import {
  apiVersion,
  ListedMessages,
  type Message,
  NewMessage,
  newMessage,
  pageOf,
  shown,
} from './messages.ts'

const deliveredAfterMs = seconds(5)
const notFound = '20404'

const Account = z.object({ account: z.string() })
const accountSid = /^AC[0-9a-f]{32}$/i
const Sid = z.object({ sid: z.string() })

/** Accepts and keeps text messages; refuses numbers that end in 0009 as invalid. */
export function sms(frame: Frame): Emulator {
  const messages = recent<Message>(keptItems)
  return {
    name: 'sms',
    root: '/sms',
    mount: (api) => mountApi(api, frame, messages),
    control: () => undefined,
    failure: (status, message, code = codeOf(status)) => ({
      body: {
        code: /^[0-9]+$/.test(code) ? Number(code) : 20_001,
        message,
        more_info: `https://www.twilio.com/docs/errors/${code}`,
        status,
      },
    }),
    state: () => ({ sms: { messages: messages.all().map(shown) } }),
    reset: messages.clear,
  }
}

const codeOf = (status: number): string =>
  status === 429 ? '20429' : status === 404 ? notFound : '20500'

function mountApi(api: FastifyInstance, frame: Frame, messages: Recent<Message>): void {
  api.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  const path = `/${apiVersion}/Accounts/:account/Messages`

  api.post(`${path}.json`, (request, reply) => {
    const account = admitted(frame, request)
    const message = newMessage(account, read(NewMessage, request.body, '21600'))
    const { sid, to, text } = message
    messages.put(sid, message)
    frame.messages.capture({ channel: 'sms', to, words: { subject: null, text, html: null } })
    frame.clock.after(deliveredAfterMs, () => {
      messages.put(sid, { ...message, delivered: new Date() })
    })
    return reply.code(201).send(shown(message))
  })
  api.get(`${path}.json`, (request) =>
    pageOf(messages.all(), admitted(frame, request), read(ListedMessages, request.query, '20001')),
  )
  api.get(`${path}/:sid(^[^./]+).json`, (request) => {
    const account = admitted(frame, request)
    const message = messages.get(read(Sid, request.params).sid)
    if (message?.account !== account) {
      const resource = request.url.slice('/sms'.length)
      throw new Refused(404, notFound, `The requested resource ${resource} was not found`)
    }
    return shown(message)
  })
}

/** Returns the account of a request; throws unless it has the token. */
function admitted({ secrets }: Frame, { headers, params }: FastifyRequest): string {
  const { account } = read(Account, params)
  const login = Buffer.from(`${account}:${secrets.smsToken}`).toString('base64')
  if (!accountSid.test(account) || !authorized(headers.authorization, `Basic ${login}`)) {
    throw new Refused(401, '20003', 'Authenticate')
  }
  return account
}
