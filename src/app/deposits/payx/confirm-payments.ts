import { z } from 'zod'
import { idr, money } from '../../../base/values/money.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../core/database/database.ts'
import { enqueueAll } from '../../../core/outbox/enqueue.ts'
import type { OperatorNotice } from '../../../core/outbox/notices.ts'
import { type Answer, isNotFound } from '../../../providers/outbound.ts'
import { creditAccountPayments, readAccounts } from './credit-account-payments.ts'
import { creditScanned } from './credit-scanned.ts'
import { paidAmount } from './paid-amount.rules.ts'
import { payxLimits } from './payx-limits.ts'
import {
  deniedAlert,
  differsFrom,
  forgedAlert,
  otherFactsAlert,
  type PayxVerdict,
  reportKey,
  unansweredAlert,
} from './payx-report.rules.ts'
import {
  type EndedPayxReport,
  findOpenPayxReports,
  lockOpenPayxReports,
  type OpenPayxReport,
  writePayxReports,
} from './payx-reports.sql.ts'

type ConfirmContext = Pick<Context, 'db' | 'payx' | 'log'>

const Reported = z.array(
  z
    .object({
      method: z.enum(['VA', 'QRIS']),
      ref: z.string(),
      account: z.string(),
      units: z.string().regex(/^[1-9][0-9]*$/),
    })
    .transform(({ units, ...rest }) => ({ ...rest, amount: money(idr, BigInt(units)) })),
)
type Reported = z.output<typeof Reported>

/**
 * Asks payx about reported payments and credits what payx's own records show, in one transaction.
 * Each promise rejects until its payment is decided, so the job retries with backoff: without limit
 * while payx does not answer, a bounded number of times while it denies the payment.
 */
export function confirmPayxPayments(ctx: ConfirmContext, payload: unknown): Promise<void>[] {
  const reported = Reported.parse(payload)
  const open = confirmAll(ctx, reported)
  return reported.map(async (one) => {
    if ((await open).has(reportKey(one))) {
      throw new Error(`payx payment ${one.ref} is not decided yet`)
    }
  })
}

async function confirmAll(ctx: ConfirmContext, reported: Reported): Promise<ReadonlySet<string>> {
  const reports = await findOpenPayxReports(ctx.db.read, reported)
  const verdicts = new Map(
    await Promise.all(
      reports.map(async (report) => [reportKey(report), await judge(ctx, report)] as const),
    ),
  )
  return ctx.db.inTransaction((tx) => settle(tx, reported, verdicts))
}

const judge = (ctx: ConfirmContext, report: OpenPayxReport): Promise<PayxVerdict> =>
  report.method === 'VA' ? judgePaidInto(ctx, report) : judgeScanned(ctx, report)

async function judgePaidInto(ctx: ConfirmContext, { ref }: OpenPayxReport): Promise<PayxVerdict> {
  const answer = await ctx.payx.findPayment(ref)
  if (answer.kind !== 'accepted') return withoutAnswer(ctx, ref, answer)
  const { accountNumber, bankCode, amount: sent } = answer.value
  const paid = paidAmount(sent)
  if (paid.kind === 'unreadable') return { kind: 'denied', why: 'unreadable-amount' }
  const odd = paid.kind === 'odd' ? paid.reason : null
  const payment = { ref, accountNumber, bankCode, amount: paid.amount, sent, odd }
  return { kind: 'paid-into', payment }
}

async function judgeScanned(
  ctx: ConfirmContext,
  { ref, account, reportedAt }: OpenPayxReport,
): Promise<PayxVerdict> {
  const answer = await ctx.payx.findQrPayments(account)
  if (answer.kind !== 'accepted') return withoutAnswer(ctx, ref, answer)
  const found = answer.value.find(({ id }) => id === ref)
  if (found === undefined) return { kind: 'denied', why: 'not-found' }
  const { externalId, amount: sent, source, status, stage, createdAt } = found
  if (stage !== 'paid') return { kind: 'denied', why: status }
  const paid = paidAmount(sent)
  if (paid.kind === 'unreadable') return { kind: 'denied', why: 'unreadable-amount' }
  const odd = paid.kind === 'odd' ? paid.reason : null
  // An outage of payx must not make a payment late for its code.
  const paidAt = createdAt ?? reportedAt
  return {
    kind: 'scanned',
    payment: { ref, externalId, amount: paid.amount, paidAt, source, sent, odd },
  }
}

/**
 * An answer of not found denies the payment; any other rejection concerns our request, not the
 * payment.
 */
function withoutAnswer(
  { log }: ConfirmContext,
  payment: string,
  answer: Exclude<Answer<unknown>, { kind: 'accepted' }>,
): PayxVerdict {
  if (answer.kind === 'unknown') return { kind: 'unanswered', why: answer.why }
  if (isNotFound(answer)) return { kind: 'denied', why: 'not-found' }
  const { code } = answer
  log.error({ payment, code }, 'payx refused a query of a payment')
  return { kind: 'unanswered', why: code }
}

/**
 * Books confirmed payments and stores the other verdicts; returns the keys of reports still open.
 */
async function settle(
  tx: Tx,
  reported: Reported,
  verdicts: ReadonlyMap<string, PayxVerdict>,
): Promise<ReadonlySet<string>> {
  const locked = await lockOpenPayxReports(tx, reported)
  const judged = locked.flatMap((report) => {
    const verdict = verdicts.get(reportKey(report))
    return verdict === undefined ? [] : [{ report, verdict }]
  })
  const paidInto = judged.flatMap(({ verdict }) =>
    verdict.kind === 'paid-into' ? [verdict.payment] : [],
  )
  const scanned = judged.flatMap(({ verdict }) =>
    verdict.kind === 'scanned' ? [verdict.payment] : [],
  )
  if (paidInto.length > 0) {
    await creditAccountPayments(tx, paidInto, await readAccounts(tx, paidInto))
  }
  if (scanned.length > 0) await creditScanned(tx, scanned)
  const ended = judged.map(({ report, verdict }) => endOf(report, verdict))
  await writePayxReports(tx, ended)
  enqueueAll(
    tx,
    judged.flatMap(({ report, verdict }) => alertsOf(report, verdict)),
  )
  return new Set(ended.filter(({ state }) => state === 'ASKING').map(reportKey))
}

const isLastDenial = ({ denied }: OpenPayxReport): boolean => denied + 1 >= payxLimits.deniedTries

function endOf(report: OpenPayxReport, verdict: PayxVerdict): EndedPayxReport {
  const { denied } = report
  switch (verdict.kind) {
    case 'paid-into':
    case 'scanned':
      return { ...report, state: 'BOOKED', why: null }
    case 'denied': {
      const state = isLastDenial(report) ? 'REFUSED' : 'ASKING'
      return { ...report, state, why: verdict.why, denied: denied + 1 }
    }
    case 'unanswered':
      return { ...report, state: 'ASKING', why: verdict.why }
    default:
      return verdict satisfies never
  }
}

function alertsOf(report: OpenPayxReport, verdict: PayxVerdict): readonly OperatorNotice[] {
  switch (verdict.kind) {
    case 'paid-into':
    case 'scanned':
      return differsFrom(report, verdict.payment) ? [otherFactsAlert(report, verdict.payment)] : []
    case 'denied':
      return [(isLastDenial(report) ? forgedAlert : deniedAlert)(report, verdict.why)]
    case 'unanswered':
      return report.isOld ? [unansweredAlert(report, verdict.why)] : []
    default:
      return verdict satisfies never
  }
}
