import { z } from 'zod'
import { withDeadline } from '../../base/concurrency/deadline.ts'
import { isLoopback } from '../../base/settings/environment.ts'
import { breaker } from '../breaker.ts'
import {
  type Answer,
  guardCalls,
  type Rejected,
  type Tools,
  type Unknown,
  type WhyUnknown,
} from '../outbound.ts'
import { outboundLimits } from '../outbound-limits.ts'
import type { MailSettings } from './mail-settings.ts'

const mailLimits = {
  connections: 4,
  /** For mails that a person waits for. */
  urgentConnections: 2,
  messagesPerConnection: 100,
  connectMs: 5_000,
  waiting: 200,
} as const

export type MailMessage = Readonly<{
  /** One address, without a display name. */
  to: string
  subject: string
  text: string
  html: string
  /**
   * Our own, stable over retries: it becomes the Message-ID, so that duplicates can be recognised.
   */
  reference: string
  /**
   * A person waits for this mail: it uses separate connections, so it does not queue behind others.
   */
  isUrgent: boolean
  /** Its receiver may reply, to the mailbox of the settings. */
  takesReplies?: boolean
}>

export type Mail = Readonly<{
  send: (message: MailMessage) => Promise<Answer<Readonly<{ id: string }>>>
  close: () => void
}>

/** Without controls, spaces, quotes and list separators: exactly one plain address. */
const address = /^[^\p{Cc}\s<>()[\]\\,;:"@]{1,64}@[^\p{Cc}\s<>()[\]\\,;:"@]{1,255}$/u
const plainReference = /^[A-Za-z0-9._-]{1,128}$/

export function connectMail(config: MailSettings, tools: Tools): Mail {
  const { connections, urgentConnections, waiting } = mailLimits
  const timeoutMs = tools.timeoutMs ?? outboundLimits.timeoutMs
  const domain = /@([A-Za-z0-9.-]+)>?\s*$/.exec(config.from)?.[1] ?? 'localhost'
  const circuit = breaker(tools.clock)
  const watch = tools.health?.line('mail', circuit.state)
  const lineOf = (most: number) => {
    let transport: ReturnType<typeof connect> | null = null
    return {
      open: () => {
        transport ??= connect(config.url, most, timeoutMs)
        return transport
      },
      close: () => {
        void transport?.then((opened) => opened.close())
      },
      guarded: guardCalls(circuit, waiting, watch),
    }
  }
  const urgent = lineOf(urgentConnections)
  const other = lineOf(connections)

  return {
    async send({ to, subject, text, html, reference, isUrgent, takesReplies = false }) {
      const { open, guarded } = isUrgent ? urgent : other
      if (!address.test(to)) return refused('INVALID_ADDRESS', 'not a single plain address')
      if (!plainReference.test(reference)) return refused('INVALID_REFERENCE', 'not a plain token')
      const id = `${reference}@${domain}`
      const mail = {
        from: config.from,
        to: { name: '', address: to },
        subject: subject.replaceAll(/\p{Cc}+/gu, ' '),
        text,
        html,
        messageId: `<${id}>`,
        ...(takesReplies && config.replyTo !== null ? { replyTo: config.replyTo } : {}),
        headers: { 'Auto-Submitted': 'auto-generated' },
      }
      return guarded(async () => {
        const transport = await open()
        const answer = await withDeadline(timeoutMs, (signal) =>
          transport.sendMail({ ...mail, signal }),
        ).then(() => ({ kind: 'accepted', value: { id } }) as const, classified)
        if (answer.kind === 'unknown') {
          tools.log.warn({ provider: 'mail', reference, why: answer.why }, 'no clear response')
        }
        return answer
      })
    },
    close: () => {
      urgent.close()
      other.close()
    },
  }
}

/** Loads the mail client with the first mail. */
async function connect(url: string, maxConnections: number, timeoutMs: number) {
  const { createTransport } = await import('nodemailer')
  const { messagesPerConnection, connectMs } = mailLimits
  const { hostname, protocol } = new URL(url)
  return createTransport({
    pool: true,
    url,
    maxConnections,
    maxMessages: messagesPerConnection,
    // A message whose connection was lost may have arrived, so the service decides on repeats
    // itself.
    maxRequeues: 0,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: timeoutMs,
    requireTLS: !isLoopback(hostname) && protocol !== 'smtps:',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

const refused = (code: string, message: string, status = 400): Rejected => ({
  kind: 'rejected',
  code,
  message,
  status,
})

const Failure = z.object({
  code: z.string().optional(),
  originalCode: z.string().optional(),
  command: z.string().optional(),
  responseCode: z.number().optional(),
  response: z.string().optional(),
})

const whyByCode: ReadonlyMap<string, WhyUnknown> = new Map([
  ['ETIMEDOUT', 'timeout'],
  ['EABORT', 'timeout'],
  ['EDNS', 'unreachable'],
  ['ETLS', 'unreachable'],
  ['EPROTOCOL', 'unreadable'],
  ['EMESSAGE', 'unreadable'],
  ['ECONNREFUSED', 'unreachable'],
  ['EHOSTUNREACH', 'unreachable'],
])

const loginReplies: ReadonlySet<number> = new Set([530, 534, 535, 538])
const laterReplies: ReadonlySet<number> = new Set([421, 450, 452, 454])
const tooLargeReply = 552
const ofUs: ReadonlySet<string> = new Set(['MAIL FROM', 'DATA'])

/**
 * A 5xx about the recipient is a definite rejection. One about us, at the greeting, the login, our
 * address as the sender or after the text, is not: our configuration or quota or the server is
 * wrong, and the message waits until that is fixed. After the text, services refuse a sender that
 * is not verified, or an account that may not send any more.
 */
function classified(error: unknown): Rejected | Unknown {
  const failure = Failure.safeParse(error).data ?? {}
  const { code = '', originalCode = '', command = '', responseCode = 0, response = '' } = failure
  if (code === 'EAUTH' || loginReplies.has(responseCode)) return unknown('login-refused')
  if (responseCode >= 500 && command === 'CONN') return unknown('unreachable')
  if (responseCode >= 500 && ofUs.has(command) && responseCode !== tooLargeReply) {
    return unknown('login-refused')
  }
  if (responseCode >= 500) {
    return refused(code, response.slice(0, outboundLimits.messageChars), responseCode)
  }
  if (laterReplies.has(responseCode) && code !== 'ETLS') return unknown('throttled')
  if (responseCode >= 400) return unknown('server-error')
  return unknown(whyByCode.get(originalCode) ?? whyByCode.get(code) ?? 'connection-lost')
}

const unknown = (why: WhyUnknown): Unknown => ({ kind: 'unknown', why })
