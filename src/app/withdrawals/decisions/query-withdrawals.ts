import { z } from 'zod'
import { refuse } from '../../../base/refusal.ts'
import { type RequestId, requestId, userId } from '../../../base/values/ids.ts'
import { formatMoney, isPositive } from '../../../base/values/money.ts'
import type { Context } from '../../../context.ts'
import type { Database, Tx } from '../../../core/database/database.ts'
import { listAgreements } from '../../../core/decisions/agreements.sql.ts'
import type { Operator } from '../../../core/operators/operators.sql.ts'
import { mayActAs } from '../../../core/operators/roles.ts'
import { OperatorName, provenName } from '../../../platform/access/operators/change-contracts.ts'
import { noteLook } from '../../../platform/access/operators/operator-endpoint.ts'
import { fileUrl } from '../../../platform/files/file-url.ts'
import {
  decimal,
  isoTime,
  oneOf,
  optional,
  text,
  wireId,
} from '../../../platform/http/contracts/contracts.ts'
import { spanFields, symbolField } from '../../../platform/http/contracts/list-filters.ts'
import { cursorFields, cursorPage } from '../../../platform/http/contracts/lists.ts'
import type { HttpRequest } from '../../../platform/http/endpoint/endpoint.ts'
import { namedPage } from '../../identity-records/proven-names.ts'
import { statuses } from '../model/withdrawal.rules.ts'
import { openResidential } from '../requests/residential.ts'
import { WithdrawalContext, withdrawalContext } from './withdrawal-context.ts'
import {
  type DecidedWithdrawal,
  findWithdrawal,
  listWithdrawals,
} from './withdrawal-decisions.sql.ts'

export const ListWithdrawals = z.object({
  status: optional(oneOf(statuses)),
  kind: optional(oneOf(['COIN', 'CASH'])),
  user: optional(wireId.transform(userId)),
  ...symbolField,
  incident: optional(oneOf(['true'])),
  ...spanFields,
  ...cursorFields,
})

const WithdrawalView = z
  .object({
    id: z.string(),
    kind: z.string(),
    userId: z.int(),
    symbol: z.string(),
    amount: decimal,
    fee: decimal,
    sent: decimal,
    worthIdr: decimal.nullable().meta({ description: 'Null if the coin had no price.' }),
    status: z.string().meta({ enum: [...statuses] }),
    approvalsNeeded: z.int(),
    approvals: z.int(),
    approvalReasons: z.array(z.string()),
    incident: z.string().nullable(),
    createdAt: isoTime,
    updatedAt: isoTime,
  })
  .meta({ id: 'FoundWithdrawal' })

export const WithdrawalViews = cursorPage(
  WithdrawalView.extend({ userName: provenName }).meta({ id: 'ListedWithdrawal' }),
)

const nullableText = z.string().nullable()
const nullableTime = isoTime.nullable()

export const WithdrawalDetails = WithdrawalView.extend({
  destination: z
    .object({
      network: nullableText,
      address: nullableText,
      tag: nullableText,
      channelCode: nullableText,
      bankName: nullableText,
      accountNumber: nullableText,
      accountHolder: nullableText,
    })
    .meta({ id: 'Destination' }),
  hold: z
    .object({ initial: decimal, remaining: decimal })
    .meta({ id: 'WithdrawalHold' })
    .nullable(),
  provider: z
    .object({ id: nullableText, status: nullableText, txHash: nullableText })
    .meta({ id: 'ProviderState' }),
  reason: nullableText,
  attempts: z.int(),
  nextAt: nullableTime,
  endedAt: nullableTime,
  reversedAt: nullableTime,
  decisions: z.array(
    z
      .object({ operator: OperatorName, note: nullableText, at: isoTime })
      .meta({ id: 'WithdrawalDecision' }),
  ),
  resolutions: z.array(
    z
      .object({
        operator: OperatorName,
        outcome: z.string(),
        reason: z.string(),
        at: isoTime,
        closedAt: nullableTime,
      })
      .meta({ id: 'WithdrawalResolution' }),
  ),
}).meta({ id: 'WithdrawalDetails' })

export type WithdrawalDetails = z.input<typeof WithdrawalDetails>

/** Includes the recipient's residential details, for operators who may decide about money. */
export const SeenWithdrawal = WithdrawalDetails.extend({
  residential: z.record(z.string(), z.string()).nullable(),
  idCardUrl: nullableText.meta({ description: 'Valid for five minutes.' }),
  context: WithdrawalContext,
}).meta({ id: 'SeenWithdrawal' })

const shown = (found: DecidedWithdrawal): z.input<typeof WithdrawalView> => ({
  id: found.requestId,
  kind: found.kind,
  userId: found.user,
  symbol: found.amount.asset.symbol,
  amount: formatMoney(found.amount),
  fee: formatMoney(found.fee),
  sent: formatMoney(found.sent),
  worthIdr: isPositive(found.worth) ? formatMoney(found.worth) : null,
  status: found.status,
  approvalsNeeded: found.needed,
  approvals: found.approvals,
  approvalReasons: [...found.reasons],
  incident: found.incident,
  createdAt: found.createdAt,
  updatedAt: found.updatedAt,
})

/** Lists withdrawals of all users, newest first by default. */
export async function showWithdrawals(
  ctx: Pick<Context, 'config' | 'db'>,
  input: z.output<typeof ListWithdrawals>,
  operator: Operator,
): Promise<z.input<typeof WithdrawalViews>> {
  const found = await listWithdrawals(ctx.db, input)
  return namedPage(ctx, operator, found, input, ({ user }) => user, shown)
}

/** Returns a withdrawal without the recipient's residential details. */
export async function withdrawalDetails(
  db: Tx | Database['read'],
  requestId: RequestId,
): Promise<WithdrawalDetails> {
  return detailsOf(db, await withdrawalOf(db, requestId))
}

async function withdrawalOf(
  db: Tx | Database['read'],
  requestId: RequestId,
): Promise<DecidedWithdrawal> {
  return (await findWithdrawal(db, requestId)) ?? refuse('api.withdrawal_not_found')
}

async function detailsOf(
  db: Tx | Database['read'],
  found: DecidedWithdrawal,
): Promise<WithdrawalDetails> {
  const {
    id: subject,
    network,
    address,
    tag,
    channelCode,
    bankName,
    accountNumber,
    accountHolder,
  } = found
  const approvals = await listAgreements(db, { kind: 'withdrawal', subject })
  const resolutions = await listAgreements(db, { kind: 'resolution', subject })
  return {
    ...shown(found),
    destination: { network, address, tag, channelCode, bankName, accountNumber, accountHolder },
    hold:
      found.held === null
        ? null
        : {
            initial: formatMoney(found.held.initial),
            remaining: formatMoney(found.held.remaining),
          },
    provider: { id: found.providerId, status: found.providerStatus, txHash: found.txHash },
    reason: found.reason,
    attempts: found.attempts,
    nextAt: found.nextAt,
    endedAt: found.endedAt,
    reversedAt: found.reversedAt,
    decisions: approvals.map(({ operator, note, at }) => ({ operator, note, at })),
    resolutions: resolutions.map(({ statement, note, ...rest }) => ({
      ...rest,
      outcome: statement,
      reason: note ?? '',
    })),
  }
}

export const ByRequestId = z.object({ id: text({ max: 70 }).transform(requestId) })

/**
 * Returns one withdrawal. Only operators who may decide about money see the recipient's residential
 * details; the audit log records which view was opened.
 */
export async function showWithdrawal(
  ctx: Pick<Context, 'clock' | 'config' | 'db'>,
  { id }: z.output<typeof ByRequestId>,
  operator: Operator,
  request: HttpRequest,
): Promise<z.input<typeof SeenWithdrawal>> {
  const found = await withdrawalOf(ctx.db.read, id)
  const sees = mayActAs(operator.role, 'finance') && found.residential !== null
  const action = sees ? 'withdrawal.look-residential' : 'withdrawal.look'
  await noteLook(ctx, { action, operator, request }, { kind: 'withdrawal', id })
  const { residential, idCard } = found
  return {
    ...(await detailsOf(ctx.db.read, found)),
    residential: sees && residential !== null ? openResidential(ctx, residential) : null,
    idCardUrl: sees && idCard !== null ? fileUrl(ctx, idCard) : null,
    context: await withdrawalContext(ctx, found, operator),
  }
}
