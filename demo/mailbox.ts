import { z } from 'zod'
import { Broken } from './broken.ts'
import { type Play, until } from './play.ts'

const Mail = z.object({
  subject: z.string(),
  text: z.string(),
  link: z.string().nullable(),
  code: z.string().nullable(),
})
const Text = z.object({ text: z.string(), code: z.string().nullable() })

export type Mail = z.output<typeof Mail>

/** What the sandbox captured for an address or a phone, newest first. */
const messagesTo = <Message extends z.ZodType>(
  { sandbox }: Play,
  message: Message,
  filter: Readonly<{ to: string; channel: 'mail' | 'sms' }>,
) => sandbox.call('GET', `/control/messages?${new URLSearchParams(filter)}`, z.array(message))

/** The mails to an address, newest first. */
export const mailsTo = (play: Play, email: string): Promise<readonly Mail[]> =>
  messagesTo(play, Mail, { to: email, channel: 'mail' })

/** Waits for a mail to an address that `wanted` picks. */
export const nextMail = (play: Play, email: string, wanted: (mail: Mail) => boolean) =>
  until(`a mail to ${email}`, async () => (await mailsTo(play, email)).find(wanted))

/** Waits for a text to a phone. */
export const nextText = (play: Play, phone: string) =>
  until(`a text to ${phone}`, async () =>
    (await messagesTo(play, Text, { to: phone, channel: 'sms' })).at(0),
  )

/** The code that a message carries. */
export function codeIn({ code }: Readonly<{ code: string | null }>): string {
  if (code === null) throw new Broken('A message that brings a code has none in it.')
  return code
}

/** The request that the page of a mailed verification link sends. */
export const verificationOf = (link: string): string =>
  `/api/auth/email-verify/${new URL(link).pathname.split('/').at(-1)}`
