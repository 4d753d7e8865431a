import { sql } from 'kysely'
import { type CursorPage, type CursorRequest, cursorPageOf } from '../../base/values/cursor.ts'
import type { OperatorId } from '../../base/values/ids.ts'
import type { Database, Reader, Tx } from '../../core/database/database.ts'
import { afterCursor, whereEach } from '../../core/database/partitions/page-query.ts'

export const inquiryLimits = {
  nameChars: 255,
  messageChars: 5_000,
} as const

export type Inquiry = Readonly<{
  subject: string
  firstName: string
  lastName: string
  email: string
  phone: string
  message: string
}>

export async function insertInquiry(tx: Tx, inquiry: Inquiry): Promise<number> {
  const { subject, firstName, lastName, email, phone, message } = inquiry
  const stored = await tx
    .insertInto('inquiries')
    .values({ subject, first_name: firstName, last_name: lastName, email, phone, message })
    .returning('id')
    .executeTakeFirstOrThrow()
  return stored.id
}

/** An inquiry as a list shows it, without its sender. */
export type ListedInquiry = Readonly<{
  id: number
  subject: string
  state: string
  answers: number
  createdAt: Date
}>

const answers = sql<number>`(
  select count(*)::integer from inquiry_answers a where a.inquiry_id = inquiries.id)`

const listed = ['id', 'subject', 'state', 'created_at as createdAt'] as const

type InquiryFilter = Readonly<{ state?: 'open' | 'closed' | undefined }>

export async function listInquiries(
  db: Pick<Database, 'read'>,
  { state, ...page }: InquiryFilter & CursorRequest,
): Promise<CursorPage<ListedInquiry>> {
  const inquiries = db.read.selectFrom('inquiries').select(listed).select(answers.as('answers'))
  const query = whereEach(inquiries, { state })
  return cursorPageOf(await afterCursor(query, 'id', page).execute(), page, ({ id }) => [id])
}

type OperatorRef = Readonly<{ id: OperatorId; email: string }>

export type InquiryAnswer = Readonly<{
  id: number
  by: OperatorRef
  lang: string
  message: string
  at: Date
}>

/** An inquiry with its sender and its answers, oldest first. */
export type FoundInquiry = Inquiry &
  Readonly<{
    id: number
    state: string
    createdAt: Date
    closedBy: OperatorRef | null
    closedAt: Date | null
    answers: readonly InquiryAnswer[]
  }>

export async function findInquiry(db: Reader, id: number): Promise<FoundInquiry | null> {
  const row = await db
    .selectFrom('inquiries as i')
    .leftJoin('operators as o', 'o.id', 'i.closed_by')
    .where('i.id', '=', id)
    .selectAll('i')
    .select('o.email as closer')
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    id: row.id,
    subject: row.subject,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    phone: row.phone,
    message: row.message,
    state: row.state,
    createdAt: row.created_at,
    closedBy:
      row.closed_by === null || row.closer === null
        ? null
        : { id: row.closed_by, email: row.closer },
    closedAt: row.closed_at,
    answers: await listAnswers(db, id),
  }
}

async function listAnswers(db: Reader, inquiry: number): Promise<readonly InquiryAnswer[]> {
  const rows = await db
    .selectFrom('inquiry_answers as a')
    .innerJoin('operators as o', 'o.id', 'a.operator_id')
    .where('a.inquiry_id', '=', inquiry)
    .select(['a.id', 'a.operator_id as operator', 'o.email', 'a.lang', 'a.message'])
    .select('a.created_at as at')
    .orderBy('a.id')
    .execute()
  return rows.map(({ operator, email, ...answer }) => ({ ...answer, by: { id: operator, email } }))
}

/** Locks an inquiry and returns its state, or null if there is none. */
export async function lockInquiry(tx: Tx, id: number): Promise<string | null> {
  const row = await tx
    .selectFrom('inquiries')
    .where('id', '=', id)
    .select('state')
    .forUpdate()
    .executeTakeFirst()
  return row?.state ?? null
}

type NewAnswer = Readonly<{
  inquiry: number
  by: OperatorId
  lang: 'id' | 'en'
  message: string
}>

export async function insertAnswer(tx: Tx, answer: NewAnswer): Promise<number> {
  const { inquiry, by, lang, message } = answer
  const row = await tx
    .insertInto('inquiry_answers')
    .values({ inquiry_id: inquiry, operator_id: by, lang, message })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function closeStored(tx: Tx, id: number, by: OperatorId): Promise<void> {
  await tx
    .updateTable('inquiries')
    .set({ state: 'closed', closed_by: by, closed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute()
}

/** An answer with what its mail needs. */
export type AnswerToMail = Readonly<{
  email: string
  subject: string
  question: string
  lang: 'id' | 'en'
  message: string
}>

export async function findAnswerToMail(
  db: Pick<Database, 'read'>,
  id: number,
): Promise<AnswerToMail | null> {
  const row = await db.read
    .selectFrom('inquiry_answers as a')
    .innerJoin('inquiries as i', 'i.id', 'a.inquiry_id')
    .where('a.id', '=', id)
    .select(['i.email', 'i.subject', 'i.message as question', 'a.lang', 'a.message'])
    .executeTakeFirst()
  return row === undefined ? null : { ...row, lang: row.lang === 'en' ? 'en' : 'id' }
}
