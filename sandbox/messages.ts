import { randomUUID } from 'node:crypto'
import { keptItems, recent } from './recent.ts'

export type Channel = 'mail' | 'sms' | 'push'

export type Captured = Readonly<{
  channel: Channel
  to: string
  subject: string | null
  text: string | null
  html: string | null
}>

export type Message = Captured &
  Readonly<{
    id: string
    /** The first group of exactly 4 or 6 digits that is not part of a URL. */
    code: string | null
    /** The first URL. */
    link: string | null
    at: string
  }>

export type Messages = Readonly<{
  capture: (captured: Captured) => Message
  /** Newest first. */
  list: (filter: Readonly<{ to?: string | undefined; channel?: string | undefined }>) => Message[]
  clear: () => void
}>

export function messageBox(): Messages {
  const kept = recent<Message>(keptItems)
  return {
    capture(captured) {
      const words = captured.text ?? plainText(captured.html ?? '')
      const message: Message = {
        id: randomUUID(),
        ...captured,
        code: codeIn(words) ?? codeIn(captured.subject ?? ''),
        link: linkIn(words) ?? linkIn(unescaped(captured.html ?? '')),
        at: new Date().toISOString(),
      }
      kept.put(message.id, message)
      return message
    },
    list: ({ to, channel }) =>
      kept
        .all()
        .filter((one) => to === undefined || one.to.toLowerCase() === to.toLowerCase())
        .filter((one) => channel === undefined || one.channel === channel)
        .reverse(),
    clear: kept.clear,
  }
}

const url = /https?:\/\/[^\s"'<>]+/

function codeIn(words: string): string | null {
  const withoutLinks = words.replaceAll(new RegExp(url, 'g'), ' ')
  return /(?<![\p{L}\p{N}])(?:\d{6}|\d{4})(?![\p{L}\p{N}])/u.exec(withoutLinks)?.[0] ?? null
}

const linkIn = (words: string): string | null =>
  url.exec(words)?.[0].replace(/[.,;:!?)\]]+$/, '') ?? null

const plainText = (html: string): string => unescaped(html.replaceAll(/<[^>]*>/g, ' '))

const unescaped = (html: string): string =>
  html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
