import { z } from 'zod'
import { refuse } from '../../../base/refusal.ts'
import { eventId } from '../../../base/values/ids.ts'
import { formatMoney } from '../../../base/values/money.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../core/database/database.ts'
import { closeParked, findEvent, lockParked } from '../../../core/inbox/inbox.sql.ts'
import type { Operator } from '../../../core/operators/operators.sql.ts'
import { type ById, reason } from '../../../platform/access/operators/change-contracts.ts'
import { decide } from '../../../platform/access/operators/decide.ts'
import { operatorCode } from '../../../platform/access/operators/operator-code.ts'
import {
  type Audited,
  audited,
  noteLook,
  type OperatorOperation,
} from '../../../platform/access/operators/operator-endpoint.ts'
import {
  decimal,
  oneOf,
  optional,
  rawText,
  text,
} from '../../../platform/http/contracts/contracts.ts'
import type { HttpRequest } from '../../../platform/http/endpoint/endpoint.ts'
import { judgePaidOrder } from '../payd/judge-orders.ts'
import { type Payment, type ReportKey, reportKey, type Verdict } from '../payment-report.rules.ts'
import { judgePayment } from '../payx/judge-payments.ts'
import { bookPayments } from '../settle-reports.ts'
import { insertSuspense } from '../suspense.sql.ts'

const methods = ['VA', 'QRIS', 'ORDER'] as const

const named = {
  method: oneOf(methods).meta({
    description: 'VA and QRIS: a payment at payx; ORDER: an order at payd.',
  }),
  ref: rawText({ max: 100 }).meta({ description: "The provider's id; of ORDER the order's." }),
  account: optional(rawText({ max: 100 })).meta({
    description: 'Of QRIS: our reference of the code.',
  }),
}

export const ReadRecord = z.object(named)

export const ProviderRecord = z
  .object({
    method: z.enum(methods),
    ref: z.string(),
    account: z.string(),
    bankCode: z.string().nullable(),
    amount: decimal,
  })
  .meta({ id: 'ProviderRecord' })

const agreed = { reason, otpCode: optional(operatorCode) }

export const BookEvent = z.object({ ...named, ...agreed })

export const CloseEvent = z.object({
  inWords: optional(text({ max: 200 })).meta({
    description: 'What was received, for suspense; without it nothing was.',
  }),
  ...agreed,
})

export const HandledEvent = z
  .object({ state: z.enum(['parked', 'done']).meta({ description: '`parked`: one agreed.' }) })
  .meta({ id: 'HandledEvent' })

type Deciding = Pick<
  Context,
  'clock' | 'config' | 'counters' | 'db' | 'log' | 'payd' | 'payx' | 'random'
>
type Handled = Promise<Audited<z.input<typeof HandledEvent>>>

const namedIn = ({ method, ref, account = '' }: z.output<typeof ReadRecord>) => ({
  method,
  ref,
  account,
})

/** Returns a provider's own record of a payment, to compare with an event that names it. */
export async function showProviderRecord(
  ctx: Pick<Context, 'clock' | 'db' | 'log' | 'payd' | 'payx'>,
  { id, ...input }: z.output<typeof ById> & z.output<typeof ReadRecord>,
  operator: Operator,
  request: HttpRequest,
): Promise<z.input<typeof ProviderRecord>> {
  if ((await findEvent(ctx.db, eventId(id))) === null) return refuse('api.inbox_event_not_found')
  const subject = { kind: 'inbox-event', id }
  await noteLook(ctx, { action: 'inbox.look-at-record', operator, request }, subject)
  const found = await findRecord(ctx, namedIn(input))
  const { method, ref, account, amount } = found
  const bankCode = found.method === 'ORDER' ? null : found.bankCode
  return { method, ref, account, bankCode, amount: formatMoney(amount) }
}

/**
 * Proposes that a parked event is about this payment. When a second operator agrees, the payment is
 * booked as its provider's own record has it, and the event is done.
 */
export async function bookEvent(
  ctx: Deciding,
  { id, reason: why, otpCode, ...input }: z.output<typeof ById> & z.output<typeof BookEvent>,
  by: OperatorOperation,
): Handled {
  const payment = await findRecord(ctx, namedIn(input))
  return handle(ctx, { id, why, otpCode, statement: reportKey(payment) }, by, (tx) =>
    book(tx, payment),
  )
}

async function book(tx: Tx, payment: Payment): Promise<string> {
  await bookPayments(tx, [payment])
  return `booked by hand: ${payment.method} ${payment.ref}`
}

/**
 * Proposes that a parked event needs no booking, or that what it reports goes to suspense in words.
 * When a second operator agrees, the event is done.
 */
export const closeEvent = (
  ctx: Deciding,
  { id, reason: why, otpCode, inWords }: z.output<typeof ById> & z.output<typeof CloseEvent>,
  by: OperatorOperation,
): Handled =>
  inWords === undefined
    ? handle(ctx, { id, why, otpCode, statement: 'NOTHING' }, by, async () => 'closed by hand')
    : handle(ctx, { id, why, otpCode, statement: `SUSPENSE ${inWords}` }, by, (tx, source) =>
        suspend(tx, { id, source, inWords }),
      )

async function suspend(
  tx: Tx,
  { id, source, inWords }: Readonly<{ id: number; source: string; inWords: string }>,
): Promise<string> {
  const [provider = ''] = source.split('.')
  const item = { source: suspenseSources[provider] ?? 'custody COIN', reference: `inbox:${id}` }
  const facts = { amount: null, inWords, reason: 'unreadable-event', data: { event: String(id) } }
  await insertSuspense(tx, [{ ...item, ...facts }])
  return 'in suspense by hand'
}

/** The name under which suspense lists what a provider holds. */
const suspenseSources: Readonly<Record<string, string>> = { payx: 'payx VA', payd: 'payd ORDER' }

type Decided = Readonly<{
  id: number
  why: string
  otpCode: string | undefined
  statement: string
}>

/** Stores what the operator states about a parked event; applies it if a second one agrees. */
function handle(
  ctx: Deciding,
  { id, why, otpCode, statement }: Decided,
  by: OperatorOperation,
  apply: (tx: Tx, source: string) => Promise<string>,
): Handled {
  return decide(ctx, by, otpCode, async (tx, agree) => {
    const event = await lockParked(tx, eventId(id))
    if (event === null) {
      const known = await findEvent({ read: tx }, eventId(id))
      return refuse(known === null ? 'api.inbox_event_not_found' : 'api.inbox_event_not_parked')
    }
    const isAgreed = await agree({ kind: 'event', subject: id, statement, note: why, needed: 2 })
    const outcome = isAgreed ? await apply(tx, event.source) : null
    if (outcome !== null) await closeParked(tx, eventId(id), outcome)
    const state = isAgreed ? 'done' : 'parked'
    const subject = { kind: 'inbox-event', id }
    const after = { state, statement, outcome, reason: why }
    return audited(tx, by, { subject, before: { state: 'parked' }, after }, { state } as const)
  })
}

/** A payment as an operator names it: by the provider's id, and for a QR code our reference. */
type NamedPayment = Omit<ReportKey, 'amount'>

/**
 * Finds a payment in its provider's own records. Refuses with `api.provider_record_not_found` if
 * they do not have it as paid, and with `api.provider_unreachable` if the provider does not answer.
 */
async function findRecord(
  ctx: Pick<Context, 'clock' | 'db' | 'payd' | 'payx' | 'log'>,
  { method, ref, account }: NamedPayment,
): Promise<Payment> {
  const verdict: Verdict =
    method === 'ORDER'
      ? await judgePaidOrder(ctx, ref)
      : await judgePayment(ctx, { method, ref, account, reportedAt: ctx.clock.now() })
  if (verdict.kind === 'paid') return verdict.payment
  const isUnanswered = verdict.kind === 'unanswered'
  return refuse(isUnanswered ? 'api.provider_unreachable' : 'api.provider_record_not_found')
}
