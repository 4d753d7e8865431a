import { z } from 'zod'
import {
  closeStored,
  findInquiry,
  inquiryLimits,
  insertAnswer,
  listInquiries,
  lockInquiry,
} from '../../app/messaging/inquiries.sql.ts'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import type { Reader, Tx } from '../../core/database/database.ts'
import type { Operator } from '../../core/operators/operators.sql.ts'
import { enqueueJob } from '../../core/outbox/queue.ts'
import { type ById, OperatorName } from '../../platform/access/operators/change-contracts.ts'
import {
  type Audited,
  audited,
  noteLook,
  type OperatorOperation,
} from '../../platform/access/operators/operator-endpoint.ts'
import {
  itemVersion,
  refuseIfChanged,
  type Versioned,
} from '../../platform/access/operators/versions.ts'
import {
  flag,
  isoTime,
  oneOf,
  optional,
  text,
  withDefault,
} from '../../platform/http/contracts/contracts.ts'
import { cursorFields } from '../../platform/http/contracts/lists.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'

const states = ['open', 'closed'] as const

export const ListInquiries = z.object({ state: optional(oneOf(states)), ...cursorFields })

const common = {
  id: z.int(),
  subject: z.string(),
  state: z.string().meta({ enum: states }),
  createdAt: isoTime,
}

export const InquiryItem = z
  .object({ ...common, answers: z.int().meta({ description: 'The number of answers so far.' }) })
  .meta({ id: 'InquiryItem' })

/** Lists inquiries without their senders, newest first by default. */
export const showInquiries = (ctx: Pick<Context, 'db'>, input: z.output<typeof ListInquiries>) =>
  listInquiries(ctx.db, input)

export const InquiryDetails = z
  .object({
    ...common,
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phone: z.string(),
    message: z.string(),
    closedBy: OperatorName.nullable(),
    closedAt: isoTime.nullable(),
    answers: z
      .array(
        z
          .object({
            id: z.int(),
            by: OperatorName,
            lang: z.string(),
            message: z.string(),
            at: isoTime,
          })
          .meta({ id: 'InquiryAnswer' }),
      )
      .readonly(),
    version: z.string(),
  })
  .meta({ id: 'Inquiry' })

type ShownInquiry = z.input<typeof InquiryDetails>

const factsOf = ({ state, answers }: Pick<ShownInquiry, 'state' | 'answers'>) => ({
  state,
  answers: answers.map(({ id }) => id),
})

async function found(db: Reader, id: number): Promise<ShownInquiry> {
  const inquiry = (await findInquiry(db, id)) ?? refuse('api.inquiry_not_found')
  return { ...inquiry, version: itemVersion(factsOf(inquiry)) }
}

/** Returns an inquiry with its sender and its answers. Audits the access. */
export async function showInquiry(
  ctx: Pick<Context, 'db'>,
  { id }: z.output<typeof ById>,
  operator: Operator,
  request: HttpRequest,
): Promise<ShownInquiry> {
  const inquiry = await found(ctx.db.read, id)
  await noteLook(ctx, { action: 'inquiry.look', operator, request }, { kind: 'inquiry', id })
  return inquiry
}

export const AnswerInquiry = z.object({
  message: text({ max: inquiryLimits.messageChars }),
  lang: withDefault(oneOf(['id', 'en']), 'id').meta({
    description: "The language of the mail's greeting.",
  }),
  close: withDefault(flag, false).meta({ description: 'Whether it also closes the inquiry.' }),
})

/** Locks an open inquiry, does the work and audits it. */
const changeOpen = (
  ctx: Pick<Context, 'db'>,
  id: number,
  by: OperatorOperation,
  work: (tx: Tx) => Promise<Readonly<Record<string, string | number>>>,
): Promise<Audited<ShownInquiry>> =>
  ctx.db.inTransaction(async (tx) => {
    const before = (await lockInquiry(tx, id)) ?? refuse('api.inquiry_not_found')
    if (before !== 'open') return refuse('api.nothing_to_change')
    const facts = await work(tx)
    const inquiry = await found(tx, id)
    const after = { ...facts, state: inquiry.state }
    const change = { subject: { kind: 'inquiry', id }, before: { state: before }, after }
    return audited(tx, by, change, inquiry)
  })

/** Stores an answer, and mails it to the sender of the inquiry. */
export const answerInquiry = (
  ctx: Pick<Context, 'db'>,
  {
    id,
    message,
    lang,
    close,
    version,
  }: Versioned<z.output<typeof ById> & z.output<typeof AnswerInquiry>>,
  by: OperatorOperation,
): Promise<Audited<ShownInquiry>> =>
  changeOpen(ctx, id, by, async (tx) => {
    await refuseIfChanged(tx, version, { kind: 'inquiry', id }, factsOf(await found(tx, id)))
    const answer = await insertAnswer(tx, { inquiry: id, by: by.operator.id, lang, message })
    if (close) await closeStored(tx, id, by.operator.id)
    enqueueJob(tx, 'answer-inquiries', [{ answer }])
    return { answer }
  })

/** Closes an inquiry that needs no further answer. */
export const closeInquiry = (
  ctx: Pick<Context, 'db'>,
  { id }: z.output<typeof ById>,
  by: OperatorOperation,
): Promise<Audited<ShownInquiry>> =>
  changeOpen(ctx, id, by, async (tx) => {
    await closeStored(tx, id, by.operator.id)
    return {}
  })
