import { sql } from 'kysely'
import { eventually, type Tukar } from '../harness.ts'

export type Mail = Readonly<{
  subject: string
  text: string
  link: string | null
  code: string | null
  replyTo: string | null
}>

/** The mails to an address so far, newest first. */
export async function mailsTo(tukar: Tukar, email: string): Promise<readonly Mail[]> {
  const query = new URLSearchParams({ to: email, channel: 'mail' })
  return (await tukar.control('GET', `/messages?${query}`)).body
}

/** Waits until this many mails came to an address; returns them, newest first. */
export const mailsArrived = (tukar: Tukar, email: string, count: number) =>
  eventually(`${count} mails to ${email}`, async () => {
    const mails = await mailsTo(tukar, email)
    return mails.length >= count && mails
  })

/** Waits until no job is left, so that no further mail follows. */
export const allSent = ({ service }: Tukar) =>
  eventually('the end of all jobs', async () => {
    const left = await sql`select 1 from graphile_worker.jobs limit 1`.execute(service.ctx.db.read)
    return left.rows.length === 0
  })

function linkIn(mail: Mail | undefined): string {
  if (mail === undefined || mail.link === null) throw new Error('the mail has no link')
  return mail.link
}

/** The path of a mailed link. */
export const pathIn = (mail: Mail | undefined): string => new URL(linkIn(mail)).pathname

/** The request that the page of a mailed verification link sends. */
export const verificationIn = (mail: Mail | undefined): string => verificationOf(linkIn(mail))

export const verificationOf = (link: string): string =>
  `/api/auth/email-verify/${new URL(link).pathname.split('/').at(-1)}`
