import { z } from 'zod'
import type { Tukar } from '../packages/client/src/client.ts'
import { Broken } from './broken.ts'
import { type Play, until } from './play.ts'

type Mailbox = Pick<Play, 'sandbox'>

const Mail = z.object({
  subject: z.string(),
  text: z.string(),
  link: z.string().nullable(),
  code: z.string().nullable(),
})
const Text = z.object({ text: z.string(), code: z.string().nullable() })

export type Mail = z.output<typeof Mail>

/** The sandbox's captured messages for an address or a phone, newest first. */
const messagesTo = <Message extends z.ZodType>(
  { sandbox }: Mailbox,
  message: Message,
  filter: Readonly<{ to: string; channel: 'mail' | 'sms' }>,
) => sandbox.call('GET', `/control/messages?${new URLSearchParams(filter)}`, z.array(message))

/** The mails to an address, newest first. */
export const mailsTo = (play: Mailbox, email: string): Promise<readonly Mail[]> =>
  messagesTo(play, Mail, { to: email, channel: 'mail' })

/** Waits for a mail to an address that `wanted` picks. */
export const nextMail = (play: Mailbox, email: string, wanted: (mail: Mail) => boolean) =>
  until(`a mail to ${email}`, async () => (await mailsTo(play, email)).find(wanted))

/** Waits for a text to a phone. */
export const nextText = (play: Mailbox, phone: string) =>
  until(`a text to ${phone}`, async () =>
    (await messagesTo(play, Text, { to: phone, channel: 'sms' })).at(0),
  )

/** The code that a message carries. */
export function codeIn({ code }: Readonly<{ code: string | null }>): string {
  if (code === null) throw new Broken('A message that brings a code has none in it.')
  return code
}

/** Presses the button of the page that a mailed verification link opens. */
export async function verify(client: Tukar, { link }: Mail): Promise<void> {
  const token = link === null ? undefined : new URL(link).pathname.split('/').at(-1)
  if (token === undefined) throw new Broken('The verification mail has no link.')
  await client.get('/api/auth/email-verify/{email}', { params: { path: { email: token } } })
}
