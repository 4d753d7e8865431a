import { randomUUID } from 'node:crypto'
import { keptItems, recent } from './recent.ts'

export type Channel = 'mail' | 'sms' | 'push'

type Words = Readonly<{
  subject: string | null
  text: string | null
  html: string | null
  /** The address in a mail's Reply-To. */
  replyTo?: string | null
}>

/** A sent message; a mail is parsed only when it is read, since few are. */
export type Captured = Readonly<{
  channel: Channel
  to: string
  words: Words | (() => Promise<Words>)
}>

export type Message = Words &
  Readonly<{
    id: string
    channel: Channel
    to: string
    /** The first group of exactly 4 or 6 digits that is not part of a URL, a date or a number. */
    code: string | null
    /** The first URL. */
    link: string | null
    at: string
  }>

type Filter = Readonly<{
  to?: string | undefined
  /** A part of the recipient. */
  search?: string | undefined
  channel?: string | undefined
  limit?: number | undefined
}>

export type Messages = Readonly<{
  capture: (captured: Captured) => void
  /** Newest first. */
  list: (filter: Filter) => Promise<readonly Message[]>
  clear: () => void
}>

type Kept = Readonly<{ channel: Channel; to: string; message: () => Promise<Message> }>

/** Calls `changed` when a message is captured or all are deleted. */
export function messageBox(changed: () => void = () => undefined): Messages {
  const kept = recent<Kept>(keptItems)
  return {
    capture({ channel, to, words }) {
      const known = { id: randomUUID(), channel, to, at: new Date().toISOString() }
      let read: Promise<Message> | null = null
      const message = () => {
        read ??= readMessage(known, words)
        return read
      }
      kept.put(known.id, { channel, to, message })
      changed()
    },
    list: ({ to, search = '', channel, limit }) =>
      Promise.all(
        kept
          .all()
          .filter((one) => to === undefined || one.to.toLowerCase() === to.toLowerCase())
          .filter((one) => one.to.toLowerCase().includes(search.toLowerCase()))
          .filter((one) => channel === undefined || one.channel === channel)
          .toReversed()
          .slice(0, limit)
          .map(({ message }) => message()),
      ),
    clear() {
      kept.clear()
      changed()
    },
  }
}

async function readMessage(
  known: Pick<Message, 'id' | 'channel' | 'to' | 'at'>,
  given: Captured['words'],
): Promise<Message> {
  const { subject, text, html, replyTo } = typeof given === 'function' ? await given() : given
  const words = text ?? plainText(html ?? '')
  return {
    ...known,
    subject,
    text,
    html,
    ...(replyTo === undefined ? {} : { replyTo }),
    code: codeIn(words) ?? codeIn(subject ?? ''),
    link: linkIn(words) ?? linkIn(unescaped(html ?? '')),
  }
}

const url = /https?:\/\/[^\s"'<>]+/
/** Links, dates, whose year has as many digits as a code, and the end of an account number. */
const others = new RegExp(
  `${url.source}|\\d{1,2} \\p{L}+ \\d{4}|\\p{L}+ \\d{1,2}, \\d{4}|\\d{4}-\\d{2}|\\*+\\d+`,
  'gu',
)

function codeIn(words: string): string | null {
  const left = words.replaceAll(others, ' ')
  return /(?<![\p{L}\p{N}][.,]?)(?:\d{6}|\d{4})(?![.,]?[\p{L}\p{N}])/u.exec(left)?.[0] ?? null
}

const linkIn = (words: string): string | null =>
  url.exec(words)?.[0].replace(/[.,;:!?)\]]+$/, '') ?? null

const plainText = (html: string): string => unescaped(html.replaceAll(/<[^>]*>/g, ' '))

const unescaped = (html: string): string =>
  html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
