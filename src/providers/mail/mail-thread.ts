/**
 * The program of the mail thread: composes mails and sends them over pooled connections. That is
 * the most expensive part of a notification, so it does not run beside the requests.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { createTransport } from 'nodemailer'
import { z } from 'zod'
import { withDeadline } from '../../base/deadline.ts'
import { limits } from '../../base/limits.ts'
import type { Rejected, Unknown, WhyUnknown } from '../outbound.ts'
import type { SmtpPool, SmtpRequest, SmtpResponse, SmtpSettings } from './smtp.ts'

const settings: SmtpSettings = workerData
const transports: Readonly<Record<SmtpPool, ReturnType<typeof connect>>> = {
  urgent: connect(limits.mail.urgentConnections),
  other: connect(limits.mail.connections),
}

parentPort?.on('message', async ({ id, pool, mail }: SmtpRequest) => {
  parentPort?.postMessage({ id, refusal: await send(pool, mail) } satisfies SmtpResponse)
})

/** Returns null when the server accepted the mail. */
async function send(pool: SmtpPool, mail: SmtpRequest['mail']): Promise<Rejected | Unknown | null> {
  try {
    await withDeadline(settings.timeoutMs, (signal) =>
      transports[pool].sendMail({ ...mail, signal }),
    )
    return null
  } catch (error) {
    return classified(error)
  }
}

function connect(maxConnections: number) {
  const { messagesPerConnection, connectMs } = limits.mail
  return createTransport({
    pool: true,
    url: settings.url,
    maxConnections,
    maxMessages: messagesPerConnection,
    // A message whose connection was lost may have arrived: whether to repeat it is ours to say.
    maxRequeues: 0,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: settings.timeoutMs,
    requireTLS: settings.requireTls,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

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
const laterReplies: ReadonlySet<number> = new Set([421, 450, 452])

/**
 * A 5xx about this message is a definite no. One about us, at the greeting or the login, is not:
 * our configuration or the server is wrong, and the message waits for it to be put right.
 */
function classified(error: unknown): Rejected | Unknown {
  const failure = Failure.safeParse(error).data ?? {}
  const { code = '', originalCode = '', command = '', responseCode = 0, response = '' } = failure
  if (code === 'EAUTH' || loginReplies.has(responseCode)) return unknown('login-refused')
  if (responseCode >= 500 && command === 'CONN') return unknown('unreachable')
  if (responseCode >= 500) {
    const message = response.slice(0, limits.outbound.messageChars)
    return { kind: 'rejected', code, message, status: responseCode }
  }
  if (laterReplies.has(responseCode)) return unknown('throttled')
  if (responseCode >= 400) return unknown('server-error')
  return unknown(whyByCode.get(originalCode) ?? whyByCode.get(code) ?? 'connection-lost')
}

const unknown = (why: WhyUnknown): Unknown => ({ kind: 'unknown', why })
