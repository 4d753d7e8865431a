import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { Refused } from '../refused.ts'

const maxChars = 1_600
const e164 = /^\+[1-9][0-9]{5,14}$/
const invalidTo = '21211'
export const apiVersion = '2010-04-01'

export const NewMessage = z.object({
  To: z.string().optional(),
  From: z.string().optional(),
  MessagingServiceSid: z.string().optional(),
  Body: z.string().optional(),
})
type NewMessage = z.infer<typeof NewMessage>

export const ListedMessages = z.object({
  To: z.string().optional(),
  From: z.string().optional(),
  PageSize: z.coerce.number().int().min(1).max(1_000).default(50),
  Page: z.coerce.number().int().min(0).default(0),
})
type ListedMessages = z.infer<typeof ListedMessages>

/** A message as it was sent; its status depends on the time. */
export type Message = Readonly<{
  sid: string
  account: string
  to: string
  from: string | null
  service: string | null
  text: string
  created: Date
  delivered: Date | null
}>

export function newMessage(account: string, asked: NewMessage): Message {
  const { To, From, MessagingServiceSid, Body } = asked
  if (To === undefined || To === '') {
    throw new Refused(400, '21604', "A 'To' phone number is required.")
  }
  const [from, service] = [From || null, MessagingServiceSid || null]
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
  return {
    sid: `SM${randomUUID().replaceAll('-', '')}`,
    account,
    to: To,
    from,
    service,
    text: Body,
    created: new Date(),
    delivered: null,
  }
}

export function shown({ sid, account, to, from, service, text, created, delivered }: Message) {
  const uri = `/${apiVersion}/Accounts/${account}/Messages/${sid}`
  return {
    sid,
    account_sid: account,
    messaging_service_sid: service,
    api_version: apiVersion,
    // A service chooses the sender later: until then the message is accepted and has no parts.
    status: delivered !== null ? 'delivered' : service === null ? 'queued' : 'accepted',
    direction: 'outbound-api',
    to,
    from,
    body: text,
    num_segments: service !== null && delivered === null ? '0' : `${segmentsOf(text)}`,
    num_media: '0',
    price: null,
    price_unit: null,
    error_code: null,
    error_message: null,
    date_created: rfc2822(created),
    date_updated: rfc2822(delivered ?? created),
    date_sent: delivered === null ? null : rfc2822(delivered),
    uri: `${uri}.json`,
    subresource_uris: { media: `${uri}/Media.json` },
  }
}

/** Returns one page, the newest first. */
export function pageOf(messages: readonly Message[], account: string, listed: ListedMessages) {
  const { To, From, PageSize: size, Page: page } = listed
  const found = messages
    .filter((one) => one.account === account)
    .filter((one) => (To ?? one.to) === one.to && (From ?? one.from) === one.from)
    .reverse()
  const uriOf = (number: number): string => {
    const filter = { ...(To === undefined ? {} : { To }), ...(From === undefined ? {} : { From }) }
    const query = new URLSearchParams({ ...filter, PageSize: `${size}`, Page: `${number}` })
    return `/${apiVersion}/Accounts/${account}/Messages.json?${query}`
  }
  const start = page * size
  return {
    messages: found.slice(start, start + size).map(shown),
    page,
    page_size: size,
    start,
    end: Math.max(start, Math.min(start + size, found.length) - 1),
    uri: uriOf(page),
    first_page_uri: uriOf(0),
    next_page_uri: start + size < found.length ? uriOf(page + 1) : null,
    previous_page_uri: page === 0 ? null : uriOf(page - 1),
  }
}

/**
 * The parts of a text: 160 characters of plain letters or 70 of any, fewer per part if there are
 * several.
 */
function segmentsOf(text: string): number {
  const isPlain = /^[\n\r -~]*$/.test(text)
  const [alone, each] = isPlain ? [160, 153] : [70, 67]
  return text.length <= alone ? 1 : Math.ceil(text.length / each)
}

const rfc2822 = (date: Date): string => date.toUTCString().replace('GMT', '+0000')
