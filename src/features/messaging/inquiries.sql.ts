import type { Tx } from '../../database/database.ts'

export type Inquiry = Readonly<{
  subject: string
  firstName: string
  lastName: string
  email: string
  phone: string
  message: string
}>

/** Stores an inquiry; returns its id. */
export async function insertInquiry(tx: Tx, inquiry: Inquiry): Promise<number> {
  const { subject, firstName, lastName, email, phone, message } = inquiry
  const stored = await tx
    .insertInto('inquiries')
    .values({ subject, first_name: firstName, last_name: lastName, email, phone, message })
    .returning('id')
    .executeTakeFirstOrThrow()
  return stored.id
}
