import { z } from 'zod'
import { type Play, until } from './play.ts'

const Mail = z.object({ subject: z.string(), text: z.string(), link: z.string().nullable() })
const Mails = z.array(Mail)

export type Mail = z.output<typeof Mail>

/** The mails the sandbox captured for an address, newest first. */
function mailsTo({ sandbox }: Play, email: string): Promise<readonly Mail[]> {
  const query = new URLSearchParams({ to: email, channel: 'mail' })
  return sandbox.call('GET', `/control/messages?${query}`, Mails)
}

/** Waits for a mail to an address that `wanted` picks. */
export const nextMail = (play: Play, email: string, wanted: (mail: Mail) => boolean) =>
  until(`a mail to ${email}`, async () => (await mailsTo(play, email)).find(wanted))
