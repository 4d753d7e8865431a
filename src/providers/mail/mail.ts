import { limits } from '../../base/limits.ts'
import { isLoopback } from '../../base/settings.ts'
import type { Config } from '../../config.ts'
import { breaker } from '../breaker.ts'
import type { Answer, Rejected, Tools } from '../outbound.ts'
import { openSmtp } from './smtp.ts'

export type MailMessage = Readonly<{
  /** One address, without a display name. */
  to: string
  subject: string
  text: string
  html: string
  /** Ours, stable over retries: it becomes the Message-ID, so that a repeat can be recognised. */
  reference: string
  /** A person waits for it: it has connections of its own, so it waits for no other mail. */
  isUrgent: boolean
}>

export type Mail = Readonly<{
  send: (message: MailMessage) => Promise<Answer<Readonly<{ id: string }>>>
  close: () => void
}>

/** No controls, spaces, quotes or list separators: one plain address that can't become two. */
const address = /^[^\p{Cc}\s<>()[\]\\,;:"@]{1,64}@[^\p{Cc}\s<>()[\]\\,;:"@]{1,255}$/u
const plainReference = /^[A-Za-z0-9._-]{1,128}$/

export function connectMail(config: Config['mail'], tools: Tools): Mail {
  const timeoutMs = tools.timeoutMs ?? limits.outbound.timeoutMs
  const domain = /@([A-Za-z0-9.-]+)>?\s*$/.exec(config.from)?.[1] ?? 'localhost'
  const circuit = breaker(tools.clock)
  const { hostname, protocol } = new URL(config.url)
  const requireTls = !isLoopback(hostname) && protocol !== 'smtps:'
  const smtp = openSmtp({ url: config.url, requireTls, timeoutMs }, tools.log)
  const underWay = { urgent: 0, other: 0 }

  return {
    async send({ to, subject, text, html, reference, isUrgent }) {
      const pool = isUrgent ? 'urgent' : 'other'
      if (!address.test(to)) return refused('INVALID_ADDRESS', 'not a single plain address')
      if (!plainReference.test(reference)) return refused('INVALID_REFERENCE', 'not a plain word')
      if (underWay[pool] >= limits.mail.waiting) return { kind: 'unknown', why: 'overloaded' }
      const ticket = circuit.enter()
      if (ticket === null) return { kind: 'unknown', why: 'circuit-open' }
      underWay[pool] += 1
      const id = `${reference}@${domain}`
      const mail = {
        from: config.from,
        to: { name: '', address: to },
        subject: subject.replaceAll(/\p{Cc}+/gu, ' '),
        text,
        html,
        messageId: `<${id}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      }
      const refusal = await smtp.send(pool, mail)
      const answer = refusal ?? ({ kind: 'accepted', value: { id } } as const)
      underWay[pool] -= 1
      circuit.settle(ticket, answer.kind !== 'unknown' || answer.why === 'throttled')
      if (answer.kind === 'unknown') {
        tools.log.warn({ provider: 'mail', reference, why: answer.why }, 'no clear answer')
      }
      return answer
    },
    close: smtp.close,
  }
}

const refused = (code: string, message: string): Rejected => ({
  kind: 'rejected',
  code,
  message,
  status: 400,
})
